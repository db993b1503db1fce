import ArgumentParser
import Domain
import Terminal

/// Corrections of the parser's completion scripts.
package enum CompletionScript {
  /// The corrected script; other texts stay unchanged.
  package static func finished(_ text: String) -> String {
    if text.hasPrefix("#!/bin/bash") { return withNamesAsData(withAliasesInBash(text)) }
    if text.hasPrefix("#compdef") {
      // Without this, Zsh would insert `!` as the beginning of a history expansion.
      return withSigns(withAliasesInZsh(text))
        .replacing("unsetopt aliases banghist", with: "unsetopt aliases")
    }
    return text.hasPrefix("function __tally") ? withAliasesInFish(text) : text
  }

  /// The names of the commands, for a script.
  private static var commands: String { TallyCommand.commandNames.joined(separator: " ") }

  private static let aliases = CommandParser.aliases.sorted { $0.key < $1.key }

  /// Completes the words after an alias as after its command, and commands after `help`.
  private static func withAliasesInBash(_ script: String) -> String {
    let cases = aliases.map { "    \($0) ) subcommand=\($1) ;;\n" }.joined()
    return
      script
      .replacing(
        "    local -r subcommand=\"${unparsed_words[0]}\"\n",
        with: "    local subcommand=\"${unparsed_words[0]}\"\n"
          + "    case \"${subcommand}\" in\n\(cases)    esac\n"
      )
      .replacing(
        "    __tally_offer_flags_options -1\n}\n",
        with: """
              __tally_offer_flags_options -1
              ((positional_number == 1)) && COMPREPLY+=($(compgen -W '\(commands)' -- "${cur}"))
          }

          """)
  }

  private static func withAliasesInZsh(_ script: String) -> String {
    let cases = aliases.map { "        \($0)) words[1]=\($1) ;;\n" }.joined()
    return
      script
      .replacing(
        "    arg)\n", with: "    arg)\n        case \"${words[1]}\" in\n\(cases)        esac\n"
      )
      .replacing("'*:subcommands:'", with: "'1:command:(\(commands))'")
  }

  private static func withAliasesInFish(_ script: String) -> String {
    let cases = aliases.map { "    case '\($0)'\n        set -a commands '\($1)'\n" }.joined()
    let script = aliases.reduce(script) { script, alias in
      script.replacing("case '\(alias.value)'\n", with: "case '\(alias.value)' '\(alias.key)'\n")
    }
    return script.replacing(
      "    set -a commands $unparsed_tokens[1]\n",
      with: """
            switch $unparsed_tokens[1]
        \(cases)    case '*'
                set -a commands $unparsed_tokens[1]
            end

        """)
        + """

        complete -c 'tally' -n '__tally_should_offer_completions_for_positional "tally help" -eq 1' \
        -fa '\(commands)'
        """
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
