import Glibc
public import PhotoBrowser
import Synchronization

/// The names in the folder that was asked about last: many photos of one folder are read one after the other.
final class FolderSidecars: Sendable {
  private struct Known {
    var prefix: String
    var changed: Int
    /// In the order of their lower-case letters.
    var names: [(lower: String, name: String)]
  }

  private let known = Mutex<[Known]>([])
  /// As many as there are threads that read.
  private static let kept = 8
  private static let most = 1 << 20

  /// What lies beside a photo; what cannot be read is not there. Blocks.
  func read(of name: [UInt8], in folder: Int32, prefix: String) -> [PhotoSidecar] {
    var facts = stat()
    guard fstat(folder, &facts) == 0 else { return [] }
    let changed = facts.st_mtim.tv_sec &* 1_000_000_000 &+ facts.st_mtim.tv_nsec
    let before = known.withLock { $0.first { $0.prefix == prefix && $0.changed == changed } }
    let names = before?.names ?? Self.list(folder)
    if before == nil {
      known.withLock { known in
        known.removeAll { $0.prefix == prefix }
        known.insert(Known(prefix: prefix, changed: changed, names: names), at: 0)
        known = Array(known.prefix(Self.kept))
      }
    }
    guard !names.isEmpty else { return [] }
    let photo = NameBytes.text(name)
    return PhotoNames.sidecars(of: photo, among: Self.near(photo, names)).compactMap { Self.read($0, in: folder) }
  }

  /// Of many thousands only those that begin as a photo's companions do.
  private static func near(_ photo: String, _ names: [(lower: String, name: String)]) -> [String] {
    let start = PhotoNames.sidecarStart(of: photo)
    var (low, high) = (0, names.count)
    while low < high {
      let middle = (low + high) / 2
      if names[middle].lower < start { low = middle + 1 } else { high = middle }
    }
    return names[low...].prefix { $0.lower.hasPrefix(start) }.map(\.name)
  }

  /// Only names that may be a companion's.
  private static func list(_ folder: Int32) -> [(lower: String, name: String)] {
    let own = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NONBLOCK)
    guard own >= 0, let stream = fdopendir(own) else {
      if own >= 0 { close(own) }
      return []
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let start = UnsafeRawPointer(entry) + FolderWalk.nameOffset
      let name = UnsafeRawBufferPointer(start: start, count: strlen(start.assumingMemoryBound(to: CChar.self)))
      guard name.first != UInt8(ascii: "."), PhotoNames.isSidecar(name) else { continue }
      names.append(NameBytes.text(name))
    }
    return names.map { ($0.lowercased(), $0) }.sorted { $0.0 < $1.0 }
  }

  private static func read(_ name: String, in folder: Int32) -> PhotoSidecar? {
    let file = FolderPath.withName(NameBytes.bytes(name)) {
      openat(folder, $0, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    }
    guard file >= 0 else { return nil }
    defer { close(file) }
    var facts = stat()
    guard fstat(file, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG, facts.st_size > 0, Int(facts.st_size) <= most
    else {
      return nil
    }
    let bytes = [UInt8](unsafeUninitializedCapacity: Int(facts.st_size)) { target, count in
      while count < target.count {
        let got = Glibc.read(file, target.baseAddress! + count, target.count - count)
        if got < 0, errno == EINTR { continue }
        guard got > 0 else { break }
        count += got
      }
    }
    return PhotoSidecar(name: name, bytes: bytes)
  }
}

extension FolderPhotos {
  public func sidecars(of id: PhotoID) -> [PhotoSidecar] {
    do throws(PhotoSourceError) {
      guard let path = FolderPath(id), let name = path.names.last else { return [] }
      let root = try openRoot()
      defer { close(root) }
      guard !isOwn(path, root) else { return [] }
      let folder = path.openParent(below: root)
      guard folder >= 0 else { return [] }
      defer { close(folder) }
      return companions.read(of: name, in: folder, prefix: String(id.text.dropLast(NameBytes.text(name).count)))
    } catch {
      // The photo itself says that its source is away.
      return []
    }
  }
}
