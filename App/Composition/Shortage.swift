import Domain
import Platform

/// Checks system limits at the start. The libraries below fail badly: without a thread they hang,
/// and without a descriptor they crash.
enum Shortage {
  /// A thread reserves 8 MiB.
  private static let memory = 64 << 20
  /// A session needs 14 at most. Dispatch needs another now and then, and crashes without it.
  private static let descriptors = 20
  /// The usual default limit.
  private static let usualDescriptors: rlim_t = 1_024

  /// Checks that the limits are sufficient.
  ///
  /// - Throws: `Refusal.environment`.
  static func check() throws(Refusal) {
    if limit(on: RLIMIT_AS) != nil, !hasMemory {
      throw .environment(cause: "Too little memory is allowed. Raise the limit with: ulimit -v")
    }
    if let limit = limit(on: RLIMIT_NOFILE), limit < usualDescriptors, !hasDescriptors {
      throw .environment(cause: "Too few open files are allowed. Raise the limit with: ulimit -n")
    }
  }

  private static func limit(on resource: __rlimit_resource) -> rlim_t? {
    var limit = rlimit()
    let isKnown = getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0
    return isKnown && limit.rlim_cur != rlim_t.max ? limit.rlim_cur : nil
  }

  private static var hasMemory: Bool {
    let room = mmap(nil, memory, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard room != MAP_FAILED else { return false }
    munmap(room, memory)
    return true
  }

  private static var hasDescriptors: Bool {
    let opened = (0..<descriptors).map { _ in open("/dev/null", O_RDONLY | O_CLOEXEC) }
    for descriptor in opened where descriptor >= 0 { close(descriptor) }
    return !opened.contains { $0 < 0 }
  }
}
