import ArgumentParser
import Foundation

/// The program's commands, as described by the argument parser.
struct ToolDescription: Decodable, Sendable {
  struct Command: Decodable, Sendable {
    let commandName: String
    let abstract: String?
    let discussion: String?
    let shouldDisplay: Bool
    let subcommands: [Command]?
    let arguments: [Argument]?
  }

  struct Argument: Decodable, Sendable {
    enum Kind: String, Decodable, Sendable {
      case positional, option, flag
    }

    struct Name: Decodable, Sendable {
      let kind: String
      let name: String
    }

    let kind: Kind
    let shouldDisplay: Bool
    let isOptional: Bool
    let names: [Name]?
    let valueName: String?
    let abstract: String?
  }

  let command: Command

  /// The description of `tally`.
  ///
  /// - Throws: `DecodingError` when the parser's format has changed.
  static func ofTally() throws -> ToolDescription { try described.get() }

  /// Made once, since it takes the parser a while.
  private static let described = Result { try describe() }

  private static func describe() throws -> ToolDescription {
    do {
      _ = try TallyCommand.parseAsRoot(["--experimental-dump-help"])
      throw ExitCode.failure
    } catch let error where !(error is ExitCode) {
      return try JSONDecoder().decode(
        ToolDescription.self, from: Data(TallyCommand.fullMessage(for: error).utf8))
    }
  }
}
