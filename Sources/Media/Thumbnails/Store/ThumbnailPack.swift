import Glibc

/// One file of the store: records one behind the other, only ever appended to. Closed with its last reference, even
/// where its name is gone by then.
final class ThumbnailPack: Sendable {
  let number: Int
  let path: String
  private let descriptor: Int32

  /// Opens or makes it.
  init?(folder: String, number: Int, isWritten: Bool) {
    self.number = number
    let digits = String(number)
    path = "\(folder)/\(String(repeating: "0", count: max(0, 8 - digits.count)))\(digits).pack"
    descriptor = open(path, (isWritten ? O_RDWR | O_CREAT : O_RDONLY) | O_CLOEXEC | O_NOFOLLOW, 0o600)
    if descriptor < 0 { return nil }
  }

  deinit { close(descriptor) }

  var count: Int {
    var facts = stat()
    return fstat(descriptor, &facts) == 0 ? Int(facts.st_size) : 0
  }

  /// Exactly these bytes, or nil.
  func read(_ at: Int, _ count: Int) -> [UInt8]? {
    var isWhole = false
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { target, filled in
      filled = 0
      while filled < count, let base = target.baseAddress {
        let got = pread(descriptor, base + filled, count - filled, at + filled)
        if got < 0, errno == EINTR { continue }
        guard got > 0 else { return }
        filled += got
      }
      isWhole = true
    }
    return isWhole ? bytes : nil
  }

  /// Writes at a place; the system's error number where that fails.
  func write(_ bytes: [UInt8], at: Int) -> Int32 {
    var done = 0
    while done < bytes.count {
      let put = bytes.withUnsafeBytes { pwrite(descriptor, $0.baseAddress! + done, $0.count - done, at + done) }
      if put < 0, errno == EINTR { continue }
      guard put > 0 else { return put < 0 ? errno : ENOSPC }
      done += put
    }
    return 0
  }

  /// Cuts what a kill has left half written.
  func cut(at count: Int) { _ = ftruncate(descriptor, count) }
  func remove() { unlink(path) }

  /// Goes over the records from the beginning, by their heads only.
  /// - Returns: where the last whole one ends.
  func scan(_ body: (_ head: ThumbnailRecord.Head, _ key: [UInt8], _ at: Int) -> Void) -> Int {
    let count = count
    var at = 0
    while at + ThumbnailRecord.headBytes <= count {
      let wanted = min(ThumbnailRecord.headBytes + ThumbnailRecord.mostKeyBytes, count - at)
      guard let bytes = read(at, wanted), let head = ThumbnailRecord.head(bytes[...]), head.count <= count - at else {
        break
      }
      body(head, Array(bytes[ThumbnailRecord.headBytes..<ThumbnailRecord.headBytes + head.keyCount]), at)
      at += head.count
    }
    return at
  }
}
