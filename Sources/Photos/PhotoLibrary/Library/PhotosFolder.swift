import BoothSystem
import FoundationEssentials
import Glibc
package import PhotoModel
import Synchronization

/// Where a data folder keeps what it knows of photos: `photos` in it, and for each organisation that is not the studio's own a folder of
/// the same kind in `photos/organisations`.
package struct PhotosFolder: Sendable {
  /// One source, as it stands in the list of sources.
  package struct Source: Codable, Sendable, Hashable {
    package var id: String
    package var kind: PhotoSourceKind
    /// Where it is: a folder's path, as ``NameBytes`` writes it.
    package var place: String
  }

  private struct List: Codable {
    var sources: [Source]
    /// The id of the folder that takes uploads.
    var uploads: String?
  }

  /// The list as it was read last, for as long as it is the same file: it is asked for with every picture.
  private final class Read: Sendable {
    struct Known {
      var inode: UInt
      var seconds: Int
      var nanoseconds: Int
      var list: List
    }

    let known = Mutex<Known?>(nil)
  }

  package let path: String
  private let read = Read()
  /// The whole data folder.
  let data: String
  /// Whose it is; nil: the studio's own organisation's.
  let owner: PhotoOwner?
  /// Where that organisation's lies: all others lie in it.
  private var root: String { data + "/photos" }

  /// Copies that were requested.
  var copies: String { path + "/copies" }

  /// Where photos lie that come from elsewhere, without a name.
  var spool: String {
    let spool = path + "/spool"
    // Where it cannot be made, its user says so.
    mkdir(spool, 0o700)
    return spool
  }

  /// Makes the folder where it is not there.
  /// - Parameter owner: nil: the studio's own organisation.
  init(data: String, of owner: PhotoOwner? = nil) throws {
    self.data = data
    self.owner = owner
    path = data + "/photos" + (owner.map { "/\(Self.organisations)/\(Self.name($0))" } ?? "")
    if let fault = Self.make(path) {
      throw CommandError(
        "\(path) cannot be made: \(fault); what is known of photos is kept there", code: CommandError.cannotCreate)
    }
  }

  /// One that is only looked at; nothing is made.
  init(lookingAt data: String) { self.init(lookingAt: data, data + "/photos") }

  init(lookingAt data: String, _ path: String) { (self.data, self.path, owner) = (data, path, nil) }

  /// Makes a folder, and those that it lies in.
  /// - Returns: why not, in the system's words; nil where it is there.
  static func make(_ path: String) -> String? {
    var facts = stat()
    if stat(path, &facts) == 0 { return facts.st_mode & S_IFMT == S_IFDIR ? nil : SystemWords.of(ENOTDIR) }
    if let slash = path.lastIndex(of: "/"), slash != path.startIndex, let fault = make(String(path[..<slash])) {
      return fault
    }
    return mkdir(path, 0o700) == 0 || errno == EEXIST ? nil : SystemWords.of(errno)
  }

  var listPath: String { path + "/sources.json" }

  /// In the order in which they were added.
  package func sources() throws(PhotoLibraryError) -> [Source] { try list().sources }

  /// The id of the source that takes uploads; nil: none does.
  func uploads() throws(PhotoLibraryError) -> String? {
    let list = try self.list()
    return list.uploads.flatMap { id in list.sources.contains { $0.id == id && $0.kind == .folder } ? id : nil }
  }

  private func list() throws(PhotoLibraryError) -> List {
    var facts = stat()
    guard stat(listPath, &facts) == 0 else {
      guard errno == ENOENT else {
        throw .unavailable("\(listPath) cannot be read: \(SystemWords.of(errno))")
      }
      return List(sources: [])
    }
    let (inode, seconds, nanoseconds) = (facts.st_ino, facts.st_mtim.tv_sec, facts.st_mtim.tv_nsec)
    let known = read.known.withLock { known in
      known.flatMap { ($0.inode, $0.seconds, $0.nanoseconds) == (inode, seconds, nanoseconds) ? $0.list : nil }
    }
    if let known { return known }
    guard let bytes = OrdinaryFile.bytes(listPath) else { throw .unavailable("\(listPath) cannot be read") }
    do {
      let list = try JSONDecoder().decode(List.self, from: Data(bytes))
      read.known.withLock { $0 = .init(inode: inode, seconds: seconds, nanoseconds: nanoseconds, list: list) }
      return list
    } catch {
      throw .unavailable("\(listPath) is damaged; put back an older one, or remove it and add the folders again")
    }
  }

  /// Changes the list; one process at a time.
  func change(_ body: (inout [Source]) throws(PhotoLibraryError) -> Void) throws(PhotoLibraryError) {
    try changeList { (list) throws(PhotoLibraryError) in
      try body(&list.sources)
      if !list.sources.contains(where: { $0.id == list.uploads }) { list.uploads = nil }
    }
  }

  /// Has a source take uploads.
  /// - Parameter id: nil: none does.
  func setUploads(_ id: String?) throws(PhotoLibraryError) {
    try changeList { (list) throws(PhotoLibraryError) in
      guard id == nil || list.sources.contains(where: { $0.id == id }) else { throw .notFound }
      list.uploads = id
    }
  }

  private func changeList(
    _ body: (inout List) throws(PhotoLibraryError) -> Void
  ) throws(PhotoLibraryError) {
    // One for all organisations: what one of them adds is held against what the others have.
    let lock = open(root + "/sources.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard lock >= 0 else {
      throw .unavailable(
        errno == ENOSPC || errno == EDQUOT
          ? "the disk is full: nothing can be kept in \(root)" : "\(root): \(SystemWords.of(errno))")
    }
    defer { close(lock) }
    while flock(lock, LOCK_EX) != 0, errno == EINTR {}
    var list = try self.list()
    try body(&list)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let bytes: [UInt8]
    do { bytes = Array(try encoder.encode(list)) } catch {
      throw .unavailable("\(listPath) cannot be written: its names are no text")
    }
    do throws(DurableFile.Fault) { try DurableFile.replace(listPath, with: bytes) } catch {
      throw .unavailable(
        error.isFull
          ? "the disk is full: \(listPath) cannot be written; nothing was added or removed"
          : "\(listPath) cannot be written (\(error.words)); nothing was added or removed")
    }
  }

  /// Keeps other scans of a source away for as long as it lives.
  package final class ScanLock: Sendable {
    private let file: Int32

    fileprivate init(_ file: Int32) { self.file = file }
    deinit { close(file) }
  }

  /// Nil if it is scanned already, here or in another process.
  func lock(_ id: PhotoSourceID) -> ScanLock? {
    let file = open(path + "/scan-\(id).lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0 else { return nil }
    guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
      close(file)
      return nil
    }
    return ScanLock(file)
  }

  /// Waits until no other process does a piece of work; nil where nothing can be written here.
  package func waitingLock(_ work: String) -> ScanLock? {
    let file = open(path + "/\(work).lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0 else { return nil }
    while flock(file, LOCK_EX) != 0, errno == EINTR {}
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
