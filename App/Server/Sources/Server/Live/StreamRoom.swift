import Commands
import Domain
import Synchronization

/// Gives out the places for event streams, so that nobody can take them from others.
///
/// When all are taken, whoever has few gets a place of whoever has the most: of the network with the
/// most streams, and there of the account with the most.
final class StreamRoom: Sendable {
  /// The place of a stream.
  final class Place: Sendable {
    fileprivate let account: User.ID
    fileprivate let network: NetworkAddress
    private let state = Mutex<(isLost: Bool, end: (@Sendable () -> Void)?)>((false, nil))

    fileprivate init(of account: User.ID, at network: NetworkAddress) {
      self.account = account
      self.network = network
    }

    /// Whether somebody else has the place now.
    var isLost: Bool { state.withLock { $0.isLost } }

    /// Sets what ends the stream when somebody else gets its place.
    func whenLost(_ end: @escaping @Sendable () -> Void) {
      let isLost = state.withLock { state in
        state.end = end
        return state.isLost
      }
      if isLost { end() }
    }

    fileprivate func lose() {
      let end = state.withLock { state in
        state.isLost = true
        return state.end
      }
      end?()
    }
  }

  fileprivate struct State {
    /// In the order in which they were taken.
    var places: [Place] = []
    var byAccount: [User.ID: Int] = [:]
    var byNetwork: [NetworkAddress: Int] = [:]
  }

  private let most: Int
  private let mostOfAccount: Int
  private let state = Mutex(State())

  init(most: Int, mostOfAccount: Int = Limits.streamsOfAccount) {
    self.most = most
    self.mostOfAccount = mostOfAccount
  }

  /// Takes a place for a stream of an account; `nil` if there is none for it.
  func enter(_ account: User.ID, from address: NetworkAddress) -> Place? {
    let place = Place(of: account, at: address.network)
    let (isTaken, lost) = state.withLock { state -> (Bool, Place?) in
      guard state.byAccount[account, default: 0] < mostOfAccount else { return (false, nil) }
      var lost: Place?
      if state.places.count >= most {
        lost = state.place(toGive: place)
        guard let lost else { return (false, nil) }
        state.remove(lost)
      }
      state.places.append(place)
      state.byAccount[account, default: 0] += 1
      state.byNetwork[place.network, default: 0] += 1
      return (true, lost)
    }
    lost?.lose()
    return isTaken ? place : nil
  }

  /// Gives the place back.
  func leave(_ place: Place) {
    state.withLock { $0.remove(place) }
  }
}

extension StreamRoom.State {
  fileprivate mutating func remove(_ place: StreamRoom.Place) {
    guard let index = places.lastIndex(where: { $0 === place }) else { return }
    places.remove(at: index)
    let (account, network) = (
      byAccount[place.account, default: 1] - 1, byNetwork[place.network, default: 1] - 1
    )
    byAccount[place.account] = account == 0 ? nil : account
    byNetwork[place.network] = network == 0 ? nil : network
  }

  /// The place that a new one gets: the newest of whoever has the most, if that is more than the new
  /// one's owner will have. Otherwise two could take one from each other for ever.
  fileprivate func place(toGive new: StreamRoom.Place) -> StreamRoom.Place? {
    let own = counts(of: new)
    let (network, account) = (own.network + 1, own.account + 1)
    let others = places.filter { other in
      let count = counts(of: other)
      return count.network > network
        || count.account > account && (other.network == new.network || count.network >= network)
    }
    guard let most = others.map({ counts(of: $0) }).max(by: <) else { return nil }
    return others.last { counts(of: $0) == most }
  }

  private func counts(of place: StreamRoom.Place) -> (network: Int, account: Int) {
    (byNetwork[place.network, default: 0], byAccount[place.account, default: 0])
  }
}
