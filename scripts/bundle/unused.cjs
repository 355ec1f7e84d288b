module.exports = function unused() {
  throw new Error('a part of a library that the bundle leaves out was called; see scripts/build.mjs');
};
