import BoothSystem
import FoundationEssentials
import Glibc

/// Does in a data folder what a booth's start does there, and leaves nothing behind.
struct FolderTrial {
  /// What a booth cannot do there, in words; nil where all goes well.
  let obstacle: String?
  /// Whether files are their owner's alone when they are made so. FAT, exFAT and NTFS mostly give everybody all rights.
  let keepsRights: Bool

  /// - Parameter folder: which is there.
  init(_ folder: String) {
    (obstacle, keepsRights) = Self.tried(folder)
  }

  private static func tried(_ folder: String) -> (obstacle: String?, keepsRights: Bool) {
    func failed(_ words: String) -> (String?, Bool) { ("\(words): \(SystemWords.of(errno))", true) }
    let name = "\(folder)/.trial-\(getpid())"
    defer {
      unlink(name)
      unlink(name + "-2")
    }
    let file = open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { return failed("no file can be made") }
    defer { close(file) }
    let words: [UInt8] = Array("booth\n".utf8)
    guard write(file, words, words.count) == words.count else { return failed("no file can be written") }
    guard fsync(file) == 0 else { return failed("a file cannot be flushed to the disk") }
    guard flock(file, LOCK_EX | LOCK_NB) == 0 else { return failed("a file cannot be locked") }
    guard rename(name, name + "-2") == 0 else { return failed("a file cannot be renamed") }
    var facts = stat()
    guard fstat(file, &facts) == 0 else { return failed("a file cannot be looked at") }
    return (nil, facts.st_mode & 0o077 == 0)
  }

  /// What the operator should know of a folder whose file system keeps no rights.
  static func openToAll(_ folder: String) -> String {
    "the file system of \(folder) keeps no rights: everybody who has an account here can read guests' pictures and the "
      + "gallery's secrets"
  }

  /// What helps; `chmod` does not.
  static let remedy =
    "mount it for the booth's user alone (exFAT, FAT and NTFS: the options uid=, gid= and umask=077), or use a disk with ext4"
}
