import BoothSystem
import Glibc
public import PhotoModel
import Synchronization

/// The pictures in a folder and below it. Ids are paths from there, with their leading slash.
public final class FolderPhotos: PhotoBin, PhotoSkimmed {
  /// Within the root, so that moving there is one step of the system's; hidden, so that no scan goes there.
  static let bin = ".booth-bin"
  /// The bin's name in the folder.
  public static let binName = bin

  public let identifier: PhotoSourceID
  public let kind = PhotoSourceKind.folder
  public let displayName: String
  public let capabilities = PhotoCapabilities.local
  let root: [UInt8]
  let own: OwnFolders?
  /// Whether it can have anything of the booth's own; found out once.
  private let reach = Mutex<Bool?>(nil)
  /// The booth's own folders as they were a moment ago: many photos are opened one after the other.
  private let lately = Mutex<(own: OwnFoldersNow, until: ContinuousClock.Instant)?>(nil)
  private static let moment = Duration.seconds(1)
  let companions = FolderSidecars()

  /// Nothing is opened yet; a root that is not there is away.
  /// - Parameters:
  ///   - root: the folder's path, as ``NameBytes`` writes it.
  ///   - own: folders of the booth's own, of which nothing is shown, opened or moved; nil where there is no booth.
  public init(_ identifier: PhotoSourceID, root: String, own: OwnFolders? = nil) {
    self.identifier = identifier
    self.own = own
    self.root = NameBytes.bytes(root)
    let shown = NameBytes.shown(root)
    displayName = shown.split(separator: "/").last.map(String.init) ?? shown
  }

  /// Reads the folder's lists and asks for each picture's size and time; opens no file. On a thread of its own.
  public func scan(since mark: PhotoScanMark?) -> AsyncThrowingStream<PhotoScanStep, any Error> {
    let run = FolderScan(root: root, own: own, before: mark, known: nil)
    return AsyncThrowingStream { try await run.next() }
  }

  /// The same, without making texts of the names of what is known.
  public func scan(
    since mark: PhotoScanMark?, known: any PhotoKnown
  ) -> AsyncThrowingStream<PhotoScanStep, any Error> {
    let run = FolderScan(root: root, own: own, before: mark, known: known)
    return AsyncThrowingStream { try await run.next() }
  }

  func openRoot() throws(PhotoSourceError) -> Int32 {
    let root = FolderPath.withName(root) { Glibc.open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NONBLOCK) }
    guard root >= 0 else { throw .sourceUnavailable(FolderPath.words) }
    return root
  }

  /// Its file; never anything but an ordinary file below the root, whatever links lie there. Blocks for as long as the disk does.
  public func open(_ id: PhotoID) async throws(PhotoSourceError) -> PhotoContent { .file(try file(id)) }

  func file(_ id: PhotoID) throws(PhotoSourceError) -> HeldPhoto {
    guard let path = FolderPath(id), let name = path.names.last, PhotoNames.isPicture(name) || PhotoNames.isFilm(name)
    else { throw .itemNotFound }
    let root = try openRoot()
    defer { close(root) }
    guard !isOwn(path, root) else { throw .itemNotFound }
    let folder = path.openParent(below: root)
    guard folder >= 0 else { throw Self.fault() }
    defer { close(folder) }
    let descriptor = FolderPath.withName(name) {
      openat(folder, $0, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    }
    guard descriptor >= 0 else { throw Self.fault() }
    guard let file = HeldPhoto(descriptor, state: FolderWalk.state) else { throw .itemNotFound }
    return file
  }

  /// Whether the whole folder is of the booth's own data, so that nothing of it is shown.
  public var isOwn: Bool { own?.now().hold(root) ?? false }

  /// Whether a photo that was known lies in a folder of the booth's own. One that cannot be asked for now is not said to.
  public func isOwn(_ id: PhotoID) -> Bool { asked(id) { isOwn($0, $1) } }

  /// The same, of the booth's own sessions, too: they are shown, and their guests may have them erased.
  public func isOfSession(_ id: PhotoID) -> Bool {
    asked(id) { path, root in ownLately.map { isOwn(path, root, $0, sessions: true) } ?? false }
  }

  private func asked(_ id: PhotoID, _ isSo: (FolderPath, Int32) -> Bool) -> Bool {
    guard mayReach, let path = FolderPath(id) else { return false }
    let root = FolderPath.withName(root) { Glibc.open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NONBLOCK) }
    guard root >= 0 else { return false }
    defer { close(root) }
    return isSo(path, root)
  }

  func isOwn(_ path: FolderPath, _ root: Int32, sessions: Bool = false) -> Bool {
    // A move asks anew.
    guard let now = sessions ? own?.now() : ownLately else { return false }
    return isOwn(path, root, now, sessions: sessions)
  }

  private func isOwn(_ path: FolderPath, _ root: Int32, _ now: OwnFoldersNow, sessions: Bool) -> Bool {
    now.hold(self.root) || path.leads(through: now, below: root, sessions: sessions)
  }

  private var ownLately: OwnFoldersNow? {
    guard let own else { return nil }
    return lately.withLock { lately in
      if let known = lately, known.until > .now { return known.own }
      let now = own.now()
      lately = (now, .now + Self.moment)
      return now
    }
  }

  private var mayReach: Bool {
    reach.withLock { known in
      if let known { return known }
      let found = own.map { $0.now().hold(root) || $0.lie(in: root) } ?? false
      known = found
      return found
    }
  }

  static func fault() -> PhotoSourceError {
    switch errno {
    case ENOENT, ENOTDIR, ELOOP, ENAMETOOLONG: .itemNotFound
    case EACCES, EPERM: .notAuthorized
    default: .loadFailed(FolderPath.words)
    }
  }

  /// Its size alone: sums are read from the bytes where they are needed.
  public func identity(of id: PhotoID) async throws(PhotoSourceError) -> PhotoIdentity {
    PhotoIdentity(size: try file(id).count)
  }
}

