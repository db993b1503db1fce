import Presentation

/// A part of an HTML document.
///
/// Markup is written as a literal, and every text in it is escaped: `"<h1>\(name)</h1>"`. A literal
/// is a `StaticString`, so nothing that somebody typed can become markup. Attributes are always
/// quoted.
struct HTML: Equatable, Sendable, ExpressibleByStringInterpolation {
  /// The markup.
  private(set) var text: String

  /// Creates markup without texts in it.
  init(stringLiteral markup: StaticString) {
    text = markup.description
  }

  /// Creates markup with escaped texts in it.
  init(stringInterpolation: Interpolation) {
    text = stringInterpolation.text
  }

  /// Creates markup from a file of the program. Nothing is escaped, so this is for no other text.
  init(ofProgram file: [UInt8]) {
    text = String(decoding: file, as: UTF8.self)
  }

  /// One part after the other.
  static func + (one: HTML, other: HTML) -> HTML { "\(one)\(other)" }

  /// Collects the parts of a literal.
  struct Interpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity * 2)
    }

    mutating func appendLiteral(_ markup: StaticString) {
      text += markup.description
    }

    /// A text for a person. Invisible characters are escaped as in every toolkit.
    mutating func appendInterpolation(_ text: String) {
      appendEscaped(visible(text))
    }

    /// A text that the browser sends back as it is: the value of a field or a link.
    mutating func appendInterpolation(exactly text: String) {
      appendEscaped(text)
    }

    /// A number.
    mutating func appendInterpolation(_ number: some BinaryInteger) {
      text += String(number)
    }

    /// The link to a route.
    mutating func appendInterpolation(_ route: Route) {
      appendEscaped(PageAddress(route).url)
    }

    /// Another part.
    mutating func appendInterpolation(_ html: HTML) {
      text += html.text
    }

    /// Another part, or nothing.
    mutating func appendInterpolation(_ html: HTML?) {
      text += html?.text ?? ""
    }

    /// Other parts, one after the other.
    mutating func appendInterpolation(_ parts: [HTML]) {
      for part in parts { text += part.text }
    }

    private mutating func appendEscaped(_ plain: String) {
      for scalar in plain.unicodeScalars {
        switch scalar {
        case "&": text += "&amp;"
        case "<": text += "&lt;"
        case ">": text += "&gt;"
        case "\"": text += "&quot;"
        case "'": text += "&#39;"
        default: text.unicodeScalars.append(scalar)
        }
      }
    }
  }
}
