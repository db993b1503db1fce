import Platform

/// A text as a picture that phones read, made by libqrencode if the machine has it.
public struct QRCode {
  /// The rows of the picture; `true` is dark.
  public let rows: [[Bool]]

  /// Fails without the library, and for a text that is too long.
  ///
  /// - Parameter text: what phones read.
  public init?(_ text: String) {
    guard let library = dlopen("libqrencode.so.4", RTLD_NOW),
      let encode = dlsym(library, "QRcode_encodeString"), let free = dlsym(library, "QRcode_free")
    else { return nil }
    let encodeString = unsafeBitCast(encode, to: EncodeString.self)
    guard let code = encodeString(text, 0, 0, 2, 1) else { return nil }
    defer { unsafeBitCast(free, to: Free.self)(code) }
    // struct { int version; int width; unsigned char *data; }, where bit 0 of a byte is dark.
    let width = Int(code.load(fromByteOffset: 4, as: Int32.self))
    let data = code.load(fromByteOffset: 8, as: UnsafePointer<UInt8>.self)
    rows = (0..<width).map { row in (0..<width).map { data[row * width + $0] & 1 == 1 } }
  }

  /// `nil` where phones cannot read the code: in a pipe, and on a terminal that is too narrow for it or
  /// has no block characters.
  package init?(_ text: String, for metrics: TextMetrics) {
    guard metrics.isTerminal, metrics.hasBlocks else { return nil }
    self.init(text)
    guard width <= metrics.columns else { return nil }
  }

  /// The code for whoever reads the standard output.
  ///
  /// - Parameter text: what phones read.
  /// - Returns: the code; `nil` where phones cannot read it.
  public static func forOutput(_ text: String) -> QRCode? {
    QRCode(text, for: TextLocale.adopted.metrics(environment: .process))
  }

  /// The columns of `lines`.
  var width: Int { rows.count + 2 * Self.margin }

  /// The margin that phones need around it.
  static let margin = 4

  /// The picture for a terminal with its margin. It has colors, because phones read no bright code on a
  /// dark ground.
  public var lines: [String] {
    blocks(margin: Self.margin).map { "\u{1B}[30;107m\($0)\u{1B}[0m" }
  }

  /// The picture in block characters, two rows in each line.
  ///
  /// - Parameter margin: how many empty rows and columns are around it.
  /// - Returns: the lines, which need dark characters on a bright ground.
  public func blocks(margin: Int) -> [String] {
    let blank = [Bool](repeating: false, count: rows.count + 2 * margin)
    let side = [Bool](repeating: false, count: margin)
    let picture =
      [[Bool]](repeating: blank, count: margin) + rows.map { side + $0 + side }
      + [[Bool]](repeating: blank, count: margin + 1)
    return stride(from: 0, to: picture.count - 1, by: 2).map { row in
      zip(picture[row], picture[row + 1]).map { upper, lower in
        switch (upper, lower) {
        case (true, true): "█"
        case (true, false): "▀"
        case (false, true): "▄"
        case (false, false): " "
        }
      }.joined()
    }
  }

  /// `QRcode_encodeString(text, version, level, mode, isCaseSensitive)`: version 0 is the smallest
  /// one, level 0 repairs 7 %, which is enough on a screen, mode 2 is for bytes.
  private typealias EncodeString =
    @convention(c) (UnsafePointer<CChar>, Int32, Int32, Int32, Int32) -> UnsafeMutableRawPointer?
  private typealias Free = @convention(c) (UnsafeMutableRawPointer) -> Void
}
