import Dispatch
import Foundation
import Synchronization

/// Runs a handler on a queue whenever a descriptor can be read, until it is freed.
final class ReadWatch: Sendable {
  private let source: Mutex<any DispatchSourceRead>

  init(_ descriptor: Descriptor, on queue: DispatchQueue, _ body: @escaping @Sendable () -> Void)
    throws(SystemFault)
  {
    // The queue may use the descriptor a little longer than its owner.
    let copy = fcntl(descriptor.number, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { throw SystemFault.last }
    let source = DispatchSource.makeReadSource(fileDescriptor: copy, queue: queue)
    source.setEventHandler(handler: body)
    source.setCancelHandler { @Sendable in close(copy) }
    source.activate()
    self.source = Mutex(source)
  }

  deinit {
    source.withLock { $0.cancel() }
  }
}
