public import Domain
internal import Platform

/// A small file that only its owner may read, with what this user keeps between runs.
///
/// It is replaced as a whole, and not trusted if others could have put it there or read it.
public struct PrivateFile: Sendable {
  /// Where it is.
  public let path: String
  private let meaning: String
  private let remedy: String

  /// How long to wait for another program that is changing the file.
  private static let patience = Duration.seconds(10)
  /// In bytes; larger than any realistic content.
  private static let largestSize = 1 << 20

  /// - Parameters:
  ///   - path: the file; its folder is created if missing.
  ///   - meaning: what refusals call it, as in `saved login`.
  ///   - remedy: what refusals tell to do after moving an unusable file away.
  public init(path: String, meaning: String, remedy: String) {
    self.path = path
    self.meaning = meaning
    self.remedy = remedy
  }

  /// The content, or `nil` if there is no file.
  ///
  /// - Throws: `Refusal.environment` when the file cannot be read or trusted.
  public func content() throws(Refusal) -> [UInt8]? {
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

  /// Changes the content in the turn of this program, so that nothing of another one is lost.
  ///
  /// - Parameter change: the new content from the present one; empty is no file.
  /// - Throws: `Refusal.environment` when the file cannot be written or trusted, and what `change`
  ///   throws; the old content is kept.
  public func update(
    _ change: (_ content: [UInt8]) throws(Refusal) -> [UInt8]
  ) throws(Refusal) {
    try attempt(change) { (file) throws(Refusal) in try file.finish() }
  }

  /// Checks that the content can be changed, by doing all of it but the last step.
  ///
  /// - Throws: like `update`.
  func checkUpdate(_ change: (_ content: [UInt8]) throws(Refusal) -> [UInt8]) throws(Refusal) {
    // The unfinished file is removed with its object.
    try attempt(change) { _ throws(Refusal) in }
  }

  private func attempt(
    _ change: (_ content: [UInt8]) throws(Refusal) -> [UInt8],
    end: (OutputFile) throws(Refusal) -> Void
  ) throws(Refusal) {
    try makeFolder()
    try inTurn { () throws(Refusal) in
      let old = try content()
      let new = try change(old ?? [])
      if new == old ?? [] { return }
      if new.isEmpty {
        guard unlink(path) == 0 || errno == ENOENT else { throw refusal(SystemError.last.text) }
      } else {
        let file = try OutputFile(replacing: path, refusal: refusal)
        try file.write(new)
        try end(file)
      }
    }
  }

  /// The refusal of a content that cannot be used; only its owner should remove the file.
  public func unusable(_ reason: String) -> Refusal {
    refusal("\(reason). Move that file away and \(remedy)")
  }

  func refusal(_ reason: String) -> Refusal {
    .environment(cause: "The \(meaning) \(path) cannot be used: \(reason)")
  }

  /// A secret belongs to one person, so even the superuser must not use another's.
  static func fault(of status: stat) -> String? {
    if let fault = status.plantFault() { return fault }
    if status.st_uid != geteuid() { return "it belongs to somebody else" }
    return status.isOpenToOthers ? "others may read or write it" : nil
  }

  private func inTurn(_ body: () throws(Refusal) -> Void) throws(Refusal) {
    let lock = try lockedFolder()
    try withExtendedLifetime(lock) { () throws(Refusal) in try body() }
  }

  private func lockedFolder() throws(Refusal) -> FileDescriptor {
    do throws(SystemError) {
      let folder = try FileDescriptor(opening: PathParts(path).folder, O_RDONLY | O_DIRECTORY)
      if try folder.lock(until: .now + Self.patience) { return folder }
    } catch {
      throw refusal(error.text)
    }
    throw refusal("another program has locked it")
  }

  private func makeFolder() throws(Refusal) {
    do throws(SystemError) {
      try makeFolders(PathParts(path).folder)
    } catch {
      throw refusal(
        "its folder cannot be created: \(error.text). "
          + "Choose another place with XDG_STATE_HOME or TALLY_TOKEN_FILE")
    }
  }
}
