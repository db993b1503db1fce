internal import Platform

/// Waits until the names in a folder are on the disk.
func syncFolder(_ path: String) throws(SystemError) {
  try FileDescriptor(opening: path, O_RDONLY | O_DIRECTORY).sync()
}

/// Waits until the names of a folder and its parents, any of which may be new, are on the disk.
///
/// It stops at a mount point, and skips parents that this user may not read and so did not create.
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
