public import Domain
internal import Foundation
internal import Synchronization

/// A file that replaces the one at its path whole, once it is finished, or not at all.
///
/// Until then its content is in a hidden folder beside it, which only its owner may enter and which is
/// removed with this object. One that a killed program left is removed a day later, by the next that
/// writes there.
public final class OutputFile: Sendable {
  private let path: String
  private let folder: String
  /// What a fault of the file means to who writes it.
  private let refusal: @Sendable (_ cause: String) -> Refusal
  /// Where the content is until it is finished.
  let temporary: String
  private let temporaryFolder: String
  private let file: FileDescriptor
  /// The temporary folders of this program.
  private static let unfinished = Mutex<Set<String>>([])

  /// Begins a file that is to stand at `path`, which must not lead to the store at the path `store`: what
  /// everybody has counted would go with the file that is replaced.
  ///
  /// - Throws: `Refusal.outputFailed`.
  public convenience init(path: String, sparing store: String? = nil) throws(Refusal) {
    let refusal: @Sendable (String) -> Refusal = { .outputFailed(cause: "\(path): \($0)") }
    if let store, isSameFile(path, store) { throw refusal("it is the store itself") }
    try self.init(replacing: path, refusal: refusal)
  }

  /// Begins a file that is to stand at `path`; what fails is told as `refusal` says.
  ///
  /// A symbolic link is refused rather than followed: in a folder that others may write to, it could
  /// lead to any file of this person's. What is no regular file is refused too, so that no device or
  /// FIFO is replaced.
  init(replacing path: String, refusal: @escaping @Sendable (_ cause: String) -> Refusal)
    throws(Refusal)
  {
    if let fault = Self.fault(at: path) { throw refusal(fault) }
    self.path = path
    self.refusal = refusal
    folder = PathParts(path).folder + "/"
    let temporaryFolder = "\(folder)\(Self.prefix)\(UUID().uuidString)"
    let temporary = "\(temporaryFolder)/\(Self.contentName)"
    self.temporary = temporary
    self.temporaryFolder = temporaryFolder
    do throws(SystemError) {
      try Self.unfinished.withLock { unfinished throws(SystemError) in
        guard mkdir(temporaryFolder, 0o700) == 0 else { throw .last }
        unfinished.insert(temporaryFolder)
      }
      do throws(SystemError) {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW
        file = try FileDescriptor(opening: temporary, flags, mode: 0o600)
        removeLeftovers(olderThan: try file.status())
      } catch {
        Self.giveUp(temporaryFolder)
        throw error
      }
    } catch {
      throw refusal(error.text)
    }
  }

  deinit { Self.giveUp(temporaryFolder) }

  private static func giveUp(_ temporaryFolder: String) {
    unfinished.withLock { if $0.remove(temporaryFolder) != nil { removeFolder(temporaryFolder) } }
  }

  /// Removes what is not finished, for a program that a signal is about to end.
  public static func removeUnfinished() {
    unfinished.withLock { $0.forEach(removeFolder) }
  }

  /// Adds to the content.
  ///
  /// - Throws: `Refusal.outputFailed`.
  public func write(_ text: String) throws(Refusal) {
    try write(Array(text.utf8))
  }

  /// Adds to the content.
  func write(_ bytes: [UInt8]) throws(Refusal) {
    do throws(SystemError) {
      try file.write(bytes)
    } catch {
      throw refusal(error.text)
    }
  }

  /// Puts the file in its place, once the disk has all of it.
  ///
  /// - Throws: `Refusal.outputFailed`; then what was at the path is still there, unless the disk
  ///   failed after the very last step.
  public func finish() throws(Refusal) {
    do throws(SystemError) {
      try file.sync()
      guard rename(temporary, path) == 0 else { throw .last }
      Self.giveUp(temporaryFolder)
      try syncFolder(folder)
    } catch {
      throw refusal(error.text)
    }
  }

  private static let prefix = ".tally-"
  private static let contentName = "content"
  private static let day = 24 * 60 * 60

  /// Removes what programs that were killed have left in the folder. What nobody has written to for a day
  /// belongs to none that still runs; the folder's own clock tells, which may be another machine's.
  private func removeLeftovers(olderThan new: stat) {
    // What cannot be looked at or removed hinders nobody.
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
      guard name.hasPrefix(Self.prefix) else { continue }
      guard UUID(uuidString: String(name.dropFirst(Self.prefix.count))) != nil else { continue }
      let left = folder + name
      var (status, content) = (stat(), stat())
      guard lstat(left, &status) == 0, status.kind == S_IFDIR, status.st_uid == geteuid() else {
        continue
      }
      let isBegun = lstat("\(left)/\(Self.contentName)", &content) == 0
      guard (isBegun ? content : status).modifiedAt + Self.day < new.modifiedAt else { continue }
      Self.removeFolder(left)
    }
  }

  /// Removes a folder with the files in it, also while SQLite makes another: in a folder that is gone it
  /// cannot.
  private static func removeFolder(_ folder: String) {
    while rmdir(folder) != 0, errno == ENOTEMPTY || errno == EEXIST {
      // What cannot be removed now is left to the next that writes there.
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      let removed = names.filter { unlink("\(folder)/\($0)") == 0 }
      if removed.isEmpty, !names.isEmpty { return }
    }
  }

  /// Why what is at the path cannot be replaced.
  private static func fault(at path: String) -> String? {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      // Where nothing is there, nothing stands in the way; an empty path names nothing at all.
      return errno == ENOENT && !path.isEmpty ? nil : SystemError.last.text
    }
    switch status.kind {
    case S_IFREG: return nil
    case S_IFDIR: return "it is a folder"
    case S_IFLNK: return "it is a symbolic link"
    default: return "it is no regular file"
    }
  }
}
