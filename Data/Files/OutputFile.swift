public import Domain
internal import Platform

/// A file that replaces the one at its path completely when it is finished, or not at all.
///
/// Until then the content is in a hidden folder beside it, which only its owner may enter and which
/// is removed with this object. A folder left by a killed program is removed a day later, by the
/// next program that writes there.
public final class OutputFile: Sendable {
  private let name: String
  /// Turns an error of the file into a refusal.
  private let refusal: @Sendable (_ cause: String) -> Refusal
  private let folder: PrivateFolder
  private let file: FileDescriptor

  /// Starts a file at `path`, which must not lead to the store at `store`: replacing the store
  /// would delete it.
  ///
  /// - Throws: `Refusal.output(.failed)`, also for a folder where anybody may rename files.
  public convenience init(path: String, sparing store: String? = nil) throws(Refusal) {
    let refusal: @Sendable (String) -> Refusal = { .output(.failed(name: path, cause: $0)) }
    if let store, isSameFile(path, store) { throw refusal("it is the store itself") }
    try self.init(replacing: path, refusal: refusal)
  }

  /// Starts a file at `path`; `refusal` turns errors into refusals.
  ///
  /// A symbolic link is refused rather than followed: in a folder that others may write to, it
  /// could lead to any of this user's files. Other files that are not regular are refused too, so
  /// that no device or FIFO is replaced.
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

  /// Removes unfinished files, for a program that a signal is about to end.
  public static func removeUnfinished() {
    PrivateFolder.removeAll()
  }

  /// The path where SQLite writes the content until it is finished.
  var temporary: String { folder.contentPath }

  /// Appends to the content.
  ///
  /// - Throws: `Refusal.output(.failed)`.
  public func write(_ text: String) throws(Refusal) {
    try write(Array(text.utf8))
  }

  /// Appends to the content.
  func write(_ bytes: [UInt8]) throws(Refusal) {
    do throws(SystemError) {
      try file.write(bytes)
    } catch {
      throw refusal(error.text)
    }
  }

  /// Passes the content to `write`, chunk by chunk.
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

  /// Moves the file to its path once the disk has all of it.
  ///
  /// - Throws: `Refusal.output(.failed)`; the file at the path is then still the old one, unless the
  ///   disk failed after the last step.
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

  /// Why the file at the path cannot be replaced, or `nil`.
  private static func fault(at path: String) -> String? {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      // A missing file needs no check, but an empty path is an error.
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
