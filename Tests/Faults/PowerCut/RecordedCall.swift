/// A call that changes the disk or prints something; names are relative to the recorded folder.
enum RecordedCall: Equatable, Sendable {
  case makeFolder(String)
  /// A file was opened, and created if missing.
  case open(String)
  case write(String, offset: Int, bytes: [UInt8])
  case truncate(String, size: Int)
  case remove(String)
  case rename(String, to: String)
  /// A file or folder was synced.
  case sync(String)
  /// This many lines were printed.
  case show(lines: Int)
  case exit(status: Int)
}
