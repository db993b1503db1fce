import Domain
import Foundation

/// A store made by an earlier version, and its expected content.
public struct StoreFixture: Sendable, CustomStringConvertible {
  /// The version of its schema.
  public let version: Int
  /// The store's file; only a copy may be opened.
  public let path: String
  /// Its content as text of `StoreContent`.
  public let content: String

  /// The fixture of a version; `nil` when it is missing.
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

  /// The fixtures of all versions from 1 on.
  public static let all: [StoreFixture] = {
    var fixtures: [StoreFixture] = []
    while let next = StoreFixture(version: fixtures.count + 1) { fixtures.append(next) }
    return fixtures
  }()

  /// A time at which its sessions are still valid.
  public static let now = Timestamp(milliseconds: 1_795_392_000_000)

  /// Its accounts, all with the password `TestWorld.password`.
  public static let usernames = ["Ada", "bea@example.org"]

  public var description: String { "version \(version)" }
}
