// undici only writes queries for callers that pass them separately from the path, which ours does not.
module.exports = { stringify: (...query) => require('node:querystring').stringify(...query) };
