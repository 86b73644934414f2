import Glibc
import PhotoModel

/// A walk through a folder and everything below it, some hundred photos at a time. One thread at a time.
///
/// Hidden names and packages are left out; a symbolic link is never followed: what it leads to inside is found there, what lies
/// outside was not given to us. So every photo is found once, and no loop is possible.
struct FolderWalk {
  private struct Open {
    var stream: OpaquePointer
    var descriptor: Int32
    /// With its leading slash; empty for the root.
    var prefix: String
    /// The same, for people.
    var place: String
    /// Of the prefix and the slash behind it.
    var hash: StableHash
    /// The folders that are still to be gone into.
    var below: [[UInt8]] = []
    var isRead = false
    /// Names of films: of interest only beside pictures.
    var films: [[UInt8]] = []
    /// Names of files that may speak of pictures: the same.
    var sidecars: [[UInt8]] = []
    var hasPictures = false
    /// The booth's data folder, of which only the sessions are gone into.
    var isHome = false
    /// Which disk it is on, of those that are mounted in the root.
    var disk: Int?
  }

  /// What is listed before it is handed on, and how long that takes at most on a slow disk.
  private static let batch = 2000
  private static let patience = Duration.milliseconds(250)
  /// What is found as it is known before that is said.
  private static let knownBatch = 10_000

  private let root: [UInt8]
  private let own: OwnFoldersNow?
  private let known: (any PhotoKnown)?
  /// Whether all of it is the booth's own: then nothing is found.
  let isOwn: Bool
  private var isTold = false
  private var open: [Open] = []
  private(set) var photos = 0
  private(set) var rootMark = ""
  private var watch: DiskWatch
  /// Pictures of kinds that are not read, by their endings.
  private var leftOut: [String: Int] = [:]

  /// What was left out, in words for people; nil for nothing.
  var remark: String? {
    guard !leftOut.isEmpty else { return nil }
    let kinds = leftOut.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    let named = kinds.prefix(8).map { "\($0.value) .\($0.key)" } + (kinds.count > 8 ? ["…"] : [])
    return "left out, as such pictures are not read: \(named.joined(separator: ", ")); save them as JPEG, PNG or TIFF"
  }

