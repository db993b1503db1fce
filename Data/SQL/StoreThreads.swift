/// The threads in which a store waits for the disk, for a server and for other processes.
public enum StoreThreads: Sendable {
  /// The caller's thread. This is the fastest for a program that does one thing and ends, because
  /// switching threads takes longer than most operations.
  case callers
  /// Threads of its own, so that no other task of the process has to wait. Waiting writes are
  /// committed together and then answered.
  case dedicated
}
