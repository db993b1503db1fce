import Doubles

/// The possible results of a power cut in a recording: it can happen after every call, and each
/// change not yet synced is kept, lost or partly written.
struct PowerCuts: Sequence, IteratorProtocol {
  /// The result of one power cut.
  struct Remains: Sendable {
    let image: Disk.Image
    /// The number of calls before the power cut, and the fates of the changes that were not synced.
    let point: Int
    let fates: [Disk.Fate]
    /// The number of states acknowledged before the power cut.
    let acknowledged: Int
  }

  private let disks: [Disk]
  private let acknowledged: [Int]
  private var cuts: [(point: Int, fates: [Disk.Fate])] = []
  private var generator: SplitMix
  private var seen: Set<Int> = []
  private var round = 0

  init(of recording: Recording, generator: SplitMix) {
    var disk = recording.disk
    var (disks, acknowledged) = ([disk], [0])
    for (call, told) in zip(recording.calls, recording.acknowledged) {
      let isSeen = disk.perform(call)
      guard isSeen || told != acknowledged.last else { continue }
      disks.append(disk)
      acknowledged.append(told)
    }
    self.disks = disks
    self.acknowledged = acknowledged
    self.generator = generator
  }

  /// The result of another power cut, different from all before, until no more are found.
  mutating func next() -> Remains? {
    while true {
      while let cut = cuts.popLast() {
        let image = disks[cut.point].image(cut.fates)
        let told = acknowledged[cut.point]
        var hasher = Hasher()
        hasher.combine(told)
        for (name, content) in image.sorted(by: { $0.key < $1.key }) {
          hasher.combine(name)
          content.withUnsafeBytes { hasher.combine(bytes: $0) }
        }
        if seen.insert(hasher.finalize()).inserted {
          return Remains(image: image, point: cut.point, fates: cut.fates, acknowledged: told)
        }
      }
      guard round < 20 else { return nil }
      plan()
      round += 1
    }
  }

  /// Plans the simple fates at all points first, then more and more random ones.
  private mutating func plan() {
    for (point, disk) in disks.enumerated() {
      let count = disk.pendingCount
      let fates = round == 0 ? plainFates(count) : []
      let random = (0..<3).map { _ in (0..<count).map { _ in randomFate() } }
      cuts += (fates + random).map { (point, $0) }
    }
    cuts.shuffle(using: &generator)
  }

  private mutating func plainFates(_ count: Int) -> [[Disk.Fate]] {
    var fates: [[Disk.Fate]] = [
      Array(repeating: .kept, count: count), Array(repeating: .lost, count: count),
    ]
    for index in (0..<count).shuffled(using: &generator).prefix(8) {
      var others = fates[0]
      others[index] = .lost
      var alone = fates[1]
      alone[index] = .kept
      fates += [
        others, alone,
        Array(repeating: .kept, count: index) + Array(repeating: .lost, count: count - index),
      ]
    }
    return fates
  }

  private mutating func randomFate() -> Disk.Fate {
    switch Int.random(in: 0..<8, using: &generator) {
    case 0...2: .kept
    case 3...4: .lost
    case 5...6: .torn(generator.next())
    default: .blank
    }
  }
}
