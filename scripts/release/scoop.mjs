/** A Scoop manifest for the Windows executable of a release. */
export function scoopManifest({ version, description, homepage, license, executables }) {
  const { url, sha256 } = executables['win32-x64'];
  const manifest = {
    version,
    description,
    homepage,
    license,
    // Scoop gives the file the name after the hash sign.
    architecture: { '64bit': { url: `${url}#/cfi.exe`, hash: sha256 } },
    bin: 'cfi.exe',
    checkver: 'github',
    autoupdate: {
      architecture: { '64bit': { url: `${url.replaceAll(version, '$version')}#/cfi.exe` } },
      hash: { url: '$url.sha256' },
    },
  };
  return `${JSON.stringify(manifest, undefined, 4)}\n`;
}
