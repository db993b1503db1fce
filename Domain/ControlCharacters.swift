extension Unicode.Scalar {
  /// Whether this is a control character: Unicode has these 65 and promises never to have others, so no
  /// table is asked.
  var isControl: Bool { value < 0x20 || (0x7F...0x9F).contains(value) }
}
