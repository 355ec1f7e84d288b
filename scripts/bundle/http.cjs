// What undici asks of node:http, which takes 1 ms to load: the size of headers, for clients that name none (ours does),
// and how to know a request that a server of this process received; no such stream reaches it here.
module.exports = { maxHeaderSize: 16 * 1024, IncomingMessage: class IncomingMessage {} };
