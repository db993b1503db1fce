import Foundation

/// Parses the output of `strace`, with all strings in hexadecimal and descriptors with paths.
///
/// When another thread interrupts a call, writes count from their beginning and other calls from
/// their end. So nothing counts as synced too early or as printed too late.
struct Trace {
  /// The calls that affect the disk.
  static let names = [
    "mkdir", "openat", "write", "pwrite64", "pwritev", "pwritev2", "writev", "ftruncate",
    "truncate", "fallocate", "unlink", "unlinkat", "rename", "renameat", "renameat2", "link",
    "linkat", "symlink", "symlinkat", "mkdirat", "fsync", "fdatasync", "sync_file_range",
    "exit_group",
  ]

  /// A call that this type does not support.
  struct Unreadable: Error { let line: String }

  private let root: String
  private let part: String

  /// Names are relative to `folder`; only calls for a part of it, and for the folder itself,
  /// matter.
  init(of folder: String, part: String) {
    root = folder
    self.part = part
  }

  func calls(in content: Data) throws -> [RecordedCall] {
    var calls: [RecordedCall?] = []
    var unfinished: [Substring: (place: Int?, text: Data)] = [:]
    for line in content.split(separator: UInt8(ascii: "\n")) {
      guard let space = line.firstIndex(of: UInt8(ascii: " ")) else { continue }
      let thread = Substring(decoding: line[..<space], as: UTF8.self)
      var text = line[space...].drop { $0 == UInt8(ascii: " ") }
      if let end = text.range(of: Self.unfinished, options: .backwards) {
        let isEarly = Self.early.contains { text.starts(with: $0) }
        unfinished[thread] = (isEarly ? calls.count : nil, Data(text[..<end.lowerBound]))
        if isEarly { calls.append(nil) }
        continue
      }
      var place: Int?
      if text.starts(with: Self.resumed), let end = text.range(of: Self.resumedEnd),
        let beginning = unfinished.removeValue(forKey: thread)
      {
        place = beginning.place
        text = beginning.text + text[end.upperBound...]
      }
      let call = try self.call(CallText(text))
      if let place { calls[place] = call } else if let call { calls.append(call) }
    }
    return calls.compactMap { $0 }
  }

  private static let unfinished = Data(" <unfinished ...>".utf8)
  private static let resumed = Data("<... ".utf8)
  private static let resumedEnd = Data(" resumed>".utf8)
  private static let early = [Data("write(".utf8), Data("pwrite64(".utf8)]

  private func call(_ text: CallText) throws -> RecordedCall? {
    if text.name == "exit_group" { return .exit(status: text.number(0) ?? -1) }
    guard text.succeeded else { return nil }
    if text.name == "write", text.descriptor(0)?.number == 1 {
      return .show(lines: text.bytes(1).count { $0 == UInt8(ascii: "\n") })
    }
    let paths = (0..<text.argumentCount).compactMap { relative(text.path($0)) }
    guard let path = paths.first else { return nil }
    switch text.name {
    case "mkdir": return .makeFolder(path)
    case "openat" where text.mentions("O_TRUNC"): break
    case "openat": return text.mentions("O_CREAT") ? .open(path) : nil
    case "pwrite64":
      guard let offset = text.number(3) else { break }
      return .write(path, offset: offset, bytes: Array(text.bytes(1)))
    case "ftruncate":
      guard let size = text.number(1) else { break }
      return .truncate(path, size: size)
    case "unlink": return .remove(path)
    case "rename" where paths.count == 2: return .rename(path, to: paths[1])
    // A skipped sync has not reached the disk.
    case "fsync", "fdatasync": return text.mentions("(INJECTED)") ? nil : .sync(path)
    default: break
    }
    throw Unreadable(line: text.name + " " + path)
  }

  private func relative(_ path: String?) -> String? {
    guard let path, path.isIn(root) else { return nil }
    let name = String(path.dropFirst(root.count + 1))
    return name.isEmpty || name.isIn(part) ? name : nil
  }
}
