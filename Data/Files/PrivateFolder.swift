internal import Domain
internal import Platform
internal import Synchronization

/// A hidden folder that only its owner may enter, for files that are not finished yet.
///
/// Everything goes through descriptors. Somebody who may write to the parent folder can rename this
/// one and put another in its place, but can neither see nor change what is written.
final class PrivateFolder: Sendable {
  /// The beginning of the names of all such folders; 16 bytes in the form of a UUID follow.
  static let prefix = ".tally-"
  /// The name of the file in it.
  static let contentName = "unfinished"

  /// The parent folder.
  let parent: FileDescriptor
  let descriptor: FileDescriptor
  private let name: String
  private let parentPath: String
  /// All such folders of this process.
  private static let all = Mutex<[ObjectIdentifier: PrivateFolder]>([:])

  /// Creates a folder in the one at `path`; `refusal` turns errors into refusals.
  static func make(in path: String, refusal: (_ cause: String) -> Refusal) throws(Refusal)
    -> PrivateFolder
  {
    // Under the lock, so that a signal that ends the program finds the folder here.
    try all.withLock { all throws(Refusal) in
      let folder = try PrivateFolder(in: path, refusal: refusal)
      all[ObjectIdentifier(folder)] = folder
      return folder
    }
  }

  private init(in path: String, refusal: (_ cause: String) -> Refusal) throws(Refusal) {
    parentPath = path
    name = Self.prefix + ChangeUID.randomText()
    let (around, made): (stat, stat)
    do throws(SystemError) {
      parent = try FileDescriptor(opening: path, O_RDONLY | O_DIRECTORY)
      around = try parent.status()
    } catch {
      throw refusal(error.text)
    }
    guard !around.letsAnybodyRename else {
      throw refusal("other users can rename files in its folder. Choose a folder of your own")
    }
    do throws(SystemError) {
      try parent.makeFolder(name)
      descriptor = try FileDescriptor(
        opening: name, in: parent, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
      made = try descriptor.status()
    } catch {
      throw refusal(error.text)
    }
    guard made.isPrivateFolder else {
      throw refusal("another user has replaced its temporary folder")
    }
  }

  /// The path of the content, for SQLite, which takes only paths.
  var contentPath: String {
    #if os(Linux)
      "\(descriptor.path)/\(Self.contentName)"
    #else
      "\(parentPath)/\(name)/\(Self.contentName)"
    #endif
  }

  /// Removes the folder and its content.
  func remove() {
    Self.all.withLock { if $0.removeValue(forKey: ObjectIdentifier(self)) != nil { removeAll() } }
  }

  /// Removes all such folders of this process.
  static func removeAll() {
    all.withLock { $0.values.forEach { $0.removeAll() } }
  }

  private func removeAll() {
    // If this fails, the next program that writes there removes it.
    try? parent.removeFolder(name, of: descriptor)
  }
}

extension FileDescriptor {
  /// Removes a folder and its files, even while SQLite creates another file in it.
  func removeFolder(_ name: String, of folder: borrowing FileDescriptor) throws(SystemError) {
    for _ in 0..<3 {
      for name in try folder.names() { try folder.removeFile(name) }
      do throws(SystemError) {
        return try removeFolder(name)
      } catch {
        guard error.code == ENOTEMPTY || error.code == EEXIST else { throw error }
      }
    }
  }
}

extension stat {
  /// Whether anybody may rename or remove the folder's files.
  var letsAnybodyRename: Bool { st_mode & S_IWOTH != 0 && st_mode & S_ISVTX == 0 }

  /// Whether this is a folder of this user that nobody else may enter.
  var isPrivateFolder: Bool { st_uid == geteuid() && st_mode & (S_IFMT | 0o777) == S_IFDIR | 0o700 }
}
