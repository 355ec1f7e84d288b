export type Shell = 'bash' | 'zsh' | 'fish';

const bash = `# bash completion for cfi
_cfi() {
  local IFS=$'\\n' line
  COMPREPLY=()
  local -a words=()
  # Take --name=value as it was typed, not as bash splits it.
  read -r -a typed <<< "\${COMP_LINE:0:COMP_POINT}"
  IFS=' ' read -r -a words <<< "\${COMP_LINE:0:COMP_POINT}"
  [[ "\${COMP_LINE:0:COMP_POINT}" == *' ' ]] && words+=('')
  local current="\${words[\${#words[@]}-1]}"
  while IFS=$'\\t' read -r line _; do
    case "$line" in
      :file) compopt -o filenames; COMPREPLY+=( $(compgen -f -- "\${current#*=}") ) ;;
      :folder) compopt -o filenames; COMPREPLY+=( $(compgen -d -- "\${current#*=}") ) ;;
      *)
        [[ "$line" == *= ]] && compopt -o nospace
        COMPREPLY+=( "$(printf '%q' "$line")" )
        ;;
    esac
  done < <(cfi __complete -- "\${words[@]:1}" 2>/dev/null)
}
complete -F _cfi cfi
`;

const zsh = `#compdef cfi
_cfi() {
  local line
  local -a offers
  while IFS= read -r line; do
    case "$line" in
      :file) _files ;;
      :folder) _files -/ ;;
      *)
        local value="\${line%%$'\\t'*}" about="\${line#*$'\\t'}"
        [[ "$about" == "$line" ]] && about=''
        offers+=( "\${value//:/\\\\:}\${about:+:$about}" )
        ;;
    esac
  done < <(cfi __complete -- "\${(@Q)words[2,CURRENT]}" 2>/dev/null)
  (( \${#offers} )) && _describe -V 'cfi' offers
}
if [[ "$funcstack[1]" == _cfi ]]; then
  _cfi "$@"
else
  compdef _cfi cfi
fi
`;

const fish = `# fish completion for cfi
function __cfi_complete
    set -l words (commandline -opc) (commandline -ct)
    for line in (cfi __complete -- $words[2..-1] 2>/dev/null)
        switch $line
            case ':file'
                __fish_complete_path (commandline -ct)
            case ':folder'
                __fish_complete_directories (commandline -ct)
            case '*'
                echo $line
        end
    end
end
complete -c cfi -f -a '(__cfi_complete)'
`;

const scripts: Record<Shell, string> = { bash, zsh, fish };

/** The completion script of a shell; each asks \`cfi __complete\` for the words that could come next. */
export const completionScript = (shell: Shell): string => scripts[shell];
