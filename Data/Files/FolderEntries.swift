internal import Platform

/// Operations on the entries of an open folder, which work even after its path has changed.
extension FileDescriptor {
  /// Opens an entry of a folder.
  init(
    opening name: String, in folder: borrowing FileDescriptor, _ flags: Int32, mode: mode_t = 0
  ) throws(SystemError) {
    let number = openat(folder.number, name, flags | O_CLOEXEC, mode)
    guard number >= 0 else { throw .last }
    self.init(owning: number)
  }

  #if os(Linux)
    /// A path to the open file that stays valid when the file is moved.
    var path: String { "/proc/self/fd/\(number)" }
  #endif

  /// Creates a folder that only its owner may enter.
  func makeFolder(_ name: String) throws(SystemError) {
    guard mkdirat(number, name, 0o700) == 0 else { throw .last }
  }

  /// Moves an entry to another folder and replaces the entry of that name.
  func move(_ name: String, to newName: String, in folder: borrowing FileDescriptor)
    throws(SystemError)
  {
    guard renameat(number, name, folder.number, newName) == 0 else { throw .last }
  }

  /// Removes a file.
  func removeFile(_ name: String) throws(SystemError) {
    guard unlinkat(number, name, 0) == 0 else { throw .last }
  }

  /// Removes an empty folder.
  func removeFolder(_ name: String) throws(SystemError) {
    guard unlinkat(number, name, AT_REMOVEDIR) == 0 else { throw .last }
  }

  /// The result of `stat`; does not follow a symbolic link.
  func status(of name: String) throws(SystemError) -> stat {
    var status = stat()
    guard fstatat(number, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { throw .last }
    return status
  }

  /// The names of all entries.
  func names() throws(SystemError) -> [String] {
    let other = openat(number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard other >= 0 else { throw .last }
    guard let folder = fdopendir(other) else {
      let error = SystemError.last
      close(other)
      throw error
    }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: $0.pointee)) {
          String(cString: $0)
        }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }
}

extension PrivateFolder {
  private static let day = 24 * 60 * 60
  /// The files that Tally and SQLite create in such a folder.
  private static let contents: Set = [contentName, contentName + "-journal"]

  /// Removes folders that killed programs left beside this one. A folder that nobody has written to
  /// for a day belongs to no running program. The time is that of the folder's own file system,
  /// which may be on another machine.
  ///
  /// A folder with any other content stays: somebody else may have given that name to one of this
  /// user's own folders.
  func removeLeftovers(olderThan new: stat) {
    // A leftover that cannot be removed does no harm.
    for name in (try? parent.names()) ?? [] {
      guard name.hasPrefix(Self.prefix) else { continue }
      // Earlier releases wrote it in upper case.
      let id = name.dropFirst(Self.prefix.count).lowercased()
      guard ChangeUID.bytes(ofUUID: id) != nil else { continue }
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
