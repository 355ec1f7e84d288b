// The parts of node:http that undici uses; the module itself takes 1 ms to load. The header size is for clients that set
// none (ours does), and the class identifies requests that a server in this process received, of which there are none.
module.exports = { maxHeaderSize: 16 * 1024, IncomingMessage: class IncomingMessage {} };