/// A scan, pulled step by step; the disk is waited for on a thread of its own.
private final class FolderScan: Sendable {
  private struct State {
    var walk: FolderWalk?
    var waiting: [PhotoScanStep] = []
    var isOver = false
  }

  private let root: [UInt8]
  private let own: OwnFolders?
  private let before: FolderMark?
  private let known: (any PhotoKnown)?
  private let state = Mutex(State())

  init(root: [UInt8], own: OwnFolders?, before: PhotoScanMark?, known: (any PhotoKnown)?) {
    self.root = root
    self.own = own
    self.before = before.map(FolderMark.init)
    self.known = known
  }

  deinit { state.withLock { $0.walk?.end() } }

  func next() async throws -> PhotoScanStep? {
    if let step = state.withLock({ $0.waiting.popLast() }) { return step }
    return try await withCheckedThrowingContinuation { continuation in
      let code = OwnThread.start("photo scan") {
        let result: Result<PhotoScanStep?, any Error> = Result { try self.advance() }
        continuation.resume(with: result)
      }
      if code != 0 { continuation.resume(throwing: PhotoSourceError.loadFailed(OwnThread.refusal(code))) }
    }
  }

  private func advance() throws(PhotoSourceError) -> PhotoScanStep? {
    try state.withLock { (state) throws(PhotoSourceError) in
      guard !state.isOver else { return nil }
      var walk: FolderWalk
      if let begun = state.walk {
        walk = begun
      } else {
        FolderBin.heal(below: root)
        walk = try FolderWalk(
          root: root, own: own?.now(), known: known, before: before?.disks ?? [], disks: .now(in: root))
      }
      state.walk = nil
      let steps = walk.next()
      if !steps.isEmpty {
        state.walk = walk
        state.waiting = steps.reversed()
        return state.waiting.popLast()
      }
      let (found, photos, isOwn, remark) = (walk.away(.now(in: root)), walk.photos, walk.isOwn, walk.remark)
      let mark = FolderMark(root: walk.rootMark, disks: found.disks)
      walk.end()
      state.isOver = true
      // A disk that is not there leaves its mount point: empty, and another folder than it was.
      if photos == 0, !isOwn, let before, before.root != mark.root {
        throw .sourceUnavailable("the folder is empty, and not the one that it was: is its disk there?")
      }
      state.waiting = [.mark(mark.mark)] + found.away.reversed().map(PhotoScanStep.away)
      if let remark { state.waiting.append(.remark(remark)) }
      return state.waiting.popLast()
    }
  }
}
