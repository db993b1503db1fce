import Doubles
import Testing

@testable import Domain

@Suite(.limited) struct PasswordPolicyTests {
  private func check(_ password: String, for username: String = "ada") throws {
    try PasswordPolicy.check(secret(password), for: try Username(username))
  }

  @Test(arguments: [
    "long enough 1", "kX3vqz9p", "\u{E9}\u{E8}\u{EA}\u{EB}\u{E0}\u{E2}\u{F4}\u{FB}",
    "\u{1F9C0}\u{1F377}\u{1F4DA}\u{1F6B2}\u{1F319}\u{1F525}\u{1F33A}\u{1F511}",
    "aaaaaaab", "adaadaad", "adalovelace", "abcdefgx", "a password of mine", " 3fl;9 q ",
    "dragon20241", "dragon 1", "1dragon1 ", "12345678x9", "!#%&\u{2F}()=", "password\u{E9}",
  ])
  func `a password of 8 characters that is not common is accepted`(password: String) throws {
    try check(password)
  }

  @Test(
    arguments: [
      ("", .tooShort),
      ("kX3vqz9", .tooShort),
      ("\u{E9}\u{E8}\u{EA}\u{EB}\u{E0}\u{E2}\u{F4}", .tooShort),
      ("aaaaaaaa", .oneCharacterRepeated),
      ("aAaAaAaAaA", .oneCharacterRepeated),
      (String(repeating: "\u{E9}", count: 8), .oneCharacterRepeated),
      (String(repeating: "\u{1F9C0}", count: 9), .oneCharacterRepeated),
      ("01234567", .sequence), ("1234567890", .sequence), ("09876543", .sequence),
      ("abcdefgh", .sequence), ("STUVWXYZ", .sequence), ("zyxwvuts", .sequence),
      ("abcdefghijklmnopqrstuvwxyz", .sequence),
      ("wertyuiop", .sequence), ("poiuytrew", .sequence), ("lkjhgfds", .sequence),
      ("1qaz2wsx", .sequence), ("xsw2zaq1", .sequence), ("1Q2w3e4r5t", .sequence),
      ("123456789012", .sequence), ("7890123456", .sequence), ("210987654321", .sequence),
      ("xyzabcdef", .sequence), ("qwertyuiopqwerty", .sequence), ("qwertzuiop", .sequence),
      (String(repeating: "0123456789", count: 100), .sequence),
      ("password", .common), ("PASSWORD", .common), ("p4s5w0rd", .common), ("P@$$word", .common),
      ("trustnoone", .common), ("1zzZZzzz", .common), ("trustno1", .commonLengthened),
      ("PassWord1", .commonLengthened), ("iloveyou!", .commonLengthened),
      ("welcome1", .commonLengthened), ("Welc0me!", .commonLengthened),
      ("qwerty123", .commonLengthened), ("letmein99", .commonLengthened),
      ("dragon2024", .commonLengthened), ("monkey123!", .commonLengthened),
    ] as [(String, PasswordPolicy.Fault)])
  func `a common password is refused with the reason`(
    password: String, fault: PasswordPolicy.Fault
  ) {
    #expect(throws: Refusal.password(fault)) { try check(password) }
  }

  @Test(arguments: [
    ("Lovelace", "lovelace"), ("lovelace", "LOVELACE"), ("ada", "adaadaada"),
    ("Ada", "aDaAdAADA"), ("xyz1", "XYZ1xyz1"),
  ])
  func `the username is refused as a password, once or repeated`(username: String, password: String)
  {
    #expect(throws: Refusal.password(.username)) { try check(password, for: username) }
  }

  @Test func `up to 1,024 bytes are accepted`() throws {
    let longest = String(repeating: "0x", count: 512)
    try check(longest)
    #expect(throws: Refusal.password(.tooLong)) { try check(longest + "0") }
    #expect(throws: Refusal.password(.tooLong)) {
      try check(String(repeating: "a", count: 1_025))
    }
  }

  @Test func `the list is sorted for the search, and longer than ASVS requires`() {
    let entries = PackageResources.common_passwords_txt.split(separator: UInt8(ascii: "\n"))
    let folded = entries.map { $0.map(\.folded) }
    #expect(zip(folded, folded.dropFirst()).allSatisfy { $0.lexicographicallyPrecedes($1) })
    #expect(entries.allSatisfy { $0.allSatisfy { (0x21..<0x7F).contains($0) } && $0.count >= 4 })
    #expect(entries.count { $0.count >= PasswordPolicy.minimumLength } >= 3_000)
  }

  @Test func `every password of the list is found`() throws {
    let entries = PackageResources.common_passwords_txt.split(separator: UInt8(ascii: "\n"))
    let missed = entries.filter { entry in
      entry.withUnsafeBytes { CommonPasswords.fault(of: $0) } != .common
    }
    #expect(missed.isEmpty)
  }

  @Test func `part of a common password, or two in a row, does not match`() throws {
    try check("passwor\u{F8}d")
    try check("password\nbaseball")
    try check("password sunshine")
  }
}
