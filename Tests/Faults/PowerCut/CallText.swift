import Foundation

/// A parsed line of `strace`: `name(argument, argument) = result`.
struct CallText {
  let name: String
  private let arguments: [Data]
  private let result: Data

  init(_ line: Data) {
    let open = line.firstIndex(of: UInt8(ascii: "(")) ?? line.endIndex
    name = String(decoding: line[..<open], as: UTF8.self)
    let end = line.range(of: Data(") ".utf8), options: .backwards) ?? line.endIndex..<line.endIndex
    // The result may be followed by a remark in brackets.
    let equals =
      line.range(of: Data(" = ".utf8), options: .backwards) ?? end
    let close = line[..<equals.lowerBound].lastIndex(of: UInt8(ascii: ")")) ?? end.lowerBound
    result = line[min(equals.upperBound, line.endIndex)...]
    // Strings contain no comma, because they are hexadecimal.
    arguments =
      open < close
      ? line[line.index(after: open)..<close].split(
        separator: UInt8(ascii: ","), omittingEmptySubsequences: false
      ).map { $0.drop { $0 == UInt8(ascii: " ") } } : []
  }

  var argumentCount: Int { arguments.count }

  /// Whether the call succeeded.
  var succeeded: Bool {
    result.first.map { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "?") } ?? false
  }

  /// Whether the words are among the flags of the call, or in the remark after it.
  func mentions(_ words: String) -> Bool {
    ([result] + arguments.filter { $0.first != UInt8(ascii: "\"") })
      .contains { $0.range(of: Data(words.utf8)) != nil }
  }

  func number(_ index: Int) -> Int? {
    arguments.indices.contains(index) ? Int(String(decoding: arguments[index], as: UTF8.self)) : nil
  }

  /// A descriptor and the path of its file, unless the file was removed.
  func descriptor(_ index: Int) -> (number: Int, path: String)? {
    guard arguments.indices.contains(index) else { return nil }
    let argument = arguments[index]
    guard let start = argument.firstIndex(of: UInt8(ascii: "<")),
      let end = argument.lastIndex(of: UInt8(ascii: ">")), end == argument.endIndex - 1,
      let number = Int(String(decoding: argument[..<start], as: UTF8.self))
    else { return nil }
    return (number, String(decoding: Self.decoded(argument[start..<end]), as: UTF8.self))
  }

  /// The path that an argument is or refers to.
  func path(_ index: Int) -> String? {
    if let descriptor = descriptor(index) { return descriptor.path }
    guard arguments.indices.contains(index), arguments[index].first == UInt8(ascii: "\""),
      name != "write", name != "pwrite64"
    else { return nil }
    return String(decoding: bytes(index), as: UTF8.self)
  }

  /// The bytes of a string.
  func bytes(_ index: Int) -> [UInt8] {
    arguments.indices.contains(index) ? Self.decoded(arguments[index]) : []
  }

  /// The bytes of all `\xNN` in a text.
  private static func decoded(_ text: Data) -> [UInt8] {
    text.withUnsafeBytes { text in
      var bytes: [UInt8] = []
      bytes.reserveCapacity(text.count / 4)
      var index = 0
      while index + 3 < text.count {
        if text[index] == UInt8(ascii: "\\"), text[index + 1] == UInt8(ascii: "x") {
          bytes.append(digit(text[index + 2]) << 4 | digit(text[index + 3]))
          index += 4
        } else {
          index += 1
        }
      }
      return bytes
    }
  }

  private static func digit(_ character: UInt8) -> UInt8 {
    character >= UInt8(ascii: "a")
      ? character - UInt8(ascii: "a") + 10 : character - UInt8(ascii: "0")
  }
}
