import Glibc
public import PhotoModel
import Synchronization

/// The names in the folder that was asked about last: many photos of one folder are read one after the other.
final class FolderSidecars: Sendable {
  private struct Known {
    var prefix: String
    var changed: Int
    var names: SidecarNames
  }

  private let known = Mutex<[Known]>([])
  /// As many as there are threads that read.
  private static let kept = 8
  private static let most = 1 << 20
  /// A folder that was changed so lately may change once more within the same tick of its disk's clock.
  private static let fresh = 2_000_000_000

  /// What lies beside a photo; what cannot be read is not there. Blocks.
  func read(of name: [UInt8], in folder: Int32, prefix: String) -> [PhotoSidecar] {
    var facts = stat()
    guard fstat(folder, &facts) == 0 else { return [] }
    let changed = facts.st_mtim.tv_sec &* 1_000_000_000 &+ facts.st_mtim.tv_nsec
    let before = known.withLock { $0.first { $0.prefix == prefix && $0.changed == changed } }
    let names = before?.names ?? Self.list(folder)
    if before == nil, Self.now - changed > Self.fresh {
      known.withLock { known in
        known.removeAll { $0.prefix == prefix }
        known.insert(Known(prefix: prefix, changed: changed, names: names), at: 0)
        known = Array(known.prefix(Self.kept))
      }
    }
    guard !names.isEmpty else { return [] }
    let photo = NameBytes.text(name)
    return names.of(photo).compactMap { Self.read($0, in: folder) }
  }

  private static var now: Int {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return time.tv_sec &* 1_000_000_000 &+ time.tv_nsec
  }

  /// Only names that may be a companion's.
  private static func list(_ folder: Int32) -> SidecarNames {
    let own = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NONBLOCK)
    guard own >= 0, let stream = fdopendir(own) else {
      if own >= 0 { close(own) }
      return SidecarNames([])
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let start = UnsafeRawPointer(entry) + FolderWalk.nameOffset
      let name = UnsafeRawBufferPointer(start: start, count: strlen(start.assumingMemoryBound(to: CChar.self)))
      guard name.first != UInt8(ascii: "."), PhotoNames.isSidecar(name) else { continue }
      names.append(NameBytes.text(name))
    }
    return SidecarNames(names)
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
