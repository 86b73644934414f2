import BoothSystem
import FoundationEssentials
import Glibc

/// Why a file or folder cannot be read, as the system says it: Foundation's own errors are not for people.
enum FileFault {
  static func words(of path: String) -> String {
    // Opening and asking, as only so the rights of all folders above are looked at.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return SystemWords.of(errno) }
    defer { close(descriptor) }
    var isFolder = false
    _ = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
    return isFolder ? "it is a folder" : "it is not a file that can be read"
  }
}
