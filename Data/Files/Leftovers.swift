internal import Foundation

extension PrivateFolder {
  private static let day = 24 * 60 * 60
  /// What Tally and SQLite make in such a folder.
  private static let contents: Set = [contentName, contentName + "-journal"]

  /// Removes what programs that were killed have left beside this folder. What nobody has written to for a
  /// day belongs to none that still runs; the folder's own clock tells, which may be another machine's.
  ///
  /// A folder that holds anything but what Tally makes is left: somebody else may have given its name to
  /// one of this person's own.
  func removeLeftovers(olderThan new: stat) {
    // What cannot be looked at or removed hinders nobody.
    for name in (try? parent.names()) ?? [] {
      guard name.hasPrefix(Self.prefix) else { continue }
      guard UUID(uuidString: String(name.dropFirst(Self.prefix.count))) != nil else { continue }
      try? removeLeftover(name, olderThan: new)
    }
  }

  private func removeLeftover(_ name: String, olderThan new: stat) throws(SystemError) {
    let folder = try FileDescriptor(opening: name, in: parent, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
    let status = try folder.status()
    let names = try folder.names()
    guard status.isPrivateFolder, Self.contents.isSuperset(of: names) else { return }
    var newest = names.isEmpty ? status.modifiedAt : .min
    for name in names {
      let content = try folder.status(of: name)
      guard content.plantFault() == nil, content.st_uid == geteuid() else { return }
      newest = max(newest, content.modifiedAt)
    }
    guard newest + Self.day < new.modifiedAt else { return }
    try parent.removeFolder(name, of: folder)
  }
}
