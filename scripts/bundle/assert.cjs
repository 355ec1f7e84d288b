// node:assert takes 1 ms to load, so load it only when an assertion in undici fails.
module.exports = function assert(holds, message) {
  if (!holds) require('node:assert')(holds, message);
};
