const caseLine = ([name, { sha256 }]) => `    ${name}) sum=${sha256} ;;`;

/** A POSIX shell script that installs the executable of the machine it runs on, and the manual pages. */
export const installScript = ({ version, url, executables, manual }) => `#!/bin/sh
# Installs cfi ${version} for the current user: sh install.sh
# PREFIX=/usr/local sh install.sh   for all users, as root
# CFI_INSTALL_FROM=URL              downloads from there, for example from a mirror in your network
set -eu

# A function, so that a script that was only partly downloaded runs nothing.
main() {
  from=\${CFI_INSTALL_FROM:-${url}}
  prefix=\${PREFIX:-\${HOME:?is not set: name a folder with PREFIX}/.local}

  case $(uname -s) in
    Linux) system=linux ;;
    Darwin) system=darwin ;;
    *) fail "there is no executable for $(uname -s); with Node: npm install -g channel-fulfilment-cli" ;;
  esac
  case $(uname -m) in
    x86_64 | amd64) machine=x64 ;;
    aarch64 | arm64) machine=arm64 ;;
    *) machine=$(uname -m) ;;
  esac
  case $system-$machine in
${Object.entries(executables)
  .filter(([name]) => !name.startsWith('win32'))
  .map(caseLine)
  .join('\n')}
    *) fail "there is no executable for $system on $machine; with Node: npm install -g channel-fulfilment-cli" ;;
  esac
  if [ "$system" = linux ] && (ldd --version 2>&1 || true) | grep -qi musl; then
    fail 'the executable needs glibc, and this system has musl; with Node: npm install -g channel-fulfilment-cli'
  fi

  mkdir -p "$prefix/bin" "$prefix/share/man/man1"
  # In the folder where the program goes, so that it is moved there in one step.
  work=$(mktemp -d "$prefix/bin/.cfi-install.XXXXXX")
  trap 'rm -rf "$work"' EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM

  fetch "cfi-$system-$machine" "$work/cfi" "$sum"
  chmod 755 "$work/cfi"
  [ "$("$work/cfi" --version)" = '${version}' ] || fail 'the executable does not run on this machine'
  fetch ${manual.name} "$work/man.tar.gz" ${manual.sha256}
  # Without the owner in the archive: as root, tar would give the pages to whoever has that number here.
  tar -xzof "$work/man.tar.gz" -C "$prefix/share/man/man1"
  mv -f "$work/cfi" "$prefix/bin/cfi"

  echo "cfi ${version} is in $prefix/bin"
  case :$PATH: in
    *":$prefix/bin:"*) ;;
    *) echo "Add $prefix/bin to your PATH to run it as cfi." ;;
  esac
}

fail() {
  echo "install.sh: $1" >&2
  exit 1
}

# Downloads a file, and rejects it if its SHA-256 differs from the one in this script.
fetch() {
  if command -v curl >/dev/null; then
    curl -fsSL -o "$2" "$from/$1" || fail "$from/$1 cannot be downloaded"
  elif command -v wget >/dev/null; then
    wget -q -O "$2" "$from/$1" || fail "$from/$1 cannot be downloaded"
  else
    fail 'curl or wget is required'
  fi
  if command -v sha256sum >/dev/null; then
    found=$(sha256sum "$2")
  elif command -v shasum >/dev/null; then
    found=$(shasum -a 256 "$2")
  else
    fail 'sha256sum or shasum is required'
  fi
  [ "\${found%% *}" = "$3" ] || fail "$1 is not the file that was released: its checksum differs"
}

main
`;
