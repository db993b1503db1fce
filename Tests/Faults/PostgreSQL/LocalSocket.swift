import Foundation
import Programs

/// Sockets with a path.
enum LocalSocket {
  #if canImport(Darwin)
    private static let stream = SOCK_STREAM
  #else
    private static let stream = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
  #endif

  /// A socket that accepts connections of everybody at a path.
  static func listening(at path: String) throws -> Int32 {
    let descriptor = try made()
    guard with(path, { bind(descriptor, $0, $1) }) == 0, listen(descriptor, 64) == 0 else {
      throw SystemError("listening at \(path)")
    }
    return descriptor
  }

  /// A connection to a path.
  static func connected(to path: String) throws -> Int32 {
    let descriptor = try made()
    guard with(path, { connect(descriptor, $0, $1) }) == 0 else {
      let error = SystemError("connecting to \(path)")
      close(descriptor)
      throw error
    }
    return descriptor
  }

  /// The next connection; `nil` when the socket was shut down.
  static func accepted(from listener: Int32) -> Int32? {
    while true {
      let client = accept(listener, nil, nil)
      if client >= 0 {
        _ = fcntl(client, F_SETFD, FD_CLOEXEC)
        return client
      }
      if errno != EINTR, errno != ECONNABORTED { return nil }
    }
  }

  /// Ends a connection, even if a child process that was just started has inherited it.
  static func end(_ descriptor: Int32) {
    shutdown(descriptor, Int32(SHUT_RDWR))
    close(descriptor)
  }

  private static func made() throws -> Int32 {
    let descriptor = socket(AF_UNIX, stream, 0)
    guard descriptor >= 0 else { throw SystemError("socket") }
    return descriptor
  }

  private static func with(
    _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { bytes in
      bytes.copyBytes(from: path.utf8.prefix(bytes.count - 1))
    }
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }

  /// A port of this machine that nothing uses now.
  static func freePort() throws -> UInt16 {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(INADDR_LOOPBACK).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = socket(AF_INET, stream, 0)
    defer { close(descriptor) }
    let isFound = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, size) == 0 && getsockname(descriptor, $0, &size) == 0
      }
    }
    guard isFound else { throw SystemError("finding a free port") }
    return UInt16(bigEndian: address.sin_port)
  }

  /// What can be read now; `nil` at the end.
  static func read(from descriptor: Int32) -> [UInt8]? {
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    let count = Foundation.read(descriptor, &chunk, chunk.count)
    if count < 0, errno == EINTR { return [] }
    return count > 0 ? Array(chunk[..<count]) : nil
  }

  /// Writes everything; returns `false` when nobody reads any more.
  static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count > 0 { rest = rest.dropFirst(count) } else if errno != EINTR { return false }
    }
    return true
  }
}
