import CTerminal
import Platform
import Presentation

/// The text settings of the environment.
package struct TextLocale: Sendable {
  /// Whether the output's reader understands UTF-8.
  let hasUTF8: Bool

  /// The environment's locale, always with UTF-8, which all of Tally's texts use. Sets the locale
  /// of the process.
  package static let adopted: TextLocale = {
    setlocale(LC_CTYPE, "")
    let hasUTF8 = String(cString: nl_langinfo(Int32(CODESET))) == "UTF-8"
    if !hasUTF8 { setlocale(LC_CTYPE, "C.UTF-8") }
    return TextLocale(hasUTF8: hasUTF8)
  }()

  /// The metrics of `output`, with its present size.
  package func metrics(environment: Environment, to output: Descriptor = .output) -> TextMetrics {
    TextMetrics(
      columns: columns(of: output, environment: environment), hasBlocks: hasUTF8,
      isTerminal: output.isTerminal)
  }

  private func columns(of output: Descriptor, environment: Environment) -> Int {
    if let columns = environment["COLUMNS"].flatMap(Int.init), columns > 0 { return columns }
    return output.windowSize.map { Int($0.ws_col) }.flatMap { $0 > 0 ? $0 : nil } ?? 80
  }
}

extension Descriptor {
  /// The number of rows of the terminal, if known.
  var rows: Int? { windowSize.map { Int($0.ws_row) }.flatMap { $0 > 0 ? $0 : nil } }

  fileprivate var windowSize: winsize? {
    var size = winsize()
    return ioctl(number, UInt(TIOCGWINSZ), &size) == 0 ? size : nil
  }
}

extension TextMetrics {
  /// Creates metrics with the character widths of the terminal's locale.
  package init(columns: Int, hasBlocks: Bool, isTerminal: Bool = false) {
    self.init(columns: columns, hasBlocks: hasBlocks, isTerminal: isTerminal) {
      Int(terminal_width(Int32(bitPattern: $0.value)))
    }
  }
}
