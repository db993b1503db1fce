public import Domain

/// A file that keeps one token per store between runs, readable only by its owner.
///
/// Each line is a token in hexadecimal digits, a space, and the path of the store.
public struct TokenFile<Subject>: Sendable {
  private let file: PrivateFile
  private let store: [UInt8]

  /// The token for a store.
  ///
  /// - Parameters:
  ///   - path: the file; its folder is created if missing.
  ///   - store: the absolute path of the store in use.
  ///   - meaning: what refusals call the token, as in `saved login`.
  public init(path: String, store: String, meaning: String) {
    file = PrivateFile(path: path, meaning: meaning, remedy: "log in again")
    self.store = Array(store.utf8)
  }

  /// The token, or `nil` if none is saved.
  ///
  /// - Throws: `Refusal.environment` when the file cannot be read or trusted.
  public func token() async throws(Refusal) -> Token<Subject>? {
    try entries(in: try file.content() ?? []).first { $0.store == store }?.token
  }

  /// Saves the token and replaces the old one.
  ///
  /// - Throws: `Refusal.environment` when the file cannot be written; the old token is kept.
  public func save(_ token: Token<Subject>) async throws(Refusal) {
    try file.update { (content) throws(Refusal) in try self.content(content, with: token) }
  }

  /// Checks that a token can be saved, by doing all of it but the last step.
  ///
  /// - Throws: like `save`.
  public func checkPlace() async throws(Refusal) {
    guard
      let placeholder = Token<Subject>(bytes: [UInt8](repeating: 0, count: Token<Subject>.length))
    else { return }
    try file.checkUpdate { (content) throws(Refusal) in
      try self.content(content, with: placeholder)
    }
  }

  /// Removes the saved token, if there is one.
  ///
  /// - Throws: `Refusal.environment` when the token cannot be removed.
  public func remove() async throws(Refusal) {
    guard try file.content() != nil else { return }
    try file.update(others)
  }
}

extension TokenFile {
  private struct Entry {
    let token: Token<Subject>
    /// The path's bytes, because names that Swift finds equal may be two stores.
    let store: [UInt8]

    init(token: Token<Subject>, store: [UInt8]) {
      self.token = token
      self.store = store
    }

    init?(line: ArraySlice<UInt8>) {
      let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 1)
      guard parts.count == 2,
        let token = Token<Subject>(text: Substring(decoding: parts[0], as: UTF8.self))
      else { return nil }
      self.init(token: token, store: Array(parts[1]))
    }

    var line: [UInt8] { Array("\(token.text) ".utf8) + store + [UInt8(ascii: "\n")] }
  }

  private func entries(in content: [UInt8]) throws(Refusal) -> [Entry] {
    var entries: [Entry] = []
    for line in content.split(separator: UInt8(ascii: "\n")) {
      guard let entry = Entry(line: line) else {
        throw file.unusable("it has an invalid line")
      }
      entries.append(entry)
    }
    return entries
  }

  private func content(_ old: [UInt8], with token: Token<Subject>) throws(Refusal) -> [UInt8] {
    guard !store.contains(UInt8(ascii: "\n")) else {
      throw file.refusal("the store's path has a line break")
    }
    return try others(in: old) + Entry(token: token, store: store).line
  }

  /// The lines of other stores.
  private func others(in content: [UInt8]) throws(Refusal) -> [UInt8] {
    try entries(in: content).filter { $0.store != store }.flatMap(\.line)
  }
}
