import Foundation
import Testing

/// A shell with completion for `tally` at a terminal.
enum CompletingShell: String, CaseIterable {
  case bash, zsh, fish

  /// The installed shells.
  static let installed: [CompletingShell] = allCases.filter {
    FileManager.default.isExecutableFile(atPath: $0.path)
  }

  static let missing = allCases.filter { !installed.contains($0) }

  var path: String { "/usr/bin/\(rawValue)" }

  /// Skips the user's own settings.
  var arguments: [String] {
    switch self {
    case .bash: ["--norc"]
    case .zsh: ["-f"]
    case .fish: ["--no-config"]
    }
  }

  /// Loads the completion script, the file `_tally` in the home folder.
  var setUp: String {
    switch self {
    case .bash: "PS1='> '; . ~/_tally"
    case .zsh: "PS1='> '; bindkey -e; fpath+=~; autoload -U compinit; compinit -u"
    case .fish: "source ~/_tally"
    }
  }
}

extension TallyProgram {
  /// Starts a shell in the home folder with the completion script.
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
