public import Domain
internal import Foundation
internal import Synchronization

/// A file that replaces the one at its path whole, once it is finished, or not at all.
///
/// Until then its content is in a hidden file of the same folder, which only its owner may read and
/// which is removed with this object.
public final class OutputFile: Sendable {
  private let path: String
  private let folder: String
  /// Where the content is until it is finished.
  let temporary: String
  private let file: FileDescriptor
  private let isFinished = Atomic(false)

  /// Begins a file that is to stand at `path`.
  ///
  /// A symbolic link is refused rather than followed: in a folder that others may write to, it could
  /// lead to any file of this person's. What is no regular file is refused too, so that no device or
  /// FIFO is replaced.
  ///
  /// - Throws: `Refusal.outputFailed`.
  public init(path: String) throws(Refusal) {
    if let fault = Self.fault(at: path) { throw Self.refusal(path, fault) }
    self.path = path
    folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[...$0]) } ?? "./"
    temporary = "\(folder).tally-\(UUID().uuidString)"
    do throws(SystemError) {
      let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW
      file = try FileDescriptor(opening: temporary, flags, mode: 0o600)
    } catch {
      throw Self.refusal(path, error.text)
    }
  }

  deinit {
    if !isFinished.load(ordering: .acquiring) { unlink(temporary) }
  }

  /// Adds to the content.
  ///
  /// - Throws: `Refusal.outputFailed`.
  public func write(_ text: String) throws(Refusal) {
    do throws(SystemError) {
      try file.write(Array(text.utf8))
    } catch {
      throw Self.refusal(path, error.text)
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
      isFinished.store(true, ordering: .releasing)
      try syncFolder(folder)
    } catch {
      throw Self.refusal(path, error.text)
    }
  }

  private static func refusal(_ path: String, _ cause: String) -> Refusal {
    .outputFailed(cause: "\(path): \(cause)")
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
