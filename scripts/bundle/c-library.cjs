const { existsSync } = require('node:fs');

// libsql asks two packages which C library the machine has; they make Node write a report about the whole process, and
// load the module that starts other programs, 10 ms in all. Without the musl loader, only programs that use the GNU C
// library can run. When in doubt, and on other systems, ask the packages.
const loader = { x64: 'x86_64', arm64: 'aarch64' }[process.arch];
const isGnu =
  process.platform === 'linux' && loader !== undefined && !existsSync(`/lib/ld-musl-${loader}.so.1`);

module.exports = {
  currentTarget: () =>
    isGnu ? `linux-${process.arch}-gnu` : require('@neon-rs/load/dist/index.js').currentTarget(),
  familySync: () => (isGnu ? 'glibc' : require('detect-libc/lib/detect-libc.js').familySync()),
  GLIBC: 'glibc',
  MUSL: 'musl',
};
