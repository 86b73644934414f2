import BoothCore
import BoothRuntime
import BoothStore
import BoothSystem
import Gallery
import Glibc
import Logging

/// Carries out what ``GalleryFolderWatch`` decides about the folder of the booth's own gallery.
struct GalleryKeeper {
  /// In the data folder: the mark of the folder that was published to.
  private static let memory = "gallery.place"

  private let gallery: OwnGallery
  private let objects: FolderObjectStore
  private let data: String
  private let store: any SessionStore
  private let booth: Booth
  private let clock: any BoothClock
  private let log: Logger
  /// The folder above the gallery's, as it was at the start; nil where the gallery's is a link, or on a disk of its own.
  private let home: HeldPlaces?
  private let device: UInt
  /// What it was when it could be looked at last.
  private var seen: StorePlace?
  /// Sessions that were found whole since another folder counts.
  private var whole: Set<SessionID> = []

  /// - Parameter objects: the gallery's folder, as it was opened.
  init(
    _ gallery: OwnGallery, _ objects: FolderObjectStore, data: String, store: any SessionStore, booth: Booth,
    clock: any BoothClock, log: Logger
  ) {
    (self.gallery, self.objects, self.data, self.store) = (gallery, objects, data, store)
    (self.booth, self.clock, self.log) = (booth, clock, log)
    var facts = stat()
    device = stat(data, &facts) == 0 ? UInt(facts.st_dev) : 0
    var home: HeldPlaces?
    if Self.isOrdinary(gallery.folder, on: device) {
      do throws(HeldPlaces.Fault) { home = try HeldPlaces([data]) } catch {
        log.warning("gallery", metadata: ["gallery.folder": "it cannot be held: \(error.words)"])
      }
    }
    self.home = home
  }

  private static func isOrdinary(_ path: String, on device: UInt) -> Bool {
    var facts = stat()
    return lstat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR && UInt(facts.st_dev) == device
  }

  /// Keeps the folder from when it could be opened until the task is cancelled.
  static func keep(
    _ gallery: OwnGallery, data: String, store: any SessionStore, booth: Booth, clock: any BoothClock, log: Logger
  ) async {
    while gallery.openedStore == nil {
      do { try await clock.sleep(until: clock.now + GalleryFolderWatch.interval) } catch { return }
    }
    guard let objects = gallery.openedStore else { return }
    var keeper = GalleryKeeper(gallery, objects, data: data, store: store, booth: booth, clock: clock, log: log)
    await keeper.run()
  }

  /// Until the task is cancelled.
  mutating func run() async {
    var watch = GalleryFolderWatch(folder: gallery.folder)
    let known = OrdinaryFile.bytes("\(data)/\(Self.memory)").map {
      String(decoding: $0.prefix { $0 > 0x20 }, as: UTF8.self)
    }
    _ = watch.handle(.started(remembered: known))
    while !Task.isCancelled {
      var effects = watch.handle(.timePassed)
      while !effects.isEmpty {
        let effect = effects.removeFirst()
        if let answer = await perform(effect) { effects += watch.handle(answer) }
      }
      do { try await clock.sleep(until: clock.now + GalleryFolderWatch.interval) } catch { return }
    }
  }

  private mutating func perform(_ effect: GalleryFolderWatch.Effect) async -> GalleryFolderWatch.Input? {
    switch effect {
    case .look: return await look()
    case .beginAnew:
      whole = []
      do throws(ObjectStoreError) {
        try await objects.beginAnew()
        return try await objects.place().map { .begun($0) } ?? .beginFailed("it has no folder")
      } catch { return .beginFailed(error.detail) }
    case .check:
      do { return .checked(isSettled: try await check()) } catch {
        log.info("the gallery's folder is looked through later", metadata: ["gallery.reason": "\(error)"])
        return .checkFailed
      }
    case .remember(let mark):
      do throws(DurableFile.Fault) {
        try DurableFile.replace("\(data)/\(Self.memory)", with: Array("\(mark)\n".utf8))
      } catch {
        // Then the next start looks for all that was published: no more than a look.
        log.info("the gallery's folder is not remembered", metadata: ["gallery.reason": "\(error.words)"])
      }
      return nil
    case .notifyOperator(let words):
      await booth.noteTrouble("gallery place", words)
      return nil
    }
  }

  private mutating func look() async -> GalleryFolderWatch.Input {
    do throws(ObjectStoreError) {
      seen = try await objects.place()
      let isCleared = await clear()
      return seen.map { .found($0, isCleared: isCleared) } ?? .missing("it has no folder", mayBegin: false)
    } catch {
      // That says nothing of the folder.
      if let seen, SystemWords.areOfExhaustion(error.detail) { return .found(seen) }
      var facts = stat()
      let isFree = lstat(gallery.folder, &facts) != 0 && errno == ENOENT
      let mayBegin = home.map { $0.fault() == nil } ?? false
      return .missing(error.detail, mayBegin: mayBegin && (isFree || Self.isOrdinary(gallery.folder, on: device)))
    }
  }

  /// Moves aside what stands in the place of a folder there.
  /// - Returns: whether anything was moved, now or before this began: what was published in its place is to be looked for.
  private mutating func clear() async -> Bool {
    let before = gallery.trouble
    gallery.makeWay()
    if let trouble = gallery.trouble, trouble != before { await booth.noteTrouble("gallery folder", trouble) }
    guard gallery.asides?.takeNew() == true else { return false }
    whole = []
    return true
  }

  /// Queues what is missing of what is called published, as far as its photos are here.
  /// - Returns: whether no upload is under way or waits, whose files may have gone to the folder before.
  private mutating func check() async throws -> Bool {
    let isSettled = try await store.jobs(all: false).allSatisfy { job in
      job.kind != .upload || ![.ready, .running].contains(job.state)
    }
    var count = 0
    for (session, _) in try await store.uploadedSessions() where !session.staysHere && !whole.contains(session.id) {
      guard gallery.mayHaveMade(session.link) else { continue }
      let paths = session.assets.map { asset in
        (
          asset.id,
          GalleryPath.asset(event: session.event, session: session.id, kind: asset.kind, strip: asset.strip)
        )
      }
      let missing = try await gallery.server().missing(of: session.id, paths.map(\.1))
      guard missing.page || !missing.paths.isEmpty else {
        whole.insert(session.id)
        continue
      }
      var lost = paths.filter { missing.paths.contains($0.1) }.map(\.0)
      // Its page comes with any of its files.
      if lost.isEmpty, let first = paths.first { lost = [first.0] }
      let jobs = try await store.bringAgain(lost, of: session.id)
      if !jobs.isEmpty { booth.post(.added(jobs)) }
      count += 1
    }
    if count > 0 {
      log.warning(
        "the gallery lost what was published: it is brought again", metadata: ["gallery.sessions": "\(count)"])
    }
    return isSettled && count == 0
  }
}
