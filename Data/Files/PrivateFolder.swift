internal import Domain
internal import Foundation
internal import Synchronization

/// A hidden folder that only its owner may enter, in which a file is written before it takes its place.
///
/// Everything goes through descriptors. Somebody who may write to the folder around it can rename it and
/// put another in its place, and still neither sees nor changes what is written.
final class PrivateFolder: Sendable {
  /// What the names of all such folders begin with; a UUID follows.
  static let prefix = ".tally-"
  /// The file in it.
  static let contentName = "unfinished"

  /// The folder around it.
  let parent: FileDescriptor
  let descriptor: FileDescriptor
  private let name: String
  private let parentPath: String
  /// Those of this program.
  private static let all = Mutex<[ObjectIdentifier: PrivateFolder]>([:])

  /// Makes a folder in the one at `path`; what fails is told as `refusal` says.
  static func make(in path: String, refusal: (_ cause: String) -> Refusal) throws(Refusal)
    -> PrivateFolder
  {
    // A signal that ends the program finds the folder here, or finds none.
    try all.withLock { all throws(Refusal) in
      let folder = try PrivateFolder(in: path, refusal: refusal)
      all[ObjectIdentifier(folder)] = folder
      return folder
    }
  }

  private init(in path: String, refusal: (_ cause: String) -> Refusal) throws(Refusal) {
    parentPath = path
    name = Self.prefix + UUID().uuidString
    let (around, made): (stat, stat)
    do throws(SystemError) {
      parent = try FileDescriptor(opening: path, O_RDONLY | O_DIRECTORY)
      around = try parent.status()
    } catch {
      throw refusal(error.text)
    }
    guard !around.letsAnybodyRename else {
      throw refusal("anybody may rename what is in its folder. Choose a folder of your own")
    }
    do throws(SystemError) {
      try parent.makeFolder(name)
      descriptor = try FileDescriptor(
        opening: name, in: parent, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
      made = try descriptor.status()
    } catch {
      throw refusal(error.text)
    }
    guard made.isPrivateFolder else { throw refusal("somebody else put a folder in its way") }
  }

  /// Where SQLite, which takes paths alone, finds the content.
  var contentPath: String {
    #if os(Linux)
      "\(descriptor.path)/\(Self.contentName)"
    #else
      "\(parentPath)/\(name)/\(Self.contentName)"
    #endif
  }

  /// Removes the folder and what is in it.
  func remove() {
    Self.all.withLock { if $0.removeValue(forKey: ObjectIdentifier(self)) != nil { removeAll() } }
  }

  /// Removes the folders of this program.
  static func removeAll() {
    all.withLock { $0.values.forEach { $0.removeAll() } }
  }

  private func removeAll() {
    // What cannot be removed now is left to the next that writes there.
    try? parent.removeFolder(name, of: descriptor)
  }
}

extension FileDescriptor {
  /// Removes a folder with the files in it, also while SQLite makes another: in a folder that is gone it
  /// cannot.
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
  /// Whether anybody at all may rename or remove what is in the folder.
  var letsAnybodyRename: Bool { st_mode & S_IWOTH != 0 && st_mode & S_ISVTX == 0 }

  /// Whether this is a folder of this person's that nobody else may enter.
  var isPrivateFolder: Bool { st_uid == geteuid() && st_mode & (S_IFMT | 0o777) == S_IFDIR | 0o700 }
}
