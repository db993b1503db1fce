import Domain
import Foundation

/// The path from the root, without `.` and `..`. Resolves `..` after symbolic links, as the kernel
/// does.
///
/// - Throws: `Refusal.environment` when the current folder has no usable path.
func fullPath(of path: String) throws(Refusal) -> String {
  let slash = UInt8(ascii: "/")
  let start = path.utf8.first == slash ? "" : try currentFolder()
  var full: [UInt8] = []
  for part in "\(start)/\(path)".utf8.split(separator: slash) {
    switch String(Substring(part)) {
    case ".": continue
    case "..": full = folder(above: full)
    default: full += [slash] + part
    }
  }
  if full.isEmpty || path.utf8.last == slash { full.append(slash) }
  return String(decoding: full, as: UTF8.self)
}

private func folder(above path: [UInt8]) -> [UInt8] {
  let text = String(decoding: path, as: UTF8.self)
  guard !path.isEmpty, let resolved = realpath(text, nil) else {
    // Opening this path reports that it does not exist.
    return path.isEmpty ? [] : path + Array("/..".utf8)
  }
  defer { free(resolved) }
  let real = UnsafeRawBufferPointer(start: resolved, count: strlen(resolved))
  return Array(real[..<(real.lastIndex(of: UInt8(ascii: "/")) ?? 0)])
}

private func currentFolder() throws(Refusal) -> String {
  guard let path = getcwd(nil, 0) else {
    throw .environment(cause: "The current folder is gone. Name the store by its full path")
  }
  defer { free(path) }
  guard let text = String(validatingCString: path) else {
    throw .environment(
      cause: "The current folder's path is not UTF-8. Name the store by its full path")
  }
  return text
}
