internal import CSodium
internal import CUnicode

/// Where Foundation's form C is not Unicode's. Earlier releases used it, and the keys of names and
/// the passwords in existing stores must be found again. It concerns combinations that hardly
/// anybody writes.
enum FoundationForms {
  /// Composes letters of Hangul. Foundation takes one letter too many of each kind, and adds none to
  /// a syllable that is composed already.
  ///
  /// - Returns: the number of scalars that are left.
  static func composeHangul(_ scalars: UnsafeMutableBufferPointer<Int32>) -> Int {
    var (read, written) = (0, 0)
    func next(_ range: ClosedRange<Int32>) -> Int32? {
      guard read < scalars.count, range ~= scalars[read] else { return nil }
      defer { read += 1 }
      return scalars[read] - range.lowerBound
    }
    while read < scalars.count {
      if let first = next(0x1100...0x1113) {
        if let vowel = next(0x1161...0x1176) {
          let syllable = 0xAC00 + (first * 21 + vowel) * 28 + (next(0x11A7...0x11C3) ?? 0)
          scalars[written] = syllable < 0xD800 ? syllable : 0xFFFD
        } else {
          scalars[written] = 0x1100 + first
        }
      } else {
        scalars[written] = scalars[read]
        read += 1
      }
      written += 1
    }
    return written
  }

  /// Cuts letters to their lower 16 bits where these compose with what follows, as Foundation does.
  static func cut(_ scalars: UnsafeMutableBufferPointer<Int32>, _ form: utf8proc_option_t) {
    func isMark(_ scalar: Int32) -> Bool {
      utf8proc_get_property(scalar).pointee.combining_class > 0
    }
    for (index, scalar) in scalars.enumerated() where scalar > 0xFFFF && !isMark(scalar) {
      let cut = scalar & 0xFFFF
      let marks = scalars[(index + 1)...].prefix(while: isMark)
      var part: [Int32] = []
      part.reserveCapacity(marks.count + 2)
      part.append(cut)
      part.append(contentsOf: marks)
      part.append(contentsOf: scalars[marks.endIndex...].prefix(1))
      utf8proc_normalize_utf32(&part, part.count, form)
      if part[0] != cut { scalars[index] = cut }
      sodium_memzero(&part, part.count * MemoryLayout<Int32>.stride)
    }
  }
}
