#if os(Linux)
  import CMainQueue
  import Platform

  /// The main queue, on which the main actor runs, for a main loop that is not Dispatch's.
  public enum MainQueue {
    /// The descriptor that can be read while work waits; a loop watches it.
    public static var descriptor: Int32 { _dispatch_get_main_queue_handle_4CF() }

    /// Does the work that waits. It is called on the main thread when the descriptor can be read, which
    /// it then cannot until there is more work.
    public static func performWork() {
      // Dispatch does not read it. Read first, it tells of work that comes meanwhile.
      var count: UInt64 = 0
      _ = read(descriptor, &count, MemoryLayout.size(ofValue: count))
      _dispatch_main_queue_callback_4CF(nil)
    }
  }
#endif
