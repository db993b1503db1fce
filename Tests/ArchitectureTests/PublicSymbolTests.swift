import Testing

/// Public symbols have documentation.
///
/// The `swift format` rule `AllPublicDeclarationsHaveDocumentation` would ask for a second comment
/// on what a protocol documents already.
@Suite(.limited) struct PublicSymbolTests {
  private static let rooms = ["Domain", "Data", "Presentation"]
  /// Requirements of the standard library, which documents them.
  private static let usual: Set = ["description", "customMirror", "<", "unownedExecutor"]

  @Test func `every public symbol has a comment, or implements a requirement that has one`()
    throws
  {
    let sources = try Self.rooms.flatMap(Repository.swiftFiles)
    let symbols = sources.flatMap { source in
      PublicSymbol.all(in: source).map { (source.path, $0) }
    }
    let requirements = Set(
      symbols.map(\.1).filter { $0.isRequirement && $0.isDocumented }.map(\.name))
    let bare = symbols.filter { _, symbol in
      !symbol.isDocumented && !Self.usual.contains(symbol.name)
        && (symbol.isRequirement || !requirements.contains(symbol.name))
    }
    #expect(!requirements.isEmpty)
    #expect(bare.map { "\($0):\($1.line) \($1.name)" } == [])
  }

  @Test(arguments: [
    ("public struct A {\n  public let b: Int\n}", ["A", "b"]),
    ("/// One.\npublic enum A: Sendable {\n  case b(Int)\n  /// Two.\n  case c\n}", ["b"]),
    ("/// One.\n@MainActor\npublic final class A {\n  let b = 1\n}", []),
    ("/// One.\npublic protocol A {\n  func b() async\n}", ["b"]),
    ("public import Domain\nextension A {\n  public init() {}\n}", ["init"]),
    ("func a() {\n  switch b {\n  case .c: d\n  }\n}", []),
  ])
  func `a symbol without a comment is found`(text: String, names: [String]) {
    let symbols = PublicSymbol.all(in: SourceFile(path: "A.swift", text: text))
    #expect(symbols.filter { !$0.isDocumented }.map(\.name) == names)
  }
}
