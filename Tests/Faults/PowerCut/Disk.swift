/// A simulated disk that keeps what was synced, and loses some of the rest in a power cut.
///
/// As POSIX says, the content of a file is safe after a sync of the file, and its name after a sync
/// of its folder. Real file systems keep more.
struct Disk: Sendable {
  /// What happens to a change that was not synced.
  enum Fate: Sendable {
    case kept
    case lost
    /// Keeps each sector of a write whose bit (the sector's number modulo 64) is set.
    case torn(UInt64)
    /// Extends the file for a write, but keeps none of its bytes.
    case blank
  }

  /// The content of each file, by name.
  typealias Image = [String: [UInt8]]

  private enum Node: Sendable {
    case folder
    case file(Int)
  }

  private enum Step: Sendable {
    case write(file: Int, offset: Int, bytes: [UInt8])
    case truncate(file: Int, size: Int)
    case name(String, Node)
    case remove(String)
    case rename(String, to: String)
  }

  private static let sector = 512

  /// The synced content of files.
  private var files: [[UInt8]] = []
  /// The nodes by name, as programs see them and as synced.
  private var names: [String: Node] = [:]
  private var syncedNames: [String: Node] = [:]
  /// The changes that were not synced, in order.
  private var pending: [Step] = []

  /// A disk with these files.
  init(_ image: Image, folders: [String]) {
    for folder in folders { names[folder] = .folder }
    for (name, content) in image {
      names[name] = .file(files.count)
      files.append(content)
    }
    syncedNames = names
  }

  /// The number of changes that a power cut may lose.
  var pendingCount: Int { pending.count }

  /// Performs a call; returns whether it affects the disk.
  mutating func perform(_ call: RecordedCall) -> Bool {
    switch call {
    case .makeFolder(let name): setName(name, .folder)
    case .open(let name):
      guard names[name] == nil else { return false }
      setName(name, .file(files.count))
      files.append([])
    case .write(let name, let offset, let bytes):
      guard case .file(let file) = names[name] else { return false }
      pending.append(.write(file: file, offset: offset, bytes: bytes))
    case .truncate(let name, let size):
      guard case .file(let file) = names[name] else { return false }
      pending.append(.truncate(file: file, size: size))
    case .remove(let name):
      names[name] = nil
      pending.append(.remove(name))
    case .rename(let name, let other):
      names[other] = names.removeValue(forKey: name)
      pending.append(.rename(name, to: other))
    case .sync(let name): sync(name)
    case .show, .exit: return false
    }
    return true
  }

  private mutating func setName(_ name: String, _ node: Node) {
    names[name] = node
    pending.append(.name(name, node))
  }

  private mutating func sync(_ name: String) {
    var left: [Step] = []
    for step in pending {
      if isCovered(step, bySyncOf: name) {
        Self.perform(step, .kept, &files, &syncedNames)
      } else {
        left.append(step)
      }
    }
    pending = left
  }

  private func isCovered(_ step: Step, bySyncOf synced: String) -> Bool {
    switch step {
    case .write(let file, _, _), .truncate(let file, _):
      if case .file(file) = names[synced] { true } else { false }
    case .name(let name, _), .remove(let name), .rename(_, let name):
      Self.folder(of: name) == synced
    }
  }

  /// The disk after a power cut, with a fate for each pending change.
  func image(_ fates: [Fate]) -> Image {
    var (files, names) = (files, syncedNames)
    for (step, fate) in zip(pending, fates) { Self.perform(step, fate, &files, &names) }
    return names.reduce(into: [:]) { image, entry in
      if case .file(let file) = entry.value, Self.isReachable(entry.key, in: names) {
        image[entry.key] = files[file]
      }
    }
  }

  private static func perform(
    _ step: Step, _ fate: Fate, _ files: inout [[UInt8]], _ names: inout [String: Node]
  ) {
    if case .lost = fate { return }
    switch step {
    case .write(let file, let offset, let bytes):
      write(bytes, at: offset, fate, to: &files[file])
    case .truncate(let file, let size):
      files[file].removeLast(max(files[file].count - size, 0))
      lengthen(&files[file], to: size)
    case .name(let name, let node): names[name] = node
    case .remove(let name): names[name] = nil
    case .rename(let name, let other):
      if let node = names.removeValue(forKey: name) { names[other] = node }
    }
  }

  private static func write(
    _ bytes: [UInt8], at offset: Int, _ fate: Fate, to content: inout [UInt8]
  ) {
    let end = offset + bytes.count
    switch fate {
    case .lost: return
    case .blank: lengthen(&content, to: end)
    case .kept:
      lengthen(&content, to: end)
      content.replaceSubrange(offset..<end, with: bytes)
    case .torn(let mask):
      var start = offset
      while start < end {
        let next = min((start / sector + 1) * sector, end)
        if mask >> UInt64(start / sector % 64) & 1 == 1 {
          lengthen(&content, to: next)
          content.replaceSubrange(start..<next, with: bytes[start - offset..<next - offset])
        }
        start = next
      }
    }
  }

  private static func lengthen(_ content: inout [UInt8], to size: Int) {
    if content.count < size { content += Array(repeating: 0, count: size - content.count) }
  }

  private static func isReachable(_ name: String, in names: [String: Node]) -> Bool {
    let parent = folder(of: name)
    return parent.isEmpty || names[parent] != nil && isReachable(parent, in: names)
  }

  private static func folder(of name: String) -> String {
    name.lastIndex(of: "/").map { String(name[..<$0]) } ?? ""
  }
}
