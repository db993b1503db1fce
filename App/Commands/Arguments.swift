import ArgumentParser
import Domain
import Presentation

/// An argument that may be a negative number.
///
/// The parser takes everything that begins with a minus for an option, except an option's value. So
/// `shielded` replaces the minus of negative numbers, and this type restores it.
struct PlainText: ExpressibleByArgument, CustomStringConvertible {
  let text: String

  init(argument: String) {
    text = argument.hasPrefix(Self.shield) ? "-" + argument.dropFirst(Self.shield.count) : argument
  }

  var description: String { text }

  /// The arguments after the program's name.
  ///
  /// - Throws: `Refusal.notUTF8`, for which `CommandLine.arguments` has U+FFFD instead.
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

  /// The arguments with shielded numbers, for the parser.
  static func shielded(_ arguments: [String]) -> [String] {
    let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
    return arguments[..<end].flatMap(shielded) + arguments[end...]
  }

  private static func shielded(_ argument: String) -> [String] {
    // Otherwise the parser would take the next argument as the missing value.
    if argument.hasPrefix("--"), argument.hasSuffix("=") {
      return [String(argument.dropLast()), ""]
    }
    let isNumber = argument.hasPrefix("-") && argument.dropFirst().first?.isASCIIDigit == true
    return [isNumber ? shield + argument.dropFirst() : argument]
  }

  /// A message with the arguments as typed.
  static func unshielded(_ message: String) -> String {
    message.split(separator: shield, omittingEmptySubsequences: false).joined(separator: "-")
  }

  /// A noncharacter, which no text should contain.
  private static let shield = "\u{10FFFD}"
}

extension Character {
  var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}

extension PlainText {
  /// Whether the text is a number, perhaps too large for 64 bits.
  var isNumber: Bool {
    let digits = text.drop { $0 == "+" || $0 == "-" }
    return !digits.isEmpty && text.count - digits.count < 2 && digits.allSatisfy(\.isASCIIDigit)
  }

  /// The arguments of a command with an optional name before its value.
  static func nameAndValue(_ first: PlainText?, _ second: PlainText?) -> (PlainText?, String) {
    second.map { (first, $0.text) } ?? (nil, first?.text ?? "")
  }
}

extension ValidationError {
  /// Checks that there is a value after the optional name.
  static func requireValue(_ first: PlainText?, named name: String) throws {
    if first == nil { throw ValidationError("Missing expected argument '<\(name)>'") }
  }

  /// An empty file name often comes from an unset variable in a script.
  static let namelessFile = ValidationError("Please provide the name of a file")
}

/// A required counter.
struct CounterArgument: ParsableArguments {
  @Argument(
    help: "The counter's name; upper and lower case are the same.", completion: .counterNames)
  var name: PlainText
}

/// An optional counter; by default the open one.
struct OptionalCounterArgument: ParsableArguments {
  @Argument(
    help: "The counter's name, in upper or lower case; the open counter by default.",
    completion: .counterNames)
  var name: PlainText?
}

extension ArgumentHelp {
  /// The help of an optional name before other arguments.
  static let leadingName = ArgumentHelp(
    "The counter's name, in upper or lower case; the open counter by default.", valueName: "name")
}

/// The output format.
struct FormatOption: ParsableArguments {
  @Option(help: "The output format.")
  var format: OutputFormat = .text
}

extension Span: ExpressibleByArgument {}
