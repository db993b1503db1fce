import ArgumentParser
import Domain
import Presentation

/// An argument that may be a negative number.
///
/// The parser takes everything that begins with a minus for an option, except an option's value. So
/// `shielded` replaces the minus of negative numbers, and this type restores it.
struct PlainText: ExpressibleByArgument, CustomStringConvertible {
  let text: String

  init(text: String) { self.text = text }

  init(argument: String) {
    let rest = String(argument.unicodeScalars.dropFirst())
    text =
      !argument.beginsExactly(with: Self.shield)
      ? argument : rest.beginsExactly(with: Self.shield) ? rest : "-" + rest
  }

  var description: String { text }

  /// The arguments with shielded numbers, for the parser.
  static func shielded(_ arguments: [String]) -> [String] {
    let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
    return arguments[..<end].flatMap(shielded) + arguments[end...].map(doublingShield)
  }

  private static func shielded(_ argument: String) -> [String] {
    let scalars = argument.unicodeScalars
    if argument.beginsExactly(with: "--"), let sign = scalars.firstIndex(of: "=") {
      let value = scalars[scalars.index(after: sign)...]
      // Otherwise the parser would take the next argument as the missing value, and would not find
      // a sign that makes one character with a combining mark after it.
      if value.isEmpty || argument.firstIndex(of: "=") == nil
        || value.first == shield.unicodeScalars.first
      {
        return [String(scalars[..<sign]), doublingShield(String(value))]
      }
    }
    let isNumber = argument.beginsWithMinus && scalars.dropFirst().first?.isASCIIDigit == true
    return [isNumber ? shield + String(scalars.dropFirst()) : doublingShield(argument)]
  }

  /// The argument, with two shields in place of one at its beginning, which was typed.
  private static func doublingShield(_ argument: String) -> String {
    argument.beginsExactly(with: shield) ? shield + argument : argument
  }

  /// A message with the arguments as typed.
  static func unshielded(_ message: String) -> String {
    message.split(separator: shield, omittingEmptySubsequences: false).joined(separator: "-")
  }

  /// A noncharacter, which no text should contain.
  private static let shield = "\u{10FFFF}"
}

extension Unicode.Scalar {
  var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}

extension StringProtocol {
  /// Whether the text begins with this one, scalar by scalar. `hasPrefix` would not see a beginning
  /// whose last character a combining mark changes.
  package func beginsExactly(with beginning: String) -> Bool { utf8.starts(with: beginning.utf8) }

  /// Whether the text begins like an option.
  package var beginsWithMinus: Bool { utf8.first == UInt8(ascii: "-") }
}

extension PlainText {
  /// Whether the text is a number, perhaps too large for 64 bits.
  var isNumber: Bool {
    let scalars = text.unicodeScalars
    let digits = scalars.drop { $0 == "+" || $0 == "-" }
    return !digits.isEmpty && scalars.count - digits.count < 2
      && digits.allSatisfy(\.isASCIIDigit)
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

extension ArgumentHelp {
  /// The help of a counter's name that has to be given.
  static let requiredName: ArgumentHelp = "The counter's name; upper and lower case are the same."
  /// The help of an optional name, also before other arguments.
  static let leadingName = ArgumentHelp(
    "The counter's name, in upper or lower case; the open counter by default.", valueName: "name")
  /// The help of the output format.
  static let format: ArgumentHelp = "The output format."
  /// The help of the flag that creates a missing counter.
  static let create: ArgumentHelp = "Create the counter if it does not exist."
  /// The help of the time of a change.
  static let at = ArgumentHelp("When it happened: \(MomentText.forms).", valueName: "when")
  /// The help of the count that a change requires.
  static let expect = ArgumentHelp(
    "Change the count only if it is this number now.", valueName: "n")
}

extension NameSpecification {
  /// The name of an option that `-n 5` and `-n5` mean too, as in `head` and `git log`.
  static func number(_ name: String) -> NameSpecification {
    [.customLong(name), .customShort("n", allowingJoined: true)]
  }

  /// The name of the format; `-f csv` and `-fcsv` mean it too.
  static let format: NameSpecification = [
    .customLong("format"), .customShort("f", allowingJoined: true),
  ]
}
