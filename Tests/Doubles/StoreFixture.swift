import Domain
import Foundation

/// A store as a version of Tally made it, with all that is in it.
public struct StoreFixture: Sendable, CustomStringConvertible {
  /// The version of its schema.
  public let version: Int
  /// The store; only a copy of it may be opened.
  public let path: String
  /// What is in it, as `StoreContent` has it.
  public let content: String

  /// The fixture of a version, if there is one.
  public init?(version: Int) {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Fixtures")
    path = folder.appending(path: "store-v\(version).db").path
    guard FileManager.default.fileExists(atPath: path),
      let content = try? String(
        contentsOf: folder.appending(path: "store-v\(version).txt"), encoding: .utf8)
    else { return nil }
    self.version = version
    self.content = content
  }

  /// The fixtures of all versions up to the one that is first missing.
  public static let all: [StoreFixture] = {
    var fixtures: [StoreFixture] = []
    while let next = StoreFixture(version: fixtures.count + 1) { fixtures.append(next) }
    return fixtures
  }()

  /// A time at which the sessions in it have not ended.
  public static let now = Timestamp(milliseconds: 1_795_392_000_000)

  /// The accounts in it, all of which have the password `TestWorld.password`.
  public static let usernames = ["Ada", "bea@example.org"]

  public var description: String { "version \(version)" }
}
