import Glibc
public import PhotoModel

/// The bin. Of a live photo the film moves first into it, and last out of it: so whatever ends the program in between, the film is
/// in the bin and its picture is not, and ``FolderBin/heal(_:below:)`` knows what to do.
extension FolderPhotos {
  /// Into a hidden folder within the root, under a name that nothing else has. A root that is another folder than it was is no place
  /// for that: it may be the mount point of a disk that is away, or another disk.
  public func moveToTrash(
    _ id: PhotoID, with film: PhotoID?, seen: PhotoSeen
  ) async throws(PhotoSourceError) -> PhotoTrashed {
    guard let path = FolderPath(id), let name = path.names.last, PhotoNames.isPicture(name) else { throw .itemNotFound }
    let root = try openRoot()
    defer { close(root) }
    // The sessions are the booth's own to remove.
    guard !isOwn(path, root, sessions: true) else { throw .notAuthorized }
    try Self.check(root, is: seen.source)
    let folder = path.openParent(below: root)
    guard folder >= 0 else { throw Self.fault() }
    defer { close(folder) }
    // Without it no bin is made.
    try Self.check(name, in: folder, is: seen.file)
    let code = mkdirat(root, Self.bin, 0o700) == 0 ? 0 : errno
    guard let bin = try Self.openBin(in: root) else {
      errno = code
      throw Self.fault()
    }
    defer { close(bin) }
    FolderBin.lock(bin)
    // That may have taken its time.
    try Self.check(name, in: folder, is: seen.file)
    let along = film.flatMap { Self.along($0, beside: path, in: folder) }
    let place = String(UInt64.random(in: .min ... .max), radix: 36)
    guard FolderBin.note(id, film: along == nil ? nil : film, at: place, in: bin) else { throw Self.fault() }
    let (own, its) = (Array(place.utf8), FolderBin.film(place))
    if let along {
      do throws(PhotoSourceError) { try Self.move(along, from: folder, to: its, in: bin) } catch {
        FolderBin.forget(place, in: bin)
        throw error
      }
    }
    do throws(PhotoSourceError) { try Self.move(name, from: folder, to: own, in: bin) } catch {
      var isBack = true
      if let along {
        do throws(PhotoSourceError) { try Self.move(its, from: bin, to: along, in: folder) } catch {
          // The next look at the folder tries again, as its note says.
          isBack = false
        }
      }
      if isBack { FolderBin.forget(place, in: bin) }
      throw error
    }
    return PhotoTrashed(id: id, place: place)
  }

  private static func check(_ root: Int32, is mark: PhotoScanMark?) throws(PhotoSourceError) {
    guard let mark else { return }
    var facts = stat()
    guard fstat(root, &facts) == 0, "\(facts.st_ino)" == FolderMark(mark).root else {
      throw .sourceUnavailable("the folder is not the one that it was: is its disk there?")
    }
  }

  private static func check(
    _ name: [UInt8], in folder: Int32, is seen: PhotoFileState?
  ) throws(PhotoSourceError) {
    var facts = stat()
    guard FolderPath.withName(name, { fstatat(folder, $0, &facts, AT_SYMLINK_NOFOLLOW) }) == 0 else {
      throw Self.fault()
    }
    guard facts.st_mode & S_IFMT == S_IFREG else { throw .itemNotFound }
    guard seen == nil || seen == FolderWalk.state(facts) else { throw .anotherFile }
  }

  /// Nil where there is none; the caller closes it.
  private static func openBin(in root: Int32) throws(PhotoSourceError) -> Int32? {
    let bin = FolderPath.openFolder(Array(Self.bin.utf8), in: root)
    guard bin < 0 else { return bin }
    switch errno {
    case ENOENT: return nil
    case ENOTDIR, ELOOP:
      var facts = stat()
      let isLink = fstatat(root, Self.bin, &facts, AT_SYMLINK_NOFOLLOW) == 0 && facts.st_mode & S_IFMT == S_IFLNK
      throw .binUnusable("the bin cannot be used: \(Self.bin) is a \(isLink ? "link" : "file") there, and no folder")
    default: throw Self.fault()
    }
  }

