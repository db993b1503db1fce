/// Runs work that may wait for ever in a thread of its own. Dispatch has only so many threads, and
/// whoever waits in one of them keeps it from all others.
package func detachThread(_ work: @escaping @Sendable () -> Void) throws(SystemError) {
  let box = Unmanaged.passRetained(Work(run: work))
  #if canImport(Darwin)
    var thread: pthread_t?
  #else
    var thread = pthread_t()
  #endif
  let code = pthread_create(
    &thread, nil,
    { context in
      let box: UnsafeMutableRawPointer? = context
      if let box { Unmanaged<Work>.fromOpaque(box).takeRetainedValue().run() }
      return nil
    }, box.toOpaque())
  guard code == 0 else {
    box.release()
    throw SystemError(code: code)
  }
  #if canImport(Darwin)
    if let thread { pthread_detach(thread) }
  #else
    pthread_detach(thread)
  #endif
}

private final class Work: Sendable {
  let run: @Sendable () -> Void

  init(run: @escaping @Sendable () -> Void) {
    self.run = run
  }
}
