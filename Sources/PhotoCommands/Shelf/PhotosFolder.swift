import BoothProgram
import BoothSystem
import FoundationEssentials
import Glibc
import PhotoBrowser

/// Where a data folder keeps what it knows of photos: `photos` in it.
struct PhotosFolder: Sendable {
  /// One source, as it stands in the list of sources.
  struct Source: Codable, Sendable, Hashable {
    var id: String
    var kind: PhotoSourceKind
    /// Where it is: a folder's path, as ``NameBytes`` writes it.
    var place: String
  }

  private struct List: Codable { var sources: [Source] }

  let path: String
  /// The whole data folder.
  let data: String

  /// Copies that were wished for.
  var copies: String { path + "/copies" }

  /// Where photos lie that come from elsewhere, without a name.
  var spool: String {
    let spool = path + "/spool"
    // Where it cannot be made, whoever needs it says so.
    mkdir(spool, 0o700)
    return spool
  }

  /// Makes the folder where it is not there.
  init(data: String) throws {
    self.data = data
    path = data + "/photos"
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw CommandError(
        "\(path) cannot be made: \(error); what is known of photos is kept there", code: CommandError.cannotCreate)
    }
  }

  var listPath: String { path + "/sources.json" }

  /// In the order in which they were added.
  func sources() throws(PhotoShelfError) -> [Source] {
    guard let bytes = OrdinaryFile.bytes(listPath) else {
      guard access(listPath, F_OK) != 0 else { throw .unavailable("\(listPath) cannot be read") }
      return []
    }
    do { return try JSONDecoder().decode(List.self, from: Data(bytes)).sources } catch {
      throw .unavailable("\(listPath) is damaged: \(error)")
    }
  }

  /// Changes the list; one process at a time.
  func change(_ body: (inout [Source]) throws(PhotoShelfError) -> Void) throws(PhotoShelfError) {
    let lock = open(path + "/sources.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard lock >= 0 else { throw .unavailable("\(path): \(String(cString: strerror(errno)))") }
    defer { close(lock) }
    while flock(lock, LOCK_EX) != 0, errno == EINTR {}
    var list = try sources()
    try body(&list)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do {
      try encoder.encode(List(sources: list)).write(to: URL(filePath: listPath), options: .atomic)
    } catch {
      throw .unavailable("\(listPath) cannot be written: \(error)")
    }
  }

  /// Keeps other scans of a source away for as long as it lives.
  final class ScanLock: Sendable {
    private let file: Int32

    fileprivate init(_ file: Int32) { self.file = file }
    deinit { close(file) }
  }

  /// Nil where somebody scans it already, here or in another process.
  func lock(_ id: PhotoSourceID) -> ScanLock? {
    let file = open(path + "/scan-\(id).lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0 else { return nil }
    guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
      close(file)
      return nil
    }
    return ScanLock(file)
  }

  func isScanned(_ id: PhotoSourceID) -> Bool {
    let file = open(path + "/scan-\(id).lock", O_RDWR | O_CLOEXEC)
    guard file >= 0 else { return false }
    defer { close(file) }
    // Shared: two that only ask do not see each other.
    return flock(file, LOCK_SH | LOCK_NB) != 0
  }
}
