/// What the parser's completion scripts leave to be desired.
enum CompletionScript {
  /// The script, or whatever else the parser has to say, with that put right.
  static func finished(_ text: String) -> String {
    if text.hasPrefix("#!/bin/bash") { return "\(text)\n\n\(wholeWords)" }
    if text.hasPrefix("#compdef") { return withSigns(text) }
    return text
  }

  /// Without a sign in its description, Zsh does not know `--option=value`.
  private static func withSigns(_ script: String) -> String {
    let lines = script.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let specification = line.drop { $0 == " " }
      guard specification.hasPrefix("'--"), specification.contains("]:"),
        let description = line.firstIndex(of: "[")
      else { return String(line) }
      return line[..<description] + "=" + line[description...]
    }
    return lines.joined(separator: "\n")
  }

  /// Readline ends a word at `:` and `=` too, which stand in the names of counters, and takes only what is
  /// behind them to be completed.
  private static let wholeWords = #"""
    # Completes words that are whole, and not parted at : and = as Readline has them.
    _tally_whole_words() {
        local -a words=()
        local -i current=0 joined=0 index
        local rest="${COMP_LINE}" word
        for ((index = 0; index < ${#COMP_WORDS[@]}; index++)); do
            word="${COMP_WORDS[index]}"
            if ((index == 0)) || [[ -z "${rest}" || "${rest}" = [[:blank:]]* ]]; then
                words+=("${word}")
                ((index == COMP_CWORD)) && joined=0
            elif [[ "${word}" = '=' && "${words[${#words[@]} - 1]}" = --* ]]; then
                words+=('')
                ((index == COMP_CWORD)) && joined=1
            else
                words[${#words[@]} - 1]+="${word}"
                ((index == COMP_CWORD)) && joined=1
            fi
            ((index == COMP_CWORD)) && current=${#words[@]}-1
            rest="${rest#*"${word}"}"
        done

        local text="${2}" before=''
        if ((joined)); then
            text="${words[current]}"
            before="${text%"${2}"}"
        fi
        local -a COMP_WORDS=("${words[@]}")
        local -i COMP_CWORD=current
        _tally "${1}" "${text}" "${words[current - 1]}"
        COMPREPLY=("${COMPREPLY[@]#"${before}"}")
    }

    complete -o filenames -F _tally_whole_words tally
    """#
}
