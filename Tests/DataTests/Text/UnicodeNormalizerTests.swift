import Data
import Domain
import Doubles
import Foundation
import Testing

@Suite(.limited) struct `Text normalisation` {
  let form = UnicodeNormalizer()

  @Test(
    arguments: [
      ("e\u{301}", "\u{E9}"), ("\u{212B}", "\u{C5}"), ("a\u{323}\u{307}", "\u{1EA1}\u{307}"),
      ("a\u{307}\u{323}", "\u{1EA1}\u{307}"), ("\u{1100}\u{1161}", "\u{AC00}"), ("ascii", "ascii"),
      ("", ""), ("\u{FB01}", "\u{FB01}"), ("🇩🇪👩‍👩‍👧", "🇩🇪👩‍👩‍👧"),
    ])
  func `is NFC, for names and passwords alike`(_ pair: (text: String, form: String)) {
    #expect(Array(form.normalized(pair.text).utf8) == Array(pair.form.utf8))
    #expect(Array(form.normalized(secret(pair.text)).text.utf8) == Array(pair.form.utf8))
  }

  @Test(arguments: ["", "ascii", "\u{E9}", "🇩🇪"])
  func `keeps a normalised password unchanged`(_ text: String) {
    let password = secret(text)
    #expect(form.normalized(password) === password)
  }

  @Test func `gives an ASCII text the same key as Unicode does`() {
    let ascii = String(String.UnicodeScalarView((0..<0x80).compactMap(Unicode.Scalar.init)))
    let key = ascii.folding(options: .caseInsensitive, locale: nil)
    #expect(Array(form.key(of: ascii).utf8) == Array(key.utf8))
  }

  @Test func `leaves invalid UTF-8 to other checks`() {
    let invalid = Self.bytes([0x65, 0xCC, 0x81, 0xFF])
    #expect(form.normalized(invalid) === invalid)
  }

  @Test(
    arguments: [
      ("Main", "mAIN"), ("Straße", "STRASSE"), ("ΣΊΣΥΦΟΣ", "σίσυφος"), ("É", "e\u{301}"),
      ("ﬃ", "FFI"), ("\u{212A}", "k"), ("ǅ", "ǆ"),
    ])
  func `gives names that differ only in case the same key`(_ pair: (one: String, other: String)) {
    #expect(Array(form.key(of: pair.one).utf8) == Array(form.key(of: pair.other).utf8))
    #expect(form.key(of: form.key(of: pair.one)) == form.key(of: pair.one))
  }

  @Test(arguments: [("a", "ä"), ("ı", "i"), ("main", "main2"), ("1", "¹")])
  func `gives other names another key`(_ pair: (one: String, other: String)) {
    #expect(form.key(of: pair.one) != form.key(of: pair.other))
  }

  private static func bytes(_ bytes: [UInt8]) -> Secret {
    let secret = Secret(capacity: bytes.count)
    for byte in bytes { secret.append(byte) }
    return secret
  }
}
