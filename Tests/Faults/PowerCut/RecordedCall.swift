/// What a program did that a disk or a person got to see; names are relative to the recorded folder.
enum RecordedCall: Equatable, Sendable {
  case makeFolder(String)
  /// A file was opened that is made where it is missing.
  case open(String)
  case write(String, offset: Int, bytes: [UInt8])
  case truncate(String, size: Int)
  case remove(String)
  case rename(String, to: String)
  /// The disk has what was done to a file or folder.
  case sync(String)
  /// So many lines were shown to a person.
  case show(lines: Int)
  case exit(status: Int)
}
