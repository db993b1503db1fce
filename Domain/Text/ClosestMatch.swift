/// Finds the candidate that `text` is most likely a typo of, or `nil` when none is close enough.
///
/// A candidate is close when at most a third of the shorter text's letters (one, when either has
/// three) are missing, added, changed or swapped with a neighbour. Of equally close ones it is that
/// with the longest beginning in common: typos in first letters are rare.
///
/// The distance is the optimal string alignment distance (Damerau 1964, restricted).
public func closestMatch<Candidates: Sequence<String>>(
  to text: String, among candidates: Candidates
) -> String? {
  let scalars = Array(text.unicodeScalars)
  var nearest: (candidate: String, distance: Int, prefix: Int)?
  for candidate in candidates where candidate != text {
    let other = Array(candidate.unicodeScalars)
    let isLong = max(scalars.count, other.count) >= 3
    let limit = max(min(scalars.count, other.count) / 3, isLong ? 1 : 0)
    guard abs(scalars.count - other.count) <= limit else { continue }
    let distance = alignmentDistance(scalars, other)
    let prefix = zip(scalars, other).prefix { $0 == $1 }.count
    let (least, longest) = (nearest?.distance ?? .max, nearest?.prefix ?? 0)
    if distance <= limit, distance < least || distance == least && prefix > longest {
      nearest = (candidate, distance, prefix)
    }
  }
  return nearest?.candidate
}

private func alignmentDistance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
  var beforePrevious: [Int] = []
  var previous = Array(0...right.count)
  for row in left.indices {
    var current = [row + 1]
    for column in right.indices {
      let substitution = previous[column] + (left[row] == right[column] ? 0 : 1)
      var distance = min(substitution, previous[column + 1] + 1, current[column] + 1)
      if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
        distance = min(distance, beforePrevious[column - 1] + 1)
      }
      current.append(distance)
    }
    beforePrevious = previous
    previous = current
  }
  return previous[right.count]
}
