import Foundation

/// What a running program holds in its memory.
struct ProcessMemory {
  let program: pid_t

  private static let chunk = 1 << 20

  /// The parts of the memory where the bytes stand, as `/proc/PID/maps` calls them.
  func places(of bytes: [UInt8]) throws -> [String] {
    let memory = open("/proc/\(program)/mem", O_RDONLY | O_CLOEXEC)
    guard memory >= 0 else { throw SystemError("/proc/\(program)/mem") }
    defer { close(memory) }
    return try regions().filter { region in
      // What is read at once overlaps, so that nothing hides at a border.
      stride(from: region.start, to: region.end, by: Self.chunk).contains { start in
        let length = min(Self.chunk + bytes.count, region.end - start)
        var content = Data(count: length)
        let count = content.withUnsafeMutableBytes {
          pread(memory, $0.baseAddress, length, off_t(start))
        }
        return count > 0 && content.prefix(count).range(of: Data(bytes)) != nil
      }
    }.map(\.name)
  }

  /// All of a file that the kernel keeps about the program. Its size says nothing, so it is read to its end.
  func file(_ name: String) throws -> Data {
    let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: "/proc/\(program)/\(name)"))
    return try handle.readToEnd() ?? Data()
  }

  private struct Region {
    let start: Int
    let end: Int
    let name: String
  }

  /// Those that can be read; what the kernel lends to every program is none of it.
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
