const Client = require('undici/lib/dispatcher/client.js');
const buildConnector = require('undici/lib/core/connect.js');

// Load on first use what few commands need.
module.exports = {
  Client,
  buildConnector,
  get Pool() {
    return require('undici/lib/dispatcher/pool.js');
  },
  get ProxyAgent() {
    // undici's index does this for all five kinds of call; `connect` opens tunnels.
    require('undici/lib/dispatcher/dispatcher.js').prototype.connect = require('undici/lib/api/api-connect.js');
    return require('undici/lib/dispatcher/proxy-agent.js');
  },
};
