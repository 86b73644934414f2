public import BoothCore
public import BoothVault

/// A disk in memory that keeps two truths: what programs see, and what would survive a power cut.
///
/// Bytes last from a file's `sync`, names from their folder's; until then a crash (see `ForgetfulDisk+crash.swift`) may
/// keep, lose, tear or reorder them. Used by one thread at a time.
public final class ForgetfulDisk: Disk, @unchecked Sendable {
  // Sendable: a night owns its disk, and runs on one thread at a time.

  /// A file's bytes: as programs read them, and as they were flushed last.
  final class File {
    var bytes: [UInt8] = []
    var stable: [UInt8] = []
    var isDirty = false
    /// A flush failed: from here on the cached bytes are never written, though they can be read, as Linux does it.
    var droppedFrom: Int?

    var isStable: Bool { !isDirty && droppedFrom == nil && stable == bytes }

    func write(_ new: [UInt8], at offset: Int) {
      if offset < bytes.count { bytes.removeLast(bytes.count - offset) }
      bytes += new
      isDirty = true
      if let from = droppedFrom, offset <= from { droppedFrom = nil }
    }

    func sync() {
      if droppedFrom == nil { stable = bytes }
      isDirty = false
    }

    func failSync() {
      guard !isStable else { return }
      droppedFrom = min(droppedFrom ?? .max, stable.count)
      isDirty = false
    }
  }

  final class Folder {
    /// What it is in, and its name there; nil for the root.
    var place: (parent: Folder, name: String)?
    var names: [String: Node] = [:]
    /// The names that a power cut cannot take away.
    var stable: [String: Node] = [:]
    /// Changes of names since the last flush, in their order.
    var pending: [Change] = []

    init(in place: (parent: Folder, name: String)? = nil) { self.place = place }

    /// Whether a power cut leaves this name as it is.
    func isSettled(_ name: String) -> Bool { !pending.contains { $0.name == name || $0.leaves == name } }
  }

  enum Node {
    case file(File)
    case folder(Folder)
  }

  struct Change {
    var number: UInt64
    var name: String
    /// What has the name now; nil: none.
    var node: Node?
    /// Happens only together with this change of another folder: the other half of a rename.
    var only: (folder: Folder, number: UInt64)?
    /// The name that a rename in the same folder leaves.
    var leaves: String?
  }

  /// A made-up path that errors name; nothing of it is on any real disk.
  public let root: String
  let top = Folder()
  private var lastChange: UInt64 = 0
  /// Folders by path, for as long as no folder goes.
  var found: [String: Folder] = [:]
  /// Files whose bytes or names were changed since the last look, by path.
  var touched: [String] = []
  /// What ``space()`` says is free, in bytes; 16 GiB at first. Writing takes nothing from it.
  public var freeBytes: Int64 = 1 << 34

  /// An empty disk.
  public init(root: String = "/booth") { self.root = root }

  func error(_ code: StoreError.Code, _ path: String, _ detail: String) -> StoreError {
    StoreError(code, subject: root + "/" + path, detail: detail)
  }

  func folder(_ path: String) -> Folder? {
    if path.isEmpty { return top }
    if let known = found[path] { return known }
    guard let (parent, name) = try? place(path), case .folder(let folder)? = parent.names[name] else { return nil }
    found[path] = folder
    return folder
  }

  /// The folder that a path's last name is in, and the name.
  private func place(_ path: String) throws(StoreError) -> (Folder, String) {
    let slash = path.utf8.lastIndex(of: 0x2F)
    let name = slash.map { String(path[path.utf8.index(after: $0)...]) } ?? path
    guard !name.isEmpty, name != ".", name != ".." else { throw error(.failed, path, "no name inside the root") }
    guard let slash else { return (top, name) }
    guard let folder = folder(String(path[..<slash])) else { throw error(.notFound, path, "no such folder") }
    return (folder, name)
  }

  /// The same, or nil where the folder is not there: nothing is in it, then.
  private func knownPlace(_ path: String) throws(StoreError) -> (Folder, String)? {
    do throws(StoreError) { return try place(path) } catch {
      guard error.code == .notFound else { throw error }
      return nil
    }
  }

  func file(_ path: String) -> File? {
    guard let (folder, name) = try? place(path), case .file(let file)? = folder.names[name] else { return nil }
    return file
  }

  private func change(
    _ folder: Folder, _ name: String, to node: Node?, leaves: String? = nil,
    only: (folder: Folder, number: UInt64)? = nil
  ) -> UInt64 {
    lastChange += 1
    folder.names[name] = node
    if let leaves { folder.names[leaves] = nil }
    folder.pending.append(Change(number: lastChange, name: name, node: node, only: only, leaves: leaves))
    return lastChange
  }

  /// Its name lasts from the flush of the folder that it is in.
  public func makeFolder(_ path: String) throws(StoreError) -> Bool {
    let (parent, name) = try place(path)
    switch parent.names[name] {
    case .folder: return false
    case .file: throw error(.failed, path, "a file has the folder's name")
    case nil: break
    }
    _ = change(parent, name, to: .folder(Folder(in: (parent, name))))
    return true
  }

  /// Its name lasts from its folder's flush, its bytes from its own.
  public func create(_ path: String) throws(StoreError) -> any DiskFile { OpenMemoryFile(file: try make(path)) }

