import Dispatch
import Foundation
import Synchronization

/// Does something on a queue whenever a descriptor can be read, as long as this object is there.
final class ReadWatch: Sendable {
  private let source: Mutex<any DispatchSourceRead>

  init(_ descriptor: Descriptor, on queue: DispatchQueue, _ body: @escaping @Sendable () -> Void)
    throws(SystemFault)
  {
    // The queue may look at it for a while longer than its owner has it.
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
