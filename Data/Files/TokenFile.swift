public import Domain
internal import Platform

/// A file that keeps one token per store between runs, readable only by its owner.
///
/// Each line is a token in hexadecimal digits, a space, and the path of the store.
public struct TokenFile<Subject>: Sendable {
  private let path: String
  private let store: [UInt8]
  private let meaning: String

  /// The token for a store.
  ///
  /// - Parameters:
  ///   - path: the file; its folder is created if missing.
  ///   - store: the absolute path of the store in use.
  ///   - meaning: what refusals call the token, as in `saved login`.
  public init(path: String, store: String, meaning: String) {
    self.path = path
    self.store = Array(store.utf8)
    self.meaning = meaning
  }

  /// The token, or `nil` if none is saved.
  ///
  /// - Throws: `Refusal.environment` when the file cannot be read or trusted.
  public func token() async throws(Refusal) -> Token<Subject>? {
    try entries().first { $0.store == store }?.token
  }

  /// Saves the token and replaces the old one.
  ///
  /// - Throws: `Refusal.environment` when the file cannot be written; the old token is kept.
  public func save(_ token: Token<Subject>) async throws(Refusal) {
    try write(token) { file throws(Refusal) in try file.finish() }
  }

  /// Checks that a token can be saved, by doing all of it but the last step.
  ///
  /// - Throws: like `save`.
  public func checkPlace() async throws(Refusal) {
    guard
      let placeholder = Token<Subject>(bytes: [UInt8](repeating: 0, count: Token<Subject>.length))
    else { return }
    // The unfinished file is removed with its object.
    try write(placeholder) { _ throws(Refusal) in }
  }

  /// Removes the saved token, if there is one.
  ///
  /// - Throws: `Refusal.environment` when the token cannot be removed.
  public func remove() async throws(Refusal) {
    guard try content() != nil else { return }
    try inTurn { () throws(Refusal) in
      let entries = try entries()
      let others = entries.filter { $0.store != store }
      guard others.count < entries.count else { return }
      if others.isEmpty {
        guard unlink(path) == 0 || errno == ENOENT else { throw refusal(SystemError.last.text) }
      } else {
        try file(of: others).finish()
      }
    }
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
        let bytes = bytes(hexadecimal: Substring(decoding: parts[0], as: UTF8.self)),
        let token = Token<Subject>(bytes: bytes)
      else { return nil }
      self.init(token: token, store: Array(parts[1]))
    }

    var line: [UInt8] { Array("\(hexadecimal(token.bytes)) ".utf8) + store + [UInt8(ascii: "\n")] }
  }

  /// How long to wait for another program that is saving its token.
  private static var patience: Duration { .seconds(10) }
  /// Larger than the tokens of any realistic number of stores.
  private static var largestSize: Int { 1 << 20 }

  private var folder: String { PathParts(path).folder }

  private func refusal(_ reason: String) -> Refusal {
    .environment(cause: "The \(meaning) \(path) cannot be used: \(reason)")
  }

  /// A file that cannot be used; only its owner should remove it.
  private func unusable(_ reason: String) -> Refusal {
    refusal("\(reason). Move that file away and log in again")
  }

  private func entries() throws(Refusal) -> [Entry] {
    guard let content = try content() else { return [] }
    var entries: [Entry] = []
    for line in content.split(separator: UInt8(ascii: "\n")) {
      guard let entry = Entry(line: line) else {
        throw unusable("it has an invalid line")
      }
      entries.append(entry)
    }
    return entries
  }

  private func content() throws(Refusal) -> [UInt8]? {
    let fault: String
    do throws(SystemError) {
      // Opening a FIFO would block, and a link could lead anywhere.
      let file = try FileDescriptor(opening: path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
      guard let found = Self.fault(of: try file.status()) else {
        return try file.read(atMost: Self.largestSize)
      }
      fault = found
    } catch {
      if error.code == ENOENT { return nil }
      fault = error.code == ELOOP ? "it is a symbolic link" : error.text
    }
    throw unusable(fault)
  }

  /// A token belongs to one person, so even the superuser must not use another's.
  private static func fault(of status: stat) -> String? {
    if let fault = status.plantFault() { return fault }
    if status.st_uid != geteuid() { return "it belongs to somebody else" }
    return status.isOpenToOthers ? "others may read or write it" : nil
  }

  /// Writes a file that has this token for the store, and passes it to `end`.
  private func write(_ token: Token<Subject>, end: (OutputFile) throws(Refusal) -> Void)
    throws(Refusal)
  {
    guard !store.contains(UInt8(ascii: "\n")) else {
      throw refusal("the store's path has a line break")
    }
    try makeFolder()
    try inTurn { () throws(Refusal) in
      let others = try entries().filter { $0.store != store }
      try end(try file(of: others + [Entry(token: token, store: store)]))
    }
  }

  /// Runs `body` while no other program changes the file, so that no token is lost.
  private func inTurn(_ body: () throws(Refusal) -> Void) throws(Refusal) {
    let lock = try lockedFolder()
    try withExtendedLifetime(lock) { () throws(Refusal) in try body() }
  }

  private func lockedFolder() throws(Refusal) -> FileDescriptor {
    do throws(SystemError) {
      let folder = try FileDescriptor(opening: folder, O_RDONLY | O_DIRECTORY)
      if try folder.lock(until: .now + Self.patience) { return folder }
    } catch {
      throw refusal(error.text)
    }
    throw refusal("another program has locked it")
  }

  private func makeFolder() throws(Refusal) {
    do throws(SystemError) {
      try makeFolders(folder)
    } catch {
      throw refusal(
        "its folder cannot be created: \(error.text). "
          + "Choose another place with XDG_STATE_HOME or TALLY_TOKEN_FILE")
    }
  }

  /// A file that replaces this one when it is finished.
  private func file(of entries: [Entry]) throws(Refusal) -> OutputFile {
    let file = try OutputFile(replacing: path, refusal: refusal)
    try file.write(Array(entries.map(\.line).joined()))
    return file
  }
}
