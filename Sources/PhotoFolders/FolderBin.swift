import Glibc
import PhotoBrowser

/// A folder's bin says itself what lies in it: beside each photo, `PLACE`, stands a file `PLACE.from` with the id that it had. So a
/// photo finds its way back also when all that we know is lost, or when we were killed while it moved.
enum FolderBin {
  private static let ending = ".from"
  /// No id is longer: paths end at 4096 bytes.
  private static let longest = 8192

  /// Whether it is a place that we make.
  static func isPlace(_ place: some StringProtocol) -> Bool {
    !place.isEmpty && place.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) }
  }

  /// Written, and on the disk, before the photo moves.
  /// - Returns: whether it could be; `errno` says why not.
  static func note(_ id: PhotoID, at place: String, in bin: Int32) -> Bool {
    let bytes = NameBytes.bytes(id.text)
    let file = openat(bin, place + ending, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { return false }
    let written = bytes.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
    let isKept = written == bytes.count && fsync(file) == 0
    let why = written >= 0 && written < bytes.count ? ENOSPC : errno
    close(file)
    if !isKept {
      unlinkat(bin, place + ending, 0)
      errno = why
    }
    return isKept
  }

  static func forget(_ place: String, in bin: Int32) { unlinkat(bin, place + ending, 0) }

  /// What lies there.
  static func list(_ bin: Int32) -> [PhotoTrashed] {
    let own = openat(bin, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard own >= 0, let stream = fdopendir(own) else {
      if own >= 0 { close(own) }
      return []
    }
    defer { closedir(stream) }
    var found: [PhotoTrashed] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      let place = String(name.dropLast(ending.count))
      guard name.hasSuffix(ending), isPlace(place), faccessat(bin, place, F_OK, AT_SYMLINK_NOFOLLOW) == 0 else {
        continue
      }
      let file = openat(bin, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
      guard file >= 0 else { continue }
      defer { close(file) }
      var bytes = [UInt8](repeating: 0, count: longest)
      let count = read(file, &bytes, longest)
      if count > 0 { found.append(PhotoTrashed(id: PhotoID(NameBytes.text(Array(bytes.prefix(count)))), place: place)) }
    }
    return found.sorted { $0.id.text < $1.id.text }
  }
}
