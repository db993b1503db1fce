import ArgumentParser
import Domain
import Terminal

/// Corrections of the parser's completion scripts.
enum CompletionScript {
  /// The corrected script; other texts stay unchanged.
  static func finished(_ text: String) -> String {
    if text.hasPrefix("#!/bin/bash") { return withNamesAsData(text) }
    if text.hasPrefix("#compdef") {
      // Without this, Zsh would insert `!` as the beginning of a history expansion.
      return withSigns(text).replacing("unsetopt aliases banghist", with: "unsetopt aliases")
    }
    return text
  }

  /// The end of a word that Bash replaces with a candidate, as reported by the script.
  static var replacedText: String? { Environment.process["TALLY_COMPLETED_TEXT"] }

  /// Makes Bash treat names as data. It would expand them as shell words, and again if they were
  /// registered as file names, and either could run a command.
  private static func withNamesAsData(_ script: String) -> String {
    script
      .replacing("__tally_add_completions -W \"$(", with: "__tally_add_names \"$(")
      .replacing("__tally_add_completions -f\n", with: "__tally_add_files\n")
      .replacing("complete -o filenames -F _tally tally", with: wholeWords)
  }

  /// Zsh supports `--option=value` only with an = in the option's description.
  private static func withSigns(_ script: String) -> String {
    let lines = script.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let specification = line.drop { $0 == " " }
      guard specification.contains("]:") else { return String(line) }
      if specification.hasPrefix("'--") {
        return String(line.replacing("[", with: "=[", maxReplacements: 1))
      }
      // An option with a short name has both in braces.
      return String(line).replacing(/{(--[a-z-]+),(-[a-z])}/) { "{\($0.1)=,\($0.2)+}" }
    }
    return lines.joined(separator: "\n")
  }

  /// Bash functions that complete whole words. Readline also splits words at `:` and `=`, which
  /// counter names may contain, and completes only the last part.
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

/// A word being completed in Bash. Bash inserts candidates unchanged, so characters with a meaning
/// in the shell are quoted.
struct BashWord {
  /// The meaning of the word up to the cursor.
  private let text: String
  /// The beginning of the word, which stays as typed.
  private let kept: ShellWord

  /// - Parameters:
  ///   - word: the word as typed.
  ///   - end: its end that a candidate replaces, without an open quotation mark and without the
  ///     part before a character that splits words in Readline.
  init(_ word: String, replacing end: String) {
    // Not by characters: a combining mark at the beginning of the end makes one with what is before.
    let scalars = word.unicodeScalars
    let last = scalars.ranges(of: end.unicodeScalars).last
    let start = String(scalars[..<(last?.lowerBound ?? scalars.startIndex)])
    kept = ShellWord(start)
    text = ShellWord(start + end).text
  }

  /// The candidates that complete the word to one of the names.
  func candidates(_ names: [String]) -> [String] {
    names.filter { $0.utf8.starts(with: text.utf8) }.map { name in
      quoted(name.unicodeScalars.dropFirst(kept.text.unicodeScalars.count))
    }
  }

  private func quoted(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    let text = scalars.reduce(into: "") { $0 += quoted($1) }
    // Readline closes an open quote, unless there is a quotation mark already.
    guard let quote = kept.quote, text.unicodeScalars.last == quote else { return text }
    return text + String(quote)
  }

  private func quoted(_ scalar: Unicode.Scalar) -> String {
    switch (kept.quote, scalar) {
    case ("'", "'"): "'\\''"
    case ("\"", "$"), ("\"", "`"), ("\"", "\""), ("\"", "\\"): "\\\(scalar)"
    // In double quotes, only this prevents a history expansion.
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

extension CompletionKind {
  /// Completes the names of the saved login's counters.
  static var counterNames: CompletionKind {
    .custom { words, index, _ in
      // Errors must not interrupt typing.
      guard words.indices.contains(index),
        let context = await CommandContext(completing: ShellWords(words)),
        let session = try? await context.session(),
        let counters = try? await context.useCases.counters.counters(in: session)
      else { return [] }
      // Other names occur only in a tampered store, and cannot be passed to a shell.
      let names = counters.map(\.typedName).filter {
        !$0.unicodeScalars.contains { $0.properties.generalCategory == .control }
      }
      return switch CompletionShell.requesting {
      case .bash:
        BashWord(words[index], replacing: CompletionScript.replacedText ?? words[index])
          .candidates(names)
      // Zsh shows the text after a colon as a description.
      case .zsh:
        names.map { name in
          name.unicodeScalars.reduce(into: "") { result, scalar in
            if scalar == "\\" || scalar == ":" { result += "\\" }
            result.unicodeScalars.append(scalar)
          }
        }
      default: names
      }
    }
  }
}
