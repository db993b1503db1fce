/// What the parser's completion scripts leave to be desired.
enum CompletionScript {
  /// The script, or whatever else the parser has to say, with that put right.
  static func finished(_ text: String) -> String {
    if text.hasPrefix("#!/bin/bash") { return withNamesAsData(text) }
    if text.hasPrefix("#compdef") {
      // Without it, Zsh would insert `!` as a sign that brings a line of the history back.
      return withSigns(text).replacing("unsetopt aliases banghist", with: "unsetopt aliases")
    }
    return text
  }

  /// Which end of a word Bash replaces by a candidate, as the script says.
  static var replacedText: String? { Environment.process["TALLY_COMPLETED_TEXT"] }

  /// Bash would expand the names as words of the shell, and where they are registered as those of files, once
  /// more when it looks whether there is such a folder: either could run a command.
  private static func withNamesAsData(_ script: String) -> String {
    script
      .replacing("__tally_add_completions -W \"$(", with: "__tally_add_names \"$(")
      .replacing("__tally_add_completions -f\n", with: "__tally_add_files\n")
      .replacing("complete -o filenames -F _tally tally", with: wholeWords)
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
    # Adds each line as a candidate that is quoted already.
    __tally_add_names() {
        [[ -n "${1}" ]] || return 0
        local name
        while IFS='' read -r name; do
            COMPREPLY+=("${before}${name}")
        done <<<"${1}"
    }

    # Adds the files. Those in a folder that a variable names, Bash would expand in looking which of them are
    # folders, and a name could run a command. They are quoted here, or between quotation marks left out.
    __tally_add_files() {
        if [[ "${cur}" != *[\$\`]*/* ]]; then
            compopt -o filenames 2>/dev/null
            __tally_add_completions -f
            return
        fi
        compopt -o nospace 2>/dev/null
        local name quoted
        while IFS='' read -r name; do
            name="${name##*/}"
            printf -v quoted '%q' "${name}"
            [[ "${COMP_WORDS[COMP_CWORD]}" = [\"\']* && "${quoted}" != "${name}" ]] && continue
            COMPREPLY+=("${cur%"${cur##*/}"}${quoted}")
        done < <(compgen -f -- "${cur}")
    }

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
        local -x TALLY_COMPLETED_TEXT="${2}"
        local -a COMP_WORDS=("${words[@]}")
        local -i COMP_CWORD=current
        _tally "${1}" "${text}" "${words[current - 1]}"
        COMPREPLY=("${COMPREPLY[@]#"${before}"}")
    }

    complete -F _tally_whole_words tally
    """#
}

/// The word that is completed in Bash, which puts a candidate into the line as it is: so whatever means
/// something to the shell is quoted in it.
struct BashWord {
  /// What the word stands for, up to the cursor.
  private let text: String
  /// The beginning of the word, which stays as it was typed.
  private let kept: ShellWord

  /// - Parameters:
  ///   - word: the word as it was typed.
  ///   - end: the end of it that a candidate replaces, without an open quotation mark and what stands before
  ///     a character that parts words for Readline.
  init(_ word: String, replacing end: String) {
    let start = word.ranges(of: end).last?.lowerBound ?? word.startIndex
    kept = ShellWord(word[..<start])
    text = ShellWord(word[..<start] + end).text
  }

  /// What may replace the end of the word, so that it becomes one of the names.
  func candidates(_ names: [String]) -> [String] {
    names.filter { $0.utf8.starts(with: text.utf8) }.map { name in
      quoted(name.unicodeScalars.dropFirst(kept.text.unicodeScalars.count))
    }
  }

  private func quoted(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    let text = scalars.reduce(into: "") { $0 += quoted($1) }
    // Readline closes what is open, unless a quotation mark is there already.
    guard let quote = kept.quote, text.unicodeScalars.last == quote else { return text }
    return text + String(quote)
  }

  private func quoted(_ scalar: Unicode.Scalar) -> String {
    switch (kept.quote, scalar) {
    case ("'", "'"): "'\\''"
    case ("\"", "$"), ("\"", "`"), ("\"", "\""), ("\"", "\\"): "\\\(scalar)"
    // Between double quotes, nothing else keeps a line of the history from standing there instead.
    case ("\"", "!"): "\"'!'\""
    case (nil, _) where scalar.isASCII && !Self.isPlain(scalar): "\\\(scalar)"
    default: String(scalar)
    }
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || scalar.properties.numericType != nil
      || "_-./:=@%+,".unicodeScalars.contains(scalar)
  }
}