  func make(_ path: String) throws(StoreError) -> File {
    let (parent, name) = try place(path)
    touched.append(path)
    if case .file(let file)? = parent.names[name] {
      file.bytes = []
      file.isDirty = true
      file.droppedFrom = nil
      return file
    }
    let file = File()
    _ = change(parent, name, to: .file(file))
    return file
  }

  /// Its bytes survive a power cut from now on, its name by its folder's flush. After a failed flush nothing does that
  /// is not written anew.
  public func sync(_ path: String) throws(StoreError) {
    guard let file = file(path) else { throw error(.notFound, path, "no such file") }
    file.sync()
  }

  /// The names in it survive a power cut from now on.
  public func syncFolder(_ path: String) throws(StoreError) {
    guard let folder = folder(path) else { throw error(.notFound, path, "no such folder") }
    flush(folder)
  }

  /// Both halves of a rename reach the disk together.
  private func flush(_ folder: Folder) {
    let pending = folder.pending
    folder.pending = []
    for change in pending {
      if let other = change.only, other.folder.pending.contains(where: { $0.number == other.number }) {
        flush(other.folder)
      }
      change.apply(to: folder)
    }
  }

  /// Old and new name change in one step, also in a power cut; which of them a cut
  /// leaves is open until one of the folders is flushed.
  public func rename(_ path: String, to other: String) throws(StoreError) {
    let (from, name) = try place(path)
    let (to, newName) = try place(other)
    guard let node = from.names[name] else { throw error(.notFound, path, "no such file") }
    touched.append(path)
    touched.append(other)
    if case .folder(let folder) = node {
      folder.place = (to, newName)
      found = [:]
    }
    if from === to {
      _ = change(from, newName, to: node, leaves: name)
    } else {
      let number = change(to, newName, to: node)
      _ = change(from, name, to: nil, only: (to, number))
    }
  }

  /// A power cut may bring the file back until its folder is flushed.
  public func remove(_ path: String) throws(StoreError) {
    guard let (parent, name) = try knownPlace(path), case .file? = parent.names[name] else { return }
    touched.append(path)
    _ = change(parent, name, to: nil)
  }

  /// A power cut may bring the folder back until the one that it is in is flushed.
  public func removeFolder(_ path: String) throws(StoreError) {
    guard let (parent, name) = try knownPlace(path), case .folder(let folder)? = parent.names[name],
      folder.names.isEmpty
    else { return }
    found = [:]
    _ = change(parent, name, to: nil)
  }

  /// As programs see it, whether or not it was flushed.
  public func read(_ path: String) throws(StoreError) -> [UInt8] {
    guard let file = file(path) else { throw error(.notFound, path, "no such file") }
    return file.bytes
  }

  /// As programs see it, whether or not it was flushed.
  public func fingerprint(_ path: String) throws(StoreError) -> Fingerprint? {
    file(path).map { fingerprint(of: $0.bytes) }
  }

  /// False for a folder: there is nothing else here.
  public func isOrdinary(_ path: String) throws(StoreError) -> Bool? {
    if file(path) != nil { return true }
    return folder(path) == nil ? nil : false
  }

  /// FNV-1a, 64 bits, in hex.
  public func fingerprint(of bytes: [UInt8]) -> Fingerprint {
    Fingerprint(sizeBytes: Int64(bytes.count), checksum: String(bytes.fnv1a, radix: 16))
  }

  /// As programs see them, whether or not they were flushed.
  public func names(in path: String) throws(StoreError) -> [String] { folder(path)?.names.keys.sorted() ?? [] }

  /// Of 32 GiB in all; free is what ``freeBytes`` says.
  public func space() throws(StoreError) -> DiskSpace { DiskSpace(freeBytes: freeBytes, totalBytes: 1 << 35) }

  /// The file's bytes, if every crash at this moment leaves it there with them; else nil.
  public func surviving(_ path: String) -> [UInt8]? {
    guard let (parent, name) = try? place(path), parent.isSettled(name), case .file(let file)? = parent.stable[name],
      file.isStable
    else { return nil }
    var folder = parent
    while let (above, name) = folder.place {
      guard above.isSettled(name), case .folder(let stable)? = above.stable[name], stable === folder else { return nil }
      folder = above
    }
    return file.stable
  }
}

extension ForgetfulDisk.Change {
  /// Makes it part of what survives.
  func apply(to folder: ForgetfulDisk.Folder) {
    folder.stable[name] = node
    if let leaves { folder.stable[leaves] = nil }
  }
}

/// One thread at a time.
final class OpenMemoryFile: DiskFile {
  let file: ForgetfulDisk.File
  private var isOpen = true

  init(file: ForgetfulDisk.File) { self.file = file }

  private func checkOpen() throws(StoreError) {
    if !isOpen { throw StoreError(.failed, subject: "file", detail: "it was let go") }
  }

  func write(_ bytes: [UInt8]) throws(StoreError) {
    try checkOpen()
    file.write(bytes, at: file.bytes.count)
  }

  func sync() throws(StoreError) {
    try checkOpen()
    file.sync()
  }

  func close() { isOpen = false }
}

extension [UInt8] {
  var fnv1a: UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in self { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return hash
  }
}
