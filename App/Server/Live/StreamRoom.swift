import Synchronization

/// Counts the open event streams, so that they leave room for pages and for other people.
final class StreamRoom: Sendable {
  private struct State {
    var all = 0
    var byAccount: [Int64: Int] = [:]
  }

  private let most: Int
  private let mostOfAccount: Int
  private let state = Mutex(State())

  init(most: Int = Limits.streams, mostOfAccount: Int = Limits.streamsOfAccount) {
    self.most = most
    self.mostOfAccount = mostOfAccount
  }

  /// Takes a place for a stream of an account; returns `false` if all are taken.
  func enter(_ account: Int64) -> Bool {
    state.withLock { state in
      let own = state.byAccount[account, default: 0]
      guard state.all < most, own < mostOfAccount else { return false }
      state.all += 1
      state.byAccount[account] = own + 1
      return true
    }
  }

  /// Gives the place back.
  func leave(_ account: Int64) {
    state.withLock { state in
      let own = state.byAccount[account, default: 1] - 1
      state.all -= 1
      state.byAccount[account] = own == 0 ? nil : own
    }
  }
}
