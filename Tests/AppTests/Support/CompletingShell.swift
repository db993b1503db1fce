import Foundation
import Testing

/// A shell at a terminal that completes the words of `tally`.
enum CompletingShell: String {
  case bash, zsh, fish

  /// Those that are there.
  static let installed: [CompletingShell] = [.bash, .zsh, .fish].filter {
    FileManager.default.isExecutableFile(atPath: $0.path)
  }

  var path: String { "/usr/bin/\(rawValue)" }

  /// What it reads of its own accord would be somebody's settings.
  var arguments: [String] {
    switch self {
    case .bash: ["--norc"]
    case .zsh: ["-f"]
    case .fish: ["--no-config"]
    }
  }

  /// How it takes the completion script, the file `_tally` in the home folder.
  var setUp: String {
    switch self {
    case .bash: "PS1='> '; . ~/_tally"
    case .zsh: "PS1='> '; bindkey -e; fpath+=~; autoload -U compinit; compinit -u"
    case .fish: "source ~/_tally"
    }
  }
}

extension TallyProgram {
  /// Starts a shell in the home folder that has taken its completion script.
  func terminal(with shell: CompletingShell) async throws -> PseudoTerminal {
    try write(try await run(["--generate-completion-script", shell.rawValue]).output, to: "_tally")
    let terminal = try PseudoTerminal(columns: 200)
    try await terminal.start(
      shell.path, shell.arguments,
      environment: environment.merging(
        ["PATH": "\(TallyProgram.folder):/usr/bin:/bin", "TERM": "dumb"]
      ) { $1 })
    try await terminal.type("cd ~; \(shell.setUp); echo rea''dy\r")
    try await terminal.expect("ready")
    return terminal
  }
}
