import type { Run } from '../../cli/command.ts';
import type { completionDefinition, Shell } from './definition.ts';

/** Prints the completion script of a shell. */
export const run: Run<typeof completionDefinition> = async (_, { shell }) => {
  const script = scripts[shell];
  return { data: { shell, script }, blocks: [], bare: script };
};

/** The completion script of each shell; they ask `cfi __complete` for the words that could come next. */
export const scripts: Readonly<Record<Shell, string>> = {
  bash: `# bash completion for cfi
_cfi() {
  local typed="\${COMP_LINE:0:COMP_POINT}" line char at word='' kept='' quote='' begun='' option='' files=''
  # What bash replaces begins after the last of these characters, or after an open quote.
  local breaks="\${COMP_WORDBREAKS//[[:space:]\\"\\']/}"
  local -a words
  COMPREPLY=()
  # From the line itself, split as the shell does: bash would take --name=value apart.
  for ((at = 0; at < \${#typed}; at++)); do
    char="\${typed:at:1}"
    if [[ -n "$quote" && "$char" == "$quote" ]]; then
      quote='' begun=closed
    elif [[ "$quote" == "'" ]]; then
      word+="$char"
    elif [[ "$char" == '\\' ]]; then
      ((at += 1))
      [[ -n "$quote" && "\${typed:at:1}" != [\\"\\\\\\$\\\`] ]] && word+='\\'
      word+="\${typed:at:1}"
    elif [[ -n "$quote" ]]; then
      word+="$char"
    elif [[ "$char" == [\\"\\'] ]]; then
      # In $'…' and $"…", other rules hold.
      [[ "\${typed:at-1:1}" == '$' || -n "$begun" ]] && begun=closed || begun=open
      quote="$char" kept="$word"
    elif [[ "$char" == [[:space:]] ]]; then
      [[ -n "$word$begun" ]] && words+=("$word")
      word='' kept='' begun=''
    else
      word+="$char"
      [[ "$breaks" == *"$char"* ]] && kept="$word"
    fi
  done
  # Part of such a word cannot be replaced safely.
  [[ "$begun" == closed ]] && return
  words+=("$word")
  [[ "$word" == --*=* ]] && option="\${word%%=*}="
  local current="\${word#"$option"}"
  while IFS=$'\\t' read -r line _; do
    case "$line" in
      :file) files=-f ;;
      :folder) files=-d ;;
      *)
        line="\${line#"$kept"}"
        # After an open quote, bash takes a reply as it is.
        if [[ -z "$quote" ]]; then
          printf -v line '%q' "$line"
          line="\${line//\\\\,/,}"
        elif [[ "$line" == *[\\"\\'\\\\\\$\\\`\\!]* ]]; then
          word="$line" line=''
          for ((at = 0; at < \${#word}; at++)); do
            char="\${word:at:1}"
            case "$quote$char" in
              "''") char="'\\\\''" ;;
              '""' | '"\\' | '"$' | '"\`') char="\\\\$char" ;;
              # History is expanded within these quotes, and a backslash there would stay.
              '"!') char='"\\!"' ;;
            esac
            line+="$char"
          done
          # Bash closes the quote, but not after one more such character.
          [[ "\${line: -1}" == "$quote" ]] && line+="$quote"
        fi
        COMPREPLY+=("$line")
        ;;
    esac
  done < <(cfi __complete -- "\${words[@]:1}" 2>/dev/null)
  [[ -z "$files" ]] && return
  compopt -o filenames
  while IFS= read -r line; do
    line="$option$line"
    COMPREPLY+=("\${line#"$kept"}")
  done < <(compgen "$files" -- "$current")
}
complete -F _cfi cfi
`,
  zsh: `#compdef cfi
_cfi() {
  # Without its opening quote, and only as far as the cursor.
  local line files='' current="\${(Q)PREFIX}"
  local -a offers shown
  local -i width=0 at
  while IFS= read -r line; do
    case "$line" in
      :file) files=_files ;;
      :folder) files='_files -/' ;;
      *)
        local value="\${line%%$'\\t'*}" about="\${line#*$'\\t'}"
        [[ "$about" == "$line" ]] && about=''
        offers+=( "$value" )
        shown+=( "$about" )
        (( \${#value} > width )) && width=\${#value}
        ;;
    esac
  done < <(cfi __complete -- "\${(@Q)words[2,CURRENT-1]}" "$current" 2>/dev/null)
  # Not with _describe, which reads a colon or a backslash in a word.
  for (( at = 1; at <= \${#offers}; at++ )); do
    [[ -n "\${shown[at]}" ]] && shown[at]="\${(r:width:)offers[at]}  -- \${shown[at]}" || shown[at]="\${offers[at]}"
  done
  (( \${#offers} )) && compadd -V cfi -l -d shown -a -- offers
  [[ -z "$files" ]] && return
  compset -P '--*='
  \${=files}
}
if [[ "$funcstack[1]" == _cfi ]]; then
  _cfi "$@"
else
  compdef _cfi cfi
fi
`,
  fish: `# fish completion for cfi
function __cfi_complete
    set -l words (commandline -opc)
    set -l raw (commandline -ct)
    # Without its opening quote, which fish adds to the answers itself.
    set -l current (string unescape -- "$raw"; or string replace -r '^[\\'"]' '' -- "$raw")
    set -l option (string match -r -- '^--[^=]*=' "$current")
    set -l path (string replace -r -- '^--[^=]*=' '' "$raw")
    for line in (cfi __complete -- $words[2..-1] "$current" 2>/dev/null)
        switch $line
            case ':file'
                printf '%s\\n' "$option"(complete -C "'' $path")
            case ':folder'
                printf '%s\\n' "$option"(__fish_complete_directories "$path" '')
            case '*'
                printf '%s\\n' $line
        end
    end
end
complete -c cfi -k -f -a '(__cfi_complete)'
`,
  powershell: `# PowerShell completion for cfi
Register-ArgumentCompleter -Native -CommandName cfi, cfi.exe, cfi.cmd -ScriptBlock {
    param($typed, $line, $cursor)
    $words = @($line.CommandElements | Select-Object -Skip 1 |
        Where-Object { $_.Extent.EndOffset -le $cursor } |
        ForEach-Object { if ($null -ne $_.Value) { [string]$_.Value } else { $_.Extent.Text } })
    if ($typed -eq '') {
        # Older versions drop an empty argument unless it comes in quotes.
        $words += if ($PSVersionTable.PSVersion -lt [version]'7.3') { '""' } else { '' }
    }
    $files = [System.Management.Automation.CompletionCompleters]
    foreach ($offer in @(cfi __complete '--' @words 2>$null)) {
        $word, $about = $offer -split "\`t", 2
        if ($word -eq ':file') { $files::CompleteFilename($typed); continue }
        if ($word -eq ':folder') {
            $files::CompleteFilename($typed) | Where-Object ResultType -eq 'ProviderContainer'
            continue
        }
        # Where cfi is a batch file, cmd.exe reads the words again, whatever quotes they have here.
        if ($about -eq $null -and $word -match '["%&|<>^!]') { continue }
        # Typographic quotes end a word in quotes as well.
        $quoted = "'" + ($word -replace "['\\u2018-\\u201b]", '$0$0') + "'"
        $text = if ($word -match '^[\\w./:=+-][\\w./:=@+-]*$') { $word } else { $quoted }
        $help = if ($about) { $about } else { $word }
        [System.Management.Automation.CompletionResult]::new($text, $word, 'ParameterValue', $help)
    }
}
`,
};