  /// - Parameters:
  ///   - own: folders of the booth's own, which are left out.
  ///   - known: what need not be named; nil: everything is.
  ///   - before: which disks had photos when it was walked through last.
  ///   - disks: what is mounted in it now.
  /// - Throws: ``PhotoSourceError/sourceUnavailable(_:)`` where the root is not there.
  init(
    root: [UInt8], own: OwnFoldersNow? = nil, known: (any PhotoKnown)? = nil, before: [FolderMark.Disk] = [],
    disks: FolderDisks = FolderDisks()
  ) throws(PhotoSourceError) {
    self.root = root
    self.own = own
    self.known = known
    watch = DiskWatch(before, disks)
    isOwn = own?.hold(root) ?? false
    let descriptor = FolderPath.withName(root) { Glibc.open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NONBLOCK) }
    guard descriptor >= 0 else { throw .sourceUnavailable(FolderPath.words) }
    var facts = stat()
    guard fstat(descriptor, &facts) == 0, let stream = fdopendir(descriptor) else {
      let words = FolderPath.words
      close(descriptor)
      throw .sourceUnavailable(words)
    }
    rootMark = "\(facts.st_ino)"
    open = [
      Open(
        stream: stream, descriptor: descriptor, prefix: "", place: "", hash: Self.hash(""),
        isHome: own?.home == OwnFolders.Identity(facts))
    ]
  }

  /// The next steps; empty at the end.
  mutating func next() -> [PhotoScanStep] {
    guard !isOwn else {
      defer { isTold = true }
      return isTold ? [] : [.skipped(name: "/", why: .boothsOwn)]
    }
    var steps: [PhotoScanStep] = []
    var entries: [PhotoEntry] = []
    var unnamed = 0
    let until = ContinuousClock.now + Self.patience
    while entries.count < Self.batch, steps.count < Self.batch, unnamed < Self.knownBatch, !open.isEmpty {
      // An answer without anything in it would be the end.
      if !entries.isEmpty || !steps.isEmpty || unnamed > 0, ContinuousClock.now >= until { break }
      if open[open.count - 1].isRead { descend(&steps) } else { read(&entries, &steps, &unnamed) }
    }
    photos += entries.count + unnamed
    if !entries.isEmpty || unnamed > 0 { steps.append(.entries(entries)) }
    return steps
  }

  /// What is away as it ends, and what the next one has to know of disks.
  func away(_ disks: FolderDisks) -> (away: [PhotoAway], disks: [FolderMark.Disk]) {
    watch.end(disks, isTold: known != nil)
  }

  /// Lets all folders go.
  mutating func end() {
    for folder in open { closedir(folder.stream) }
    open = []
  }

  private mutating func descend(_ steps: inout [PhotoScanStep]) {
    guard let name = open[open.count - 1].below.popLast() else {
      closedir(open.removeLast().stream)
      return
    }
    let prefix = open[open.count - 1].prefix + "/" + NameBytes.text(name)
    // Deeper than any tree of photos, and than there are descriptors.
    guard open.count < 200 else { return steps.append(.unreadable(prefix: prefix + "/", why: "too deep")) }
    let descriptor = FolderPath.openFolder(name, in: open[open.count - 1].descriptor)
    guard descriptor >= 0, let stream = fdopendir(descriptor) else {
      // Gone since it was listed is gone.
      if errno != ENOENT {
        steps.append(.unreadable(prefix: prefix + "/", why: FolderPath.words))
        watch.failed(on: watch.place(of: prefix, above: open[open.count - 1].disk))
      }
      if descriptor >= 0 { close(descriptor) }
      return
    }
    let identity = OwnFolders.Identity(descriptor)
    if let own, let identity, own.closed.contains(identity) {
      steps.append(.skipped(name: prefix, why: .boothsOwn))
      closedir(stream)
      return
    }
    let isHome = identity != nil && own?.home == identity
    // But for the sessions.
    if isHome { steps.append(.skipped(name: prefix, why: .boothsOwn)) }
    open.append(
      Open(
        stream: stream, descriptor: descriptor, prefix: prefix, place: NameBytes.shown(prefix),
        hash: Self.hash(prefix), isHome: isHome, disk: watch.place(of: prefix, above: open[open.count - 1].disk)))
  }

  private mutating func read(
    _ entries: inout [PhotoEntry], _ steps: inout [PhotoScanStep], _ unnamed: inout Int
  ) {
    let last = open.count - 1
    let (stream, descriptor, prefix, place, isHome) = (
      open[last].stream, open[last].descriptor, open[last].prefix, open[last].place, open[last].isHome
    )
    let hash = open[last].hash
    let (named, skipped) = (entries.count, unnamed)
    defer {
      let known = unnamed - skipped
      watch.found(entries.count - named + known, known: known, on: open[last].disk)
    }
    while entries.count < Self.batch, steps.count < Self.batch, unnamed < Self.knownBatch {
      errno = 0
      guard let entry = readdir(stream) else {
        if errno != 0 {
          steps.append(.unreadable(prefix: prefix + "/", why: FolderPath.words))
          watch.failed(on: open[last].disk)
        }
        open[last].isRead = true
        films(of: open[last], &steps)
        sidecars(of: open[last], &steps)
        (open[last].films, open[last].sidecars) = ([], [])
        return
      }
      // Ends with a NUL; a million names are not copied before anybody wants them.
      let start = UnsafeRawPointer(entry) + Self.nameOffset
      let name = UnsafeRawBufferPointer(start: start, count: strlen(start.assumingMemoryBound(to: CChar.self)))
      guard let first = name.first, first != UInt8(ascii: ".") else { continue }
      if isHome, !name.elementsEqual(OwnFolders.sessions) { continue }
      var kind = Kind(type: entry.pointee.d_type)
      let isPicture = PhotoNames.isPicture(name)
      if kind == .file, !isPicture {
        if PhotoNames.isFilm(name) {
          open[last].films.append(Array(name))
        } else if PhotoNames.isSidecar(name) {
          sidecar(name, in: last)
        } else if let kind = PhotoNames.otherKind(name) {
          leftOut[kind, default: 0] += 1
          steps.append(.skipped(name: prefix + "/" + NameBytes.text(name), why: .otherKind))
        }
        continue
      }
      var facts = stat()
      if kind != .folder {
        guard fstatat(descriptor, start.assumingMemoryBound(to: CChar.self), &facts, AT_SYMLINK_NOFOLLOW) == 0 else {
          if errno != ENOENT, isPicture {
            steps.append(.skipped(name: prefix + "/" + NameBytes.text(name), why: .denied))
          }
          continue
        }
        kind = Kind(mode: facts.st_mode)
      }
      switch kind {
      case .folder:
        if !PhotoNames.isPackage(Array(name)) { open[last].below.append(Array(name)) }
      case .file:
        if isPicture {
          open[last].hasPictures = true
          if let known, Self.isAsKnown(name, hash, facts, known) {
            unnamed += 1
          } else {
            entries.append(Self.entry(name, prefix, place, facts))
          }
        } else if PhotoNames.isFilm(name) {
          open[last].films.append(Array(name))
        } else if PhotoNames.isSidecar(name) {
          sidecar(name, in: last)
        }
      case .link:
        if let why = link(Array(name), in: descriptor, isPicture: isPicture) {
          steps.append(.skipped(name: prefix + "/" + NameBytes.text(name), why: why))
        }
      case .other:
        if isPicture { steps.append(.skipped(name: prefix + "/" + NameBytes.text(name), why: .notAFile)) }
      }
    }
  }

  /// Films of a folder that has pictures, too; what is no ordinary file, or is gone by now, is none.
  private func films(of folder: Open, _ steps: inout [PhotoScanStep]) {
    guard folder.hasPictures else { return }
    let films = folder.films.compactMap { name -> PhotoEntry? in
      var facts = stat()
      guard FolderPath.withName(name, { fstatat(folder.descriptor, $0, &facts, AT_SYMLINK_NOFOLLOW) }) == 0,
        facts.st_mode & S_IFMT == S_IFREG
      else { return nil }
      var entry = name.withUnsafeBytes { Self.entry($0, folder.prefix, folder.place, facts) }
      entry.flags = [.film, .beside]
      return entry
    }
    if !films.isEmpty { steps.append(.films(films)) }
  }

  /// Notes what may speak of pictures, unless it is known just so: then it is neither named nor kept.
  private mutating func sidecar(_ name: UnsafeRawBufferPointer, in place: Int) {
    if let known, let start = name.baseAddress?.assumingMemoryBound(to: CChar.self) {
      var facts = stat()
      // It ends with a NUL, as the folder lists it.
      if fstatat(open[place].descriptor, start, &facts, AT_SYMLINK_NOFOLLOW) == 0, facts.st_mode & S_IFMT == S_IFREG,
        known.isSidecarAsKnown(
          Self.id(name, open[place].hash),
          StableHash.state(
            size: Int64(facts.st_size), modified: Self.nanoseconds(facts), mark: UInt64(facts.st_ino),
            changed: Self.changed(facts)))
      {
        return
      }
    }
    open[place].sidecars.append(Array(name))
  }

  /// What lies beside pictures and may speak of them.
  private func sidecars(of folder: Open, _ steps: inout [PhotoScanStep]) {
    guard folder.hasPictures, !folder.sidecars.isEmpty else { return }
    let files = folder.sidecars.compactMap { name -> PhotoSidecarFile? in
      var facts = stat()
      guard FolderPath.withName(name, { fstatat(folder.descriptor, $0, &facts, AT_SYMLINK_NOFOLLOW) }) == 0,
        facts.st_mode & S_IFMT == S_IFREG
      else { return nil }
      return PhotoSidecarFile(
        id: PhotoID(folder.prefix + "/" + name.withUnsafeBytes { NameBytes.text($0) }), state: Self.state(facts),
        changed: Self.changed(facts))
    }
    if !files.isEmpty { steps.append(.sidecars(files)) }
  }

  static let nameOffset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 19

  private enum Kind {
    case file, folder, link, other

    /// As a folder's list has it; a disk that does not say is asked.
    init(type: UInt8) {
      switch Int(type) {
      case Int(DT_REG): self = .file
      case Int(DT_DIR): self = .folder
      case Int(DT_LNK): self = .link
      default: self = .other
      }
    }

    init(mode: mode_t) {
      switch mode & S_IFMT {
      case S_IFREG: self = .file
      case S_IFDIR: self = .folder
      case S_IFLNK: self = .link
      default: self = .other
      }
    }
  }

  private static func hash(_ prefix: String) -> StableHash {
    var (hash, text) = (StableHash(), prefix + "/")
    text.withUTF8 { hash.add(part: UnsafeRawBufferPointer($0)) }
    return hash
  }

  /// Whether a file is known just so: as ``entry(_:_:_:_:)`` would name it, without the texts.
  private static func isAsKnown(
    _ name: UnsafeRawBufferPointer, _ begun: StableHash, _ facts: stat, _ known: any PhotoKnown
  ) -> Bool {
    let state = StableHash.state(
      size: Int64(facts.st_size), modified: nanoseconds(facts), mark: UInt64(facts.st_ino))
    return known.isAsKnown(id(name, begun), state)
  }

  /// ``StableHash/id(_:)`` of a name, of which what stands before it was begun with.
  private static func id(_ name: UnsafeRawBufferPointer, _ begun: StableHash) -> Int64 {
    var hash = begun
    if name.allSatisfy({ $0 < 0x80 }) {
      hash.add(part: name)
      hash.end()
    } else {
      hash.add(NameBytes.text(name))
    }
    return hash.value
  }

  private static func entry(
    _ name: UnsafeRawBufferPointer, _ prefix: String, _ place: String, _ facts: stat
  ) -> PhotoEntry {
    let text = NameBytes.text(name)
    var id = ""
    id.reserveCapacity(prefix.utf8.count + 1 + text.utf8.count)
    id += prefix
    id += "/"
    id += text
    let state = state(facts)
    return PhotoEntry(
      id: PhotoID(id), name: NameBytes.shown(text), place: place, size: state.size, modified: state.modified,
      mark: state.mark)
  }

  /// What tells that a file is another one than it was.
  static func state(_ facts: stat) -> PhotoFileState {
    PhotoFileState(size: Int64(facts.st_size), modified: nanoseconds(facts), mark: String(facts.st_ino))
  }

  static func nanoseconds(_ facts: stat) -> Int64 {
    FileMoment.number(seconds: Int64(facts.st_mtim.tv_sec), nanoseconds: Int64(facts.st_mtim.tv_nsec))
  }

  static func changed(_ facts: stat) -> Int64 {
    FileMoment.number(seconds: Int64(facts.st_ctim.tv_sec), nanoseconds: Int64(facts.st_ctim.tv_nsec))
  }

  /// Why a link is left out; nil if no photo is expected of it.
  private func link(_ name: [UInt8], in folder: Int32, isPicture: Bool) -> PhotoSkip? {
    var facts = stat()
    guard FolderPath.withName(name, { fstatat(folder, $0, &facts, 0) }) == 0 else {
      guard isPicture else { return nil }
      return [ENOENT, ENOTDIR, ELOOP].contains(errno) ? .linkLeadsNowhere : .denied
    }
    guard facts.st_mode & S_IFMT == S_IFDIR || isPicture else { return nil }
    let path = Array("/proc/self/fd/\(folder)/".utf8) + name
    guard let real = FolderPath.withName(path, { realpath($0, nil) }) else { return .linkLeadsOut }
    defer { free(real) }
    guard let own = FolderPath.withName(root, { realpath($0, nil) }) else { return .linkLeadsOut }
    defer { free(own) }
    let (target, home) = (String(cString: real), String(cString: own))
    return target == home || target.hasPrefix(home == "/" ? "/" : home + "/") ? .linkToKnown : .linkLeadsOut
  }
}
