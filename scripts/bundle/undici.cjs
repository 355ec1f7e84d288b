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

// After one request, V8 starts to optimise undici's parser, and the process cannot end before that is done (60 ms). This
// flag delays it by some hundred requests. Tested with V8 11, 13 and 14; another V8 might report an unknown flag. It is
// set only now, after everything is loaded: after a change of flags, Node compiles its own modules again, and no longer
// keeps the compiled code of ours.
if (Number.parseInt(process.versions.v8, 10) <= 14)
  require('node:v8').setFlagsFromString('--wasm-tiering-budget=1000000000');
