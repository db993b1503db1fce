internal import CSodium
public import Domain

/// Overwrites memory with zeroes, which the optimiser cannot leave out.
public let wipeMemory: Secret.Wipe = { memory in
  guard let start = memory.baseAddress else { return }
  sodium_memzero(start, memory.count)
}
