import ArgumentParser
import Domain
import Presentation

/// An argument that may begin with a minus because it is a number.
///
/// The parser takes whatever begins with a minus for an option, and only an option's value can be exempted. So
/// `shielded` gives negative numbers another beginning, and this type takes that back.
struct PlainText: ExpressibleByArgument, CustomStringConvertible {
  let text: String

  init(argument: String) {
    text = argument.hasPrefix(Self.shield) ? "-" + argument.dropFirst(Self.shield.count) : argument
  }

  var description: String { text }

  /// What was typed after the program's name.
  ///
  /// - Throws: `Refusal.notUTF8`, where `CommandLine.arguments` has U+FFFD instead.
  static func arguments(of vector: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>)
    throws(Refusal) -> [String]
  {
    var arguments: [String] = []
    var next = vector
    while let bytes = next.pointee {
      guard let argument = String(validatingCString: bytes) else { throw .notUTF8 }
      arguments.append(argument)
      next += 1
    }
    return Array(arguments.dropFirst())
  }

  /// The program's arguments as the parser is to see them.
  static func shielded(_ arguments: [String]) -> [String] {
    let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
    return arguments[..<end].flatMap(shielded) + arguments[end...]
  }

  private static func shielded(_ argument: String) -> [String] {
    // The parser would take the next argument for the value that is missing.
    if argument.hasPrefix("--"), argument.hasSuffix("=") {
      return [String(argument.dropLast()), ""]
    }
    let isNumber = argument.hasPrefix("-") && argument.dropFirst().first?.isASCIIDigit == true
    return [isNumber ? shield + argument.dropFirst() : argument]
  }

  /// A message with the arguments as they were typed.
  static func unshielded(_ message: String) -> String {
    message.split(separator: shield, omittingEmptySubsequences: false).joined(separator: "-")
  }

  /// For private use, says Unicode: it means nothing to anybody else.
  private static let shield = "\u{10FFFD}"
}

extension Character {
  fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}

/// The counter that a command is about.
struct CounterArgument: ParsableArguments {
  @Argument(
    help: "The counter's name, in any case.", completion: .counterNames)
  var name: PlainText
}

/// How results are written.
struct FormatOption: ParsableArguments {
  @Option(help: "The output format.")
  var format: OutputFormat = .text
}

extension Span: ExpressibleByArgument {}
