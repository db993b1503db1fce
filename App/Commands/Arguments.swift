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
  var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}

extension PlainText {
  /// Whether the text is a number, be it one that is too large.
  var isNumber: Bool {
    let digits = text.drop { $0 == "+" || $0 == "-" }
    return !digits.isEmpty && text.count - digits.count < 2 && digits.allSatisfy(\.isASCIIDigit)
  }

  /// The two words of a command before whose value a name may be left out.
  static func nameAndValue(_ first: PlainText?, _ second: PlainText?) -> (PlainText?, String) {
    second.map { (first, $0.text) } ?? (nil, first?.text ?? "")
  }
}

extension ValidationError {
  /// Makes sure that there is the value before which a name may be left out.
  static func requireValue(_ first: PlainText?, named name: String) throws {
    if first == nil { throw ValidationError("Missing expected argument '<\(name)>'") }
  }

  /// The name comes of a variable that a script has not set.
  static let namelessFile = ValidationError("Please provide the name of a file")
}

/// The counter that a command is about.
struct CounterArgument: ParsableArguments {
  @Argument(
    help: "The counter's name, in any case.", completion: .counterNames)
  var name: PlainText
}

/// The counter that a command is about, unless that is the open one.
struct OptionalCounterArgument: ParsableArguments {
  @Argument(
    help: "The counter's name, in any case; the open one by default.", completion: .counterNames)
  var name: PlainText?
}

extension ArgumentHelp {
  /// A name that may be left out before what else a command takes.
  static let leadingName = ArgumentHelp(
    "The counter's name, in any case; the open one by default.", valueName: "name")
}

/// How results are written.
struct FormatOption: ParsableArguments {
  @Option(help: "The output format.")
  var format: OutputFormat = .text
}

extension Span: ExpressibleByArgument {}
