import Glibc

/// A real folder with the app's tags: `tags.csv`, and a file of changes for each device. Others write it at the same time, and know
/// nothing of us; what we do is right whatever they do meanwhile, and wherever we are ended. Calls block.
public struct TagFolder: Sendable {
  /// Tags of all files together are not more than this.
  public static let mostBytes = 128 << 20
  /// In the name of a file that is being merged: its device writes another one from now on.
  static let taking = ".merging-"

  /// The folder's path.
  public let path: String
  /// Is called before each step that changes anything, with what it does; a test ends there.
  var step: @Sendable (String) throws(CatalogFolderError) -> Void = { (_) throws(CatalogFolderError) in }

  /// - Parameter path: of a folder; whether it is there is found out when it is read.
  public init(path: String) { self.path = path }

  /// Keeps other programs of ours out of the folder for as long as it lives.
  public final class Lock: Sendable {
    let folder: Int32

    fileprivate init(_ folder: Int32) { self.folder = folder }
    deinit { close(folder) }
  }

  /// Waits for who else has it. Disks in networks may have no such thing; then there is no waiting.
  public func lock() throws(CatalogFolderError) -> Lock {
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw Self.error(path, "cannot be read") }
    while flock(folder, LOCK_EX) != 0, errno == EINTR {}
    return Lock(folder)
  }

  /// What one file said that makes no sense.
  public struct Nonsense: Sendable, Equatable {
    /// The file's name.
    public let name: String
    /// How many lines, by the reason.
    public let skipped: [SkippedRow: Int]
  }

  /// What is in the folder.
  public struct Contents: Sendable, Equatable {
    /// What it says as a whole.
    public let state: TagState
    /// Whether there is a `tags.csv`.
    public let hasMaster: Bool
    /// The names of the files of changes, in their order.
    public let changes: [String]
    /// What makes no sense in it.
    public let nonsense: [Nonsense]
    /// Whether a merge was cut off, which is to be done again.
    public var isCutOff: Bool { changes.contains { $0.contains(TagFolder.taking) } }
  }

  /// Reads it: changes first and all tags last, as a merge writes those before the changes go. So what is gone from the
  /// changes stands in the tags, and nothing is missed.
  public func read() throws(CatalogFolderError) -> Contents {
    let names = try names()
    var left = Self.mostBytes
    var words = TagWords()
    var nonsense: [Nonsense] = []
    var read: [String] = []
    for name in names {
      guard let bytes = try bytes(name, &left)?.bytes else { continue }
      var skipped: [SkippedRow: Int] = [:]
      words.add(TagChange.read(bytes, skipped: &skipped))
      read.append(name)
      try refuse(skipped, name)
      if !skipped.isEmpty { nonsense.append(Nonsense(name: name, skipped: skipped)) }
    }
    let master = try bytes(TagChange.masterName, &left)?.bytes
    var skipped: [SkippedRow: Int] = [:]
    let tags = TagMaster.read(master ?? [], skipped: &skipped)
    try refuse(skipped, TagChange.masterName)
    if !skipped.isEmpty { nonsense.append(Nonsense(name: TagChange.masterName, skipped: skipped)) }
    return Contents(
      state: TagState(master: tags, words: words), hasMaster: master != nil, changes: read, nonsense: nonsense)
  }

  /// What is read in part would be taken for less than it is.
  func refuse(_ skipped: [SkippedRow: Int], _ name: String) throws(CatalogFolderError) {
    guard skipped[.tooMany] != nil else { return }
    throw CatalogFolderError(.tooLarge, "\(path)/\(name) has over \(TagMaster.mostRows) rows; nobody has as many tags")
  }

  /// The files of changes, in the order of their names.
  /// - Throws: also where a file is in iCloud alone, as its place is kept by a file of another name.
  func names() throws(CatalogFolderError) -> [String] {
    let all = try DiskCatalogFolder(path: path).names(beginning: "")
    let away = all.filter { $0.hasPrefix(".tags") && $0.hasSuffix(".icloud") }.sorted()
    if let first = away.first {
      throw CatalogFolderError(
        .unavailable, "\(path)/\(first) stands for a file that is in iCloud and was not brought here: download it first"
      )
    }
    return all.filter { $0.hasPrefix(TagChange.filePrefix) && $0.hasSuffix(".csv") }.sorted()
  }

  /// A file as it was read.
  struct Read {
    var bytes: [UInt8]
    var facts: stat
  }

  /// Nil where there is none, or no ordinary one.
  func bytes(_ name: String, _ left: inout Int) throws(CatalogFolderError) -> Read? {
    let file = open("\(path)/\(name)", O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else {
      guard errno == ENOENT || errno == ELOOP else { throw Self.error("\(path)/\(name)", "cannot be read") }
      return nil
    }
    defer { close(file) }
    var facts = stat()
    guard fstat(file, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(file, &piece, piece.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw Self.error("\(path)/\(name)", "cannot be read") }
      if count == 0 { break }
      left -= count
      guard left >= 0 else {
        throw CatalogFolderError(
          .tooLarge, "\(path): its tags have more than \(Self.mostBytes >> 20) MB, up to \(name); nobody has as many")
      }
      bytes += piece.prefix(count)
    }
    guard fstat(file, &facts) == 0 else { throw Self.error("\(path)/\(name)", "cannot be read") }
    return Read(bytes: bytes, facts: facts)
  }

  static func error(_ path: String, _ what: String) -> CatalogFolderError { DiskCatalogFolder.error(path, what) }

  /// The name of a device's file.
  public static func name(of device: String) -> String { "\(TagChange.filePrefix)\(device).csv" }

  // MARK: Writing

  /// Writes changes behind what a device has said, so that they last. What a kill left of a line is mended first: one that is whole
  /// but for its end gets that, anything else goes. All of them are written, or none.
  public func append(_ changes: [TagChange], of device: String) throws(CatalogFolderError) {
    guard !changes.isEmpty else { return }
    let text = Array(changes.map(\.line).joined().utf8)
    // A merge takes the file away at any moment: what was written into one that is gone is written again. The same
    // twice is the same once.
    for _ in 0..<8 where try append(text, to: "\(path)/\(Self.name(of: device))") { return }
    throw CatalogFolderError(.unavailable, "\(path)/\(Self.name(of: device)) is taken away again and again")
  }

  private func append(_ text: [UInt8], to name: String) throws(CatalogFolderError) -> Bool {
    try step("open")
    let file = open(name, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o644)
    guard file >= 0 else { throw Self.error(name, "cannot be written") }
    defer { close(file) }
    var facts = stat()
    guard fstat(file, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
      throw CatalogFolderError(.unavailable, "\(name) is no ordinary file")
    }
    var end = Int64(facts.st_size)
    let tail = try tail(file, end, name)
    var all = text
    if !tail.isEmpty {
      var skipped: [SkippedRow: Int] = [:]
      if TagChange.read(tail, skipped: &skipped).count == 1 {
        all = [0x0A] + text
      } else {
        try step("mend")
        end -= Int64(tail.count)
        guard ftruncate(file, off_t(end)) == 0 else { throw Self.error(name, "cannot be written") }
      }
    }
    // A kill leaves the first half of it.
    do throws(CatalogFolderError) { try step("write") } catch {
      _ = all.prefix(all.count / 2 + 3).withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
      throw error
    }
    var done = 0
    while done < all.count {
      let count = all[done...].withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        let fault = Self.error(name, "cannot be written")
        // What cannot be taken back is mended the next time.
        _ = ftruncate(file, off_t(end))
        throw fault
      }
      done += count
    }
    try step("flush")
    guard fsync(file) == 0 else { throw Self.error(name, "cannot be flushed") }
    try flush()
    var now = stat()
    return lstat(name, &now) == 0 && now.st_ino == facts.st_ino && now.st_dev == facts.st_dev
  }

  /// What stands behind the last end of line.
  private func tail(_ file: Int32, _ end: Int64, _ name: String) throws(CatalogFolderError) -> [UInt8] {
    var tail: [UInt8] = []
    var place = end
    while place > 0 {
      let count = min(place, 4096)
      var piece = [UInt8](repeating: 0, count: Int(count))
      guard pread(file, &piece, piece.count, off_t(place - count)) == piece.count else {
        throw Self.error(name, "cannot be read")
      }
      if let last = piece.lastIndex(of: 0x0A) { return Array(piece[(last + 1)...]) + tail }
      tail = piece + tail
      place -= count
      guard tail.count < 1 << 20 else { throw CatalogFolderError(.unavailable, "\(name) is no file of tags") }
    }
    return tail
  }

  /// Has names last.
  func flush() throws(CatalogFolderError) {
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw Self.error(path, "cannot be read") }
    defer { close(folder) }
    // Disks in networks may have no such thing.
    guard fsync(folder) == 0 || errno == EINVAL else { throw Self.error(path, "cannot be flushed") }
  }
}
