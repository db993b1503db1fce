import Foundation
import Programs

/// A socket that listens at this path.
func listeningSocket(at path: String) throws -> Int32 {
  let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
  let size = socklen_t(MemoryLayout<sockaddr_un>.size)
  let bound = withUnsafePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listener, $0, size) }
  }
  guard bound == 0, listen(listener, 64) == 0 else { throw SystemError("bind") }
  return listener
}
