import Domain

/// Whether changes can be saved. Everybody may ask, so the store is asked once a second at most.
actor Health {
  /// The store answers within 10 seconds otherwise.
  private static let usualPatience = Duration.seconds(12)

  private let check: @Sendable () async -> Refusal?
  private let patience: Duration
  private let lifetime: Duration
  /// How often the store was asked.
  private var number = 0
  private var isAsking = false
  /// What it said last, for its lifetime, or that it has said nothing yet.
  private var answer: Refusal??
  private var waiting: [CheckedContinuation<Refusal?, Never>] = []

  /// - Parameters:
  ///   - patience: how long to wait for the store's answer.
  ///   - lifetime: how long the answer is told to everybody who asks.
  ///   - check: asks the store why it cannot save changes.
  init(
    patience: Duration = usualPatience, lifetime: Duration = .seconds(1),
    _ check: @escaping @Sendable () async -> Refusal?
  ) {
    self.patience = patience
    self.lifetime = lifetime
    self.check = check
  }

  /// Why no change can be saved; `nil` if it can.
  var refusal: Refusal? {
    get async {
      if let answer { return answer }
      if !isAsking { ask() }
      return await withCheckedContinuation { waiting.append($0) }
    }
  }

  private func ask() {
    isAsking = true
    number += 1
    Task { [check] in finish(await check()) }
    Task { [number, patience] in
      try? await Task.sleep(for: patience)
      giveUp(number)
    }
  }

  private func finish(_ refusal: Refusal?) {
    isAsking = false
    tell(refusal)
    Task { [number, lifetime] in
      try? await Task.sleep(for: lifetime)
      if !isAsking, number == self.number { answer = nil }
    }
  }

  private func giveUp(_ number: Int) {
    guard isAsking, number == self.number else { return }
    tell(.store(.busy(cause: "it has not answered for \(patience)")))
  }

  private func tell(_ refusal: Refusal?) {
    answer = .some(refusal)
    for continuation in waiting { continuation.resume(returning: refusal) }
    waiting = []
  }
}
