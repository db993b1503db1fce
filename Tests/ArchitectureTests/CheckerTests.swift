import Testing

/// Tests of the checks themselves, with made-up sources.
@Suite(.limited) struct CheckerTests {
  private func violations(of path: String, _ text: String) -> [String] {
    ImportRule.violations(in: SourceFile(path: path, text: text))
  }

  private func imports(_ text: String) -> [ImportStatement] {
    ImportStatement.all(in: text)
  }

  @Test(arguments: [
    ("import Foundation", nil),
    ("internal import Foundation", "internal"),
    ("public import Foundation", "public"),
    ("@preconcurrency import Foundation", nil),
    ("@preconcurrency internal import Foundation", "internal"),
    ("internal @preconcurrency import Foundation", "internal"),
    ("@_spi(Private) private import Foundation", "private"),
    ("import struct Foundation.Date", nil),
    ("internal import func Foundation.exit", "internal"),
    ("import Foundation.NSDate", nil),
    ("@testable import Foundation", nil),
  ])
  func `an import is recognised in every form`(text: String, access: String?) {
    #expect(imports(text) == [ImportStatement(module: "Foundation", access: access)])
  }

  @Test(arguments: [
    "// import Foundation", "/// import Foundation", "let text = \"import Foundation\"",
    "self.import(file)", "store.import = 1", "read(import: file)", "func `import`() {}",
    "importFoundation()", "func `an import that is told`() {}",
  ])
  func `text that mentions an import is not one`(text: String) {
    #expect(imports(text) == [])
  }

  @Test func `conditional imports are recognised`() {
    let text = """
      #if canImport(Glibc)
        internal import Glibc
      #elseif canImport(Darwin)
        import Darwin
      #endif
      import Domain
      """
    #expect(
      imports(text) == [
        ImportStatement(module: "Glibc", access: "internal", isConditional: true),
        ImportStatement(module: "Darwin", isConditional: true),
        ImportStatement(module: "Domain"),
      ])
  }

  @Test(arguments: [
    ("Domain/Refusal.swift", "import Foundation"),
    ("Domain/Accounts/User.swift", "#if os(Linux)\nimport Foundation\n#endif"),
    ("Data/SQLite/SQLiteStore.swift", "import CSQLite"),
    ("Data/SQLite/SQLiteStore.swift", "public import Platform"),
    ("Data/Platform/C.swift", "import Glibc"),
    ("Data/SQLite/SQLiteStore.swift", "internal import Foundation"),
    ("Presentation/Scenes/LoginScene.swift", "import Foundation"),
    ("App/Line/LineView.swift", "import ArgumentParser"),
    ("App/Line/LineView.swift", "import CNcurses"),
    ("App/Commands/List.swift", "import Foundation"),
    ("App/Composition/Root.swift", "import CSQLite"),
    ("App/Composition/Root.swift", "import struct ArgumentParser.Option"),
    ("App/Compositions/Root.swift", "import Domain"),
    ("App/Line/LineView.swift", "@preconcurrency import Foundation"),
    ("App/Tally/Tally.swift", "import ArgumentParser"),
    ("Elsewhere/File.swift", "import Domain"),
  ])
  func `a forbidden import is found`(path: String, text: String) {
    #expect(violations(of: path, text).count == 1)
  }

  @Test(arguments: [
    ("Domain/Accounts/Secret.swift", "import Synchronization"),
    ("Data/SQLite/SQLiteStore.swift", "import Domain\ninternal import CSQLite"),
    ("Data/Platform/C.swift", "#if canImport(Glibc)\nimport Glibc\n#endif"),
    ("Presentation/Scenes/LoginScene.swift", "import Domain\nimport Observation"),
    ("App/Line/LineView.swift", "import CLineEditor\nimport Presentation"),
    ("App/Composition/Root.swift", "import Data\nimport Domain"),
    ("App/Commands/List.swift", "import ArgumentParser\nimport Domain"),
  ])
  func `an allowed import is accepted`(path: String, text: String) {
    #expect(violations(of: path, text) == [])
  }
}
