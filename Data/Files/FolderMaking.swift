internal import Foundation

/// Makes a folder that only its owner may enter, with those that lead to it, where they are missing.
func makeFolders(_ path: String) throws(SystemError) {
  if mkdir(path, 0o700) == 0 { return }
  switch SystemError.last.code {
  case EEXIST:
    guard try fileStatus(at: path)?.kind == S_IFDIR else { throw SystemError(code: ENOTDIR) }
  case ENOENT where PathParts(path).folder != path:
    try makeFolders(PathParts(path).folder)
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw .last }
  default: throw .last
  }
}
