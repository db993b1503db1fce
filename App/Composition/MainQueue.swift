#if os(Linux)
  import CMainQueue

  /// The main queue, on which the main actor runs, for a main loop that is not Dispatch's.
  public enum MainQueue {
    /// The descriptor that can be read while work waits; a loop watches it.
    public static var descriptor: Int32 { _dispatch_get_main_queue_handle_4CF() }

    /// Does the work that waits. It is called on the main thread.
    public static func performWork() { _dispatch_main_queue_callback_4CF(nil) }
  }
#endif
