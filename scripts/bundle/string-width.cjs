const stringWidth = require('string-width');

const plain = /^[ -~]*$/;

module.exports = (text) => (plain.test(text) ? text.length : stringWidth(text));
