// undici writes queries for callers that hand it one apart from the path, which ours does not.
module.exports = { stringify: (...query) => require('node:querystring').stringify(...query) };