  /// A film's name, where it is an ordinary file beside a picture.
  private static func along(_ film: PhotoID, beside picture: FolderPath, in folder: Int32) -> [UInt8]? {
    guard let path = FolderPath(film), path.names.dropLast() == picture.names.dropLast(), let name = path.names.last,
      PhotoNames.isFilm(name)
    else { return nil }
    var facts = stat()
    guard FolderPath.withName(name, { fstatat(folder, $0, &facts, AT_SYMLINK_NOFOLLOW) }) == 0,
      facts.st_mode & S_IFMT == S_IFREG
    else { return nil }
    return name
  }

  /// Where it was, with its film; the folders that it lay in are made anew where they are gone.
  public func restore(_ trashed: PhotoTrashed) async throws(PhotoSourceError) {
    guard FolderBin.isPlace(trashed.place), let path = FolderPath(trashed.id), let name = path.names.last else {
      throw .itemNotFound
    }
    let root = try openRoot()
    defer { close(root) }
    guard let bin = try Self.openBin(in: root) else { throw .itemNotFound }
    defer { close(bin) }
    FolderBin.lock(bin)
    let (own, its) = (Array(trashed.place.utf8), FolderBin.film(trashed.place))
    guard FolderBin.holds(own, bin) || FolderBin.holds(its, bin) else { throw .itemNotFound }
    let folder = try path.makeParent(below: root)
    defer { close(folder) }
    let film = FolderBin.read(trashed.place, in: bin)?.film.flatMap(FolderPath.init)
    let along = FolderBin.holds(its, bin) && film?.names.dropLast() == path.names.dropLast() ? film?.names.last : nil
    // One whose picture is back, or was removed from here, is a film alone.
    let isAlone = along != nil && !FolderBin.holds(own, bin)
    if !isAlone { try Self.move(own, from: bin, to: name, in: folder) }
    if let along {
      do throws(PhotoSourceError) { try Self.move(its, from: bin, to: along, in: folder) } catch {
        if !isAlone { try Self.move(name, from: folder, to: own, in: bin) }
        throw error
      }
    }
    FolderBin.forget(trashed.place, in: bin)
  }

  /// What lies in the bin; nothing where there is none.
  public func trashed() async throws(PhotoSourceError) -> [PhotoTrashed] {
    try lookIntoBin { FolderBin.list($0) } ?? []
  }

  /// The same with sizes and times; what goes away meanwhile is left out.
  public func binned() async throws(PhotoSourceError) -> [PhotoBinned] {
    try lookIntoBin { bin in
      FolderBin.list(bin).compactMap { FolderBin.binned($0, of: identifier, in: bin) }
    } ?? []
  }

  /// Nil where there is no bin.
  private func lookIntoBin<Found>(_ look: (Int32) -> Found) throws(PhotoSourceError) -> Found? {
    let root = try openRoot()
    defer { close(root) }
    guard let bin = try Self.openBin(in: root) else { return nil }
    defer { close(bin) }
    FolderBin.heal(bin, below: root)
    return look(bin)
  }

  /// Never over another file: the new name is made before the old one goes. Where both names are one file already, a
  /// process was ended in between, and only the old one is left to go. Disks without second names (FAT) are asked first
  /// whether there is such a file.
  static func move(
    _ name: [UInt8], from folder: Int32, to other: [UInt8], in target: Int32
  ) throws(PhotoSourceError) {
    let answer = FolderPath.withName(name) { old in
      FolderPath.withName(other) { new -> Int32 in
        if linkat(folder, old, target, new, 0) == 0 { return unlinkat(folder, old, 0) }
        if errno == EEXIST {
          if FolderBin.isOne(old, folder, new, target) { return unlinkat(folder, old, 0) }
          errno = EEXIST
          return -1
        }
        guard [EPERM, EOPNOTSUPP, EMLINK].contains(errno) else { return -1 }
        guard faccessat(target, new, F_OK, AT_SYMLINK_NOFOLLOW) != 0 else {
          errno = EEXIST
          return -1
        }
        return renameat(folder, old, target, new)
      }
    }
    guard answer == 0 else {
      if errno == EEXIST { throw .nameTaken }
      throw fault()
    }
  }
}
