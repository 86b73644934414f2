import BoothArchives
import BoothCore
import FoundationEssentials
import Glibc
import ThenAndNow

/// Where an export goes: a file or a folder beside its name, which it gets when all is there.
final class ExportTarget {
  let path: String
  private let draft: String
  private let isArchive: Bool
  private var file: Int32 = -1
  private var archive = ZIPArchive()
  private var folders: Set<String> = []
  private(set) var sizeBytes: Int64 = 0

  /// A name that ends in `.zip` is an archive; else a folder that is new, or empty.
  init(_ path: String) throws(CommandError) {
    self.path = path
    isArchive = path.lowercased().hasSuffix(".zip")
    draft = "\(path).part-\(getpid())"
    if isArchive {
      file = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
      guard file >= 0 else { throw failure("cannot be made") }
    } else {
      var facts = stat()
      if stat(path, &facts) == 0 {
        guard facts.st_mode & S_IFMT == S_IFDIR, rmdir(path) == 0 else {
          throw CommandError(
            "\(path) is there already; name a new folder, or a file that ends in .zip", code: CommandError.cannotCreate)
        }
      }
      guard mkdir(draft, 0o700) == 0 else { throw failure("cannot be made") }
    }
  }

  private func failure(_ what: String) -> CommandError {
    CommandError("\(path) \(what): \(String(cString: strerror(errno)))", code: CommandError.cannotCreate)
  }

  func put(_ name: String, _ bytes: [UInt8], _ time: WallTime) throws(CommandError) {
    sizeBytes += Int64(bytes.count)
    if isArchive {
      var checksum = CRC32()
      checksum.add(bytes)
      let head = archive.begin(
        ZIPArchive.File(
          name: "\(ExportTables.folder)/\(name)", sizeBytes: UInt64(bytes.count), checksum: checksum.value,
          made: CivilMoment(time.date, secondsFromUTC: time.secondsFromUTC)))
      try write(head, to: file)
      try write(bytes, to: file)
    } else {
      let parts = name.split(separator: "/").dropLast()
      for count in 0..<parts.count {
        let folder = parts[...count].joined(separator: "/")
        guard folders.insert(folder).inserted else { continue }
        guard mkdir("\(draft)/\(folder)", 0o700) == 0 else { throw failure("cannot be made") }
      }
      let file = open("\(draft)/\(name)", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      guard file >= 0 else { throw failure("cannot be written") }
      defer { close(file) }
      try write(bytes, to: file)
    }
  }

  private func write(_ bytes: [UInt8], to file: Int32) throws(CommandError) {
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes { Glibc.write(file, $0.baseAddress! + done, bytes.count - done) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw failure("cannot be written") }
      done += count
    }
  }

  /// Makes it last, and gives it its name.
  func finish() throws(CommandError) {
    if isArchive {
      for piece in archive.end() { try write(piece, to: file) }
      guard fsync(file) == 0, close(file) == 0 else { throw failure("cannot be written") }
      file = -1
    } else {
      sync()
    }
    guard rename(draft, path) == 0 else { throw failure("cannot be given its name") }
  }

  /// Takes away what is not complete.
  func giveUp() {
    if file >= 0 { close(file) }
    do { try FileManager.default.removeItem(atPath: draft) } catch {}  // it was given its name, or never made
  }
}
