import Foundation

/// The memory of a running program.
struct ProcessMemory {
  let program: pid_t

  private static let chunk = 1 << 20

  /// The regions that contain the bytes, as named in `/proc/PID/maps`.
  func places(of bytes: [UInt8]) throws -> [String] {
    let memory = open("/proc/\(program)/mem", O_RDONLY | O_CLOEXEC)
    guard memory >= 0 else { throw SystemError("/proc/\(program)/mem") }
    defer { close(memory) }
    return try regions().filter { region in
      // The chunks overlap, so that no match is missed at a border.
      stride(from: region.start, to: region.end, by: Self.chunk).contains { start in
        let length = min(Self.chunk + bytes.count, region.end - start)
        return withUnsafeTemporaryAllocation(byteCount: length, alignment: 1) { content in
          let count = pread(memory, content.baseAddress, length, off_t(start))
          return UnsafeRawBufferPointer(rebasing: content.prefix(max(count, 0)))
            .contains(bytes)
        }
      }
    }.map(\.name)
  }

  /// A whole file of `/proc/PID`, read to its end because its size is reported as 0.
  func file(_ name: String) throws -> Data {
    let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: "/proc/\(program)/\(name)"))
    return try handle.readToEnd() ?? Data()
  }

  private struct Region {
    let start: Int
    let end: Int
    let name: String
  }

  /// The readable regions, without those that the kernel maps into every program.
  private func regions() throws -> [Region] {
    let maps = String(decoding: try file("maps"), as: UTF8.self)
    return maps.split(separator: "\n").compactMap { line in
      let fields = line.split(separator: " ", maxSplits: 5)
      let bounds = fields[0].split(separator: "-").compactMap { Int($0, radix: 16) }
      guard bounds.count == 2, fields[1].hasPrefix("r"), !line.hasSuffix("[vvar]"),
        !line.contains("[vsyscall]")
      else { return nil }
      return Region(start: bounds[0], end: bounds[1], name: String(line))
    }
  }
}

extension UnsafeRawBufferPointer {
  /// Whether the bytes are in it. `Data.range(of:)` takes several times as long.
  fileprivate func contains(_ bytes: [UInt8]) -> Bool {
    guard let first = bytes.first, var start = baseAddress else { return false }
    let end = start + count - bytes.count
    while start <= end, let found = memchr(start, Int32(first), end - start + 1) {
      if memcmp(found, bytes, bytes.count) == 0 { return true }
      start = UnsafeRawPointer(found) + 1
    }
    return false
  }
}
