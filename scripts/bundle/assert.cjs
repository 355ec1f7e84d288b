// undici only ever asks whether something holds; node:assert, 1 ms to load, is for what does not.
module.exports = function assert(holds, message) {
  if (!holds) require('node:assert')(holds, message);
};
