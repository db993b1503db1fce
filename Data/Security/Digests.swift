internal import CSodium

/// The SHA-256 digest of the bytes: 32 bytes.
func sha256(_ bytes: [UInt8]) -> [UInt8] {
  var digest = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
  crypto_hash_sha256(&digest, bytes, UInt64(bytes.count))
  return digest
}

/// The BLAKE2b digest of the bytes, of 32 bytes: as good as SHA-256, and several times as fast.
func blake2b(_ bytes: [UInt8]) -> [UInt8] {
  var digest = [UInt8](repeating: 0, count: Int(crypto_generichash_BYTES))
  crypto_generichash(&digest, digest.count, bytes, UInt64(bytes.count), nil, 0)
  return digest
}
