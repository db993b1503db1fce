internal import Foundation

/// Waits until the disk knows of the names in a folder.
func syncFolder(_ path: String) throws(SystemError) {
  try FileDescriptor(opening: path, O_RDONLY | O_DIRECTORY).sync()
}

/// Waits until the disk knows the names that lead to a folder, any of which may be new.
///
/// What this person may not even read, nobody made for him; beyond a mount point lies another disk.
func syncWay(to path: String) throws(SystemError) {
  let parent = PathParts(path).folder
  guard parent != path, try fileStatus(at: parent)?.st_dev == fileStatus(at: path)?.st_dev
  else { return }
  do throws(SystemError) {
    try syncFolder(parent)
  } catch {
    guard error.isReadOnly else { throw error }
  }
  try syncWay(to: parent)
}
