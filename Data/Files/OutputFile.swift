public import Domain
internal import Foundation

/// A file that replaces the one at its path whole, once it is finished, or not at all.
///
/// Until then its content is in a hidden folder beside it, which only its owner may enter and which is
/// removed with this object. One that a killed program left is removed a day later, by the next that
/// writes there.
public final class OutputFile: Sendable {
  private let name: String
  /// What a fault of the file means to who writes it.
  private let refusal: @Sendable (_ cause: String) -> Refusal
  private let folder: PrivateFolder
  private let file: FileDescriptor

  /// Begins a file that is to stand at `path`, which must not lead to the store at the path `store`: what
  /// everybody has counted would go with the file that is replaced.
  ///
  /// - Throws: `Refusal.outputFailed`, also in a folder where anybody may rename what others have made.
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
    let parts = PathParts(path)
    name = parts.name
    self.refusal = refusal
    folder = try PrivateFolder.make(in: parts.folder, refusal: refusal)
    do throws(SystemError) {
      let flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW
      file = try FileDescriptor(
        opening: PrivateFolder.contentName, in: folder.descriptor, flags, mode: 0o600)
      folder.removeLeftovers(olderThan: try file.status())
    } catch {
      folder.remove()
      throw refusal(error.text)
    }
  }

  deinit { folder.remove() }

  /// Removes what is not finished, for a program that a signal is about to end.
  public static func removeUnfinished() {
    PrivateFolder.removeAll()
  }

  /// Where SQLite finds the content until it is finished.
  var temporary: String { folder.contentPath }

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

  /// Hands out what was written, bit by bit.
  func read(through write: (_ bytes: [UInt8]) throws(Refusal) -> Void) throws(Refusal) {
    var (bytes, start): ([UInt8], Int) = ([], 0)
    repeat {
      do throws(SystemError) {
        bytes = try file.read(1 << 20, from: start)
      } catch {
        throw refusal(error.text)
      }
      try write(bytes)
      start += bytes.count
    } while !bytes.isEmpty
  }

  /// Puts the file in its place, once the disk has all of it.
  ///
  /// - Throws: `Refusal.outputFailed`; then what was at the path is still there, unless the disk
  ///   failed after the very last step.
  public func finish() throws(Refusal) {
    do throws(SystemError) {
      try file.sync()
      try folder.descriptor.move(PrivateFolder.contentName, to: name, in: folder.parent)
      folder.remove()
      try folder.parent.sync()
    } catch {
      throw refusal(error.text)
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
    default: return "it is not a regular file"
    }
  }
}
