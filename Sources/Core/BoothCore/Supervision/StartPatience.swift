/// A start that the data folder's disk refuses: whether the booth waits for the disk, and what it says meanwhile.
///
/// A disk that is full or has turned read-only may be mended while the booth is unattended, so an unattended booth
/// waits, shows that it is out of order, and goes on by itself. What no waiting mends (another booth on the folder, a
/// newer database, a folder that cannot be made, or that belongs to another user) ends the start with its sentence.
public enum StartPatience {
  /// How often the disk is asked again.
  public static let interval = Duration.seconds(3)

  /// What a start writes at most before the storage's own watch takes over: the database's log with its index (32 KiB
  /// and some pages), a few small files. A disk with less counts as full whatever its error said.
  static let roomBytes: Int64 = 1 << 20

  /// - Returns: what guests and operator are told while the booth waits; nil: it ends.
  public static func words(_ error: StoreError, at place: DataPlace) -> String? {
    switch error.code {
    case .notFound, .newerVersion, .inUse, .damaged, .moved, .replaced, .noFiles: return nil
    case .full, .readOnly, .failed: break
    }
    if place.exists, place.isReadOnly {
      return "the disk cannot be written (\(error)); check its cable, then mount it anew; the booth goes on by itself"
    }
    let free = place.freeBytes.map { "\($0 >> 20) MB are free" } ?? "its room is not known"
    guard error.code == .full || place.exists && (place.freeBytes.map { $0 < roomBytes } ?? false) else { return nil }
    return """
      the disk is full: \(free) (\(error)); delete what is not needed, or attach a larger one; the booth goes on by itself
      """
  }
}
