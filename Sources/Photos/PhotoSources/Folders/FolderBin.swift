import Glibc
import PhotoModel

/// A folder's bin says itself what lies in it: beside each photo, `PLACE`, stands a file `PLACE.from` with the id that it had, and
/// behind a NUL that of its film, which is `PLACE.film`. So a photo finds its way back also when all that we know is lost, or when we
/// were killed while it moved.
enum FolderBin {
  /// What a note says.
  struct Note {
    var id: PhotoID
    var film: PhotoID?
  }

  private static let (ending, filmEnding) = (".from", ".film")
  /// No two ids are longer: paths end at 4096 bytes.
  private static let longest = 8193

  /// Whether it is a place that we make.
  static func isPlace(_ place: some StringProtocol) -> Bool {
    !place.isEmpty && place.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) }
  }

  /// The name of what came along with a photo.
  static func film(_ place: String) -> [UInt8] { Array((place + filmEnding).utf8) }

  static func holds(_ name: [UInt8], _ bin: Int32) -> Bool {
    FolderPath.withName(name) { faccessat(bin, $0, F_OK, AT_SYMLINK_NOFOLLOW) == 0 }
  }

  /// One at a time moves something in or out, until the descriptor is closed. Where a disk knows no locks, it is done without.
  static func lock(_ bin: Int32) { while flock(bin, LOCK_EX) != 0, errno == EINTR {} }

  /// Written, and on the disk, before the photo moves.
  /// - Returns: whether it could be; `errno` says why not.
  static func note(_ id: PhotoID, film: PhotoID?, at place: String, in bin: Int32) -> Bool {
    let bytes = NameBytes.bytes(id.text) + (film.map { [0] + NameBytes.bytes($0.text) } ?? [])
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

  /// Nil where there is none that says anything.
  static func read(_ place: String, in bin: Int32) -> Note? {
    let file = openat(bin, place + ending, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: longest)
    let count = Glibc.read(file, &bytes, longest)
    guard count > 0 else { return nil }
    let ids = bytes.prefix(count).split(separator: 0, maxSplits: 1).map { PhotoID(NameBytes.text(Array($0))) }
    return ids.first.map { Note(id: $0, film: ids.count > 1 ? ids[1] : nil) }
  }

  static func forget(_ place: String, in bin: Int32) { unlinkat(bin, place + ending, 0) }

  /// What lies there; of a live photo the picture, as its film goes where that goes.
  static func list(_ bin: Int32) -> [PhotoTrashed] {
    places(bin, ending).compactMap { place in
      let isThere = holds(Array(place.utf8), bin)
      guard isThere || holds(film(place), bin), let note = read(place, in: bin) else { return nil }
      return (isThere ? note.id : note.film).map { PhotoTrashed(id: $0, place: place) }
    }.sorted { $0.id.text < $1.id.text }
  }

  /// With its size, and when its note was written: just before it moved there.
  static func binned(_ photo: PhotoTrashed, of source: PhotoSourceID, in bin: Int32) -> PhotoBinned? {
    var (note, own) = (stat(), stat())
    let isFilm = !holds(Array(photo.place.utf8), bin)
    guard fstatat(bin, photo.place + ending, &note, AT_SYMLINK_NOFOLLOW) == 0,
      fstatat(bin, isFilm ? photo.place + filmEnding : photo.place, &own, AT_SYMLINK_NOFOLLOW) == 0
    else { return nil }
    var local = tm()
    localtime_r(&note.st_mtim.tv_sec, &local)
    return PhotoBinned(
      source: source, photo: photo, size: Int64(own.st_size),
      movedSeconds: Int64(note.st_mtim.tv_sec) + Int64(local.tm_gmtoff))
  }

  private static func places(_ bin: Int32, _ ending: String) -> [String] {
    let own = openat(bin, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard own >= 0, let stream = fdopendir(own) else {
      if own >= 0 { close(own) }
      return []
    }
    defer { closedir(stream) }
    var found: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      let place = name.dropLast(ending.count)
      if name.hasSuffix(ending), isPlace(place) { found.append(String(place)) }
    }
    return found
  }

  // MARK: After a death

  /// Puts together what a death has torn apart, before a folder is looked at; nothing where there is no bin.
  static func heal(below path: [UInt8]) {
    let root = FolderPath.withName(path) { Glibc.open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NONBLOCK) }
    guard root >= 0 else { return }
    defer { close(root) }
    let bin = FolderPath.openFolder(Array(FolderPhotos.bin.utf8), in: root)
    guard bin >= 0 else { return }
    defer { close(bin) }
    heal(bin, below: root)
  }

  /// A film in the bin whose picture is where it was goes back to it: it was not reported that they are in the bin, or
  /// a person wanted both back. One whose name is taken by now stays, and is listed. While another process moves
  /// something, nothing is done.
  static func heal(_ bin: Int32, below root: Int32) {
    let halves = places(bin, filmEnding)
    guard !halves.isEmpty, flock(bin, LOCK_EX | LOCK_NB) == 0 else { return }
    defer { flock(bin, LOCK_UN) }
    for place in halves {
      guard let note = read(place, in: bin), let film = note.film.flatMap(FolderPath.init), let name = film.names.last,
        let picture = FolderPath(note.id), let its = picture.names.last
      else { continue }
      let folder = film.openParent(below: root)
      guard folder >= 0 else { continue }
      defer { close(folder) }
      let own = Array(place.utf8)
      if holds(own, bin) {
        // Both are there, unless the picture has its old name, too.
        let isHalf = FolderPath.withName(own) { here in
          FolderPath.withName(its) { isOne(here, bin, $0, folder) && unlinkat(bin, here, 0) == 0 }
        }
        guard isHalf else { continue }
      }
      do throws(PhotoSourceError) { try FolderPhotos.move(Self.film(place), from: bin, to: name, in: folder) } catch {
        continue
      }
      forget(place, in: bin)
    }
  }

  /// Whether two names are one file.
  static func isOne(
    _ name: UnsafePointer<CChar>, _ folder: Int32, _ other: UnsafePointer<CChar>, _ target: Int32
  ) -> Bool {
    var (own, its) = (stat(), stat())
    return fstatat(folder, name, &own, AT_SYMLINK_NOFOLLOW) == 0
      && fstatat(target, other, &its, AT_SYMLINK_NOFOLLOW) == 0
      && own.st_dev == its.st_dev && own.st_ino == its.st_ino
  }
}
