import BoothCore
import BoothSystem
import Crypto
import FoundationEssentials
import Glibc

/// A folder of objects as it lies on disk, seen by blocking calls.
///
/// ```
/// events/7/sessions/…/photo_0.jpg   objects, as plain files under their keys
/// .booth/drafts/                    objects being written; a process that dies leaves one, the next start sweeps it
/// .booth/locks/00 … 3f              one lock file per group of keys, for writers of all processes
/// .booth/types/                     content types that a file's name does not tell
/// .booth/place                      tells this folder from another one that is put in its place
/// ```
///
/// Folders are walked one name at a time from the root and no link is followed, so nothing outside can be reached.
struct ObjectFolder: Sendable {
  static let recordKeeping = ".booth"

  /// The root, as the operator wrote it; opened for every call, so that a drive that was mounted again is found.
  let path: String
  let place = ObjectPlace()

  /// The folder that was opened at first; no other one that stands there now.
  func root() throws(SystemFault) -> OpenFile {
    do throws(SystemFault) {
      let root = try OpenFile.folder(at: path)
      try place.check(root)
      return root
    } catch let error where [ENOENT, ENOTDIR].contains(error.number) {
      throw SystemFault("the folder is gone (\(SystemWords.of(error.number)))", SystemFault.misplaced)
    }
  }

  /// The bookkeeping's folder `name`, made if need be.
  func recordKeeping(_ name: String) throws(SystemFault) -> OpenFile {
    guard let own = try root().makeFolder(Self.recordKeeping), let folder = try own.makeFolder(name) else {
      errno = ENOTDIR
      throw SystemFault("open \(Self.recordKeeping)/\(name)")
    }
    return folder
  }

  /// The lock that writers of `key` take in turn, in this process and in others.
  func lock(_ key: ObjectKey) throws(SystemFault) -> OpenFile {
    // FNV-1a, as Swift's own hashes differ from process to process.
    let hash = key.text.utf8.reduce(UInt64(0xCBF2_9CE4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    let name = String(0x40 + hash % 0x40, radix: 16).suffix(2)
    let file = try recordKeeping("locks").open(String(name), O_RDWR | O_CREAT)
    try file.lock()
    return file
  }

  /// The folders that `key` lies in, the root first; nil where one is missing.
  func parents(of key: ObjectKey) throws(SystemFault) -> [OpenFile]? {
    var chain = [try root()]
    for part in key.parts.dropLast() {
      guard let next = try chain[chain.count - 1].folder(part) else { return nil }
      chain.append(next)
    }
    return chain
  }

  /// The folder that `key` is to lie in, made durably with all above it; nil where an object or a link is in the way.
  func makeParent(of key: ObjectKey) throws(SystemFault) -> OpenFile? {
    while true {
      let root = try root()
      var folder = root
      do throws(SystemFault) {
        for part in key.parts.dropLast() {
          guard let next = try folder.makeFolder(part) else { return nil }
          folder = next
        }
        return folder
      } catch let error where error.number == ENOENT && folder !== root {
        // A deleter has just taken away the emptied folder that this one was to lie in. The root is never taken.
        continue
      }
    }
  }

  /// What stands in the place of a folder that `key` is to lie in, outermost first, and what it is; nil where nothing does.
  func obstacle(to key: ObjectKey) throws(SystemFault) -> (name: String, kind: EntryKind)? {
    var folder = try root()
    var name = ""
    for part in key.parts.dropLast() {
      name += name.isEmpty ? part : "/" + part
      guard let kind = try folder.kind(of: part) else { return nil }
      guard kind == .folder, let next = try folder.folder(part) else { return (name, kind) }
      folder = next
    }
    return nil
  }

  /// What is known of an object.
  func info(_ key: ObjectKey) throws(SystemFault) -> ObjectInfo? {
    guard !key.isRecordKeeping, let parent = try parents(of: key)?.last else { return nil }
    while true {
      guard let status = try parent.status(of: key.name), status.isFile else { return nil }
      if let info = try info(key, status, in: parent) { return info }
    }
  }

  /// An object opened for reading.
  func open(_ key: ObjectKey) throws(SystemFault) -> (ObjectInfo, OpenFile)? {
    guard !key.isRecordKeeping, let parent = try parents(of: key)?.last else { return nil }
    while true {
      let file: OpenFile
      do throws(SystemFault) {
        // O_NONBLOCK: a pipe put there by hand must not keep us waiting for its writer.
        file = try parent.open(key.name, O_RDONLY | O_NONBLOCK)
      } catch let error where [ENOENT, ENOTDIR, ELOOP, ENXIO].contains(error.number) {
        return nil
      }
      let status = try file.status()
      guard status.isFile else { return nil }
      if let info = try info(key, status, in: parent) { return (info, file) }
    }
  }

  /// Puts an object's facts together, or nil when it was replaced meanwhile so that its type note may be gone.
  private func info(_ key: ObjectKey, _ status: stat, in parent: OpenFile) throws(SystemFault) -> ObjectInfo? {
    let type: String
    if let noted = try notedType(key, status) {
      type = noted
    } else {
      guard let now = try parent.status(of: key.name), now.etag == status.etag else { return nil }
      type = ContentTypes.type(ofName: key.name)
    }
    return ObjectInfo(key: key, sizeBytes: Int64(status.st_size), contentType: type, etag: status.etag)
  }
}

// MARK: - Content types that a name does not tell

extension ObjectFolder {
  /// A note is named after the key and the very version of the bytes, so it can be written before them and means
  /// nothing if they never come, or once they are replaced by hand.
  private func noteName(_ key: ObjectKey, _ status: stat) -> String {
    let digest = SHA256.hash(data: Array(key.text.utf8)).prefix(16)
      .map { String(UInt16($0) | 0x100, radix: 16).dropFirst() }
    return digest.joined() + "-" + String(status.modified, radix: 16)
  }

  private func notedType(_ key: ObjectKey, _ status: stat) throws(SystemFault) -> String? {
    guard let own = try root().folder(Self.recordKeeping), let notes = try own.folder("types") else { return nil }
    do throws(SystemFault) {
      let bytes = try notes.open(noteName(key, status), O_RDONLY).read(at: 0, count: 1024)
      return String(validating: bytes, as: UTF8.self)
    } catch let error where error.number == ENOENT {
      return nil
    }
  }

  /// Notes durably that the version `status` of `key` is of `type`.
  func noteType(_ type: String, of key: ObjectKey, _ status: stat) throws(SystemFault) {
    let notes = try recordKeeping("types")
    let file = try notes.open(noteName(key, status), O_WRONLY | O_CREAT | O_TRUNC, label: "type")
    try file.write(Array(type.utf8))
    try file.sync()
    try notes.syncFolder()
  }

  /// Takes away the note of a version that is gone.
  func forgetType(of key: ObjectKey, _ status: stat) throws(SystemFault) {
    guard let own = try root().folder(Self.recordKeeping), let notes = try own.folder("types") else { return }
    if unlinkat(notes.descriptor, noteName(key, status), 0) != 0 {
      let failure = SystemFault("unlink")
      if failure.number != ENOENT { throw failure }
    }
  }
}

extension ObjectKey {
  var parts: [String] { text.split(separator: "/").map(String.init) }
  /// The last part: the file's name.
  var name: String { String(text.split(separator: "/").last ?? "") }
  var isRecordKeeping: Bool { text.split(separator: "/").first == ObjectFolder.recordKeeping[...] }
}

extension stat {
  var isFile: Bool { st_mode & S_IFMT == S_IFREG }
  var isFolder: Bool { st_mode & S_IFMT == S_IFDIR }
  /// When the bytes were written, in nanoseconds since 1970.
  var modified: Int64 { Int64(st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(st_mtim.tv_nsec) }

  /// Every version is a new file with the time of its writing, so this differs whenever the bytes do; also for files
  /// put there by hand.
  var etag: String {
    [modified, Int64(st_size), Int64(truncatingIfNeeded: st_ino)].map { String($0, radix: 36) }.joined(separator: "-")
  }
}
