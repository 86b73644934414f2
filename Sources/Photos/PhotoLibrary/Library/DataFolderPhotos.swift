import BoothSystem
import FoundationEssentials
import Glibc
package import PhotoModel
import PhotoSources
import Synchronization
import Thumbnails

/// The photos of a data folder that belong to one organisation: its sources, what is known of them, and pictures made of them. What pages
/// and commands ask.
package final class DataFolderPhotos: Sendable {
  private struct State {
    var opened: [PhotosFolder.Source: any PhotoProvider] = [:]
    /// Whether the source was looked at; otherwise another process does.
    var scans: [PhotoSourceID: Task<Bool, Never>] = [:]
    var watch: Task<Void, Never>?
    /// Scans that begin when the ones that run are over.
    var waiting: [PhotoSourceID: Task<Void, Never>] = [:]
    var watched: [PhotosFolder.Source: Task<Void, Never>] = [:]
    /// Sources of which not every change is heard, and why.
    var deaf: [PhotoSourceID: String] = [:]
    /// What was wrong with sources when even that could not be written.
    var faults: [PhotoSourceID: (state: PhotoSourceReport.State, words: String)] = [:]
  }

  /// How often sources are looked at that were not asked about, and how soon a new one is.
  private static let (rescan, look) = (Duration.seconds(600), Duration.seconds(2))

  package let folder: PhotosFolder
  package let index: PhotoIndex
  let reader: any PhotoReader
  let pictures = Mutex<ThumbnailService?>(nil)
  let details = Mutex<PicturePartService?>(nil)
  let recent = RecentPictures()
  /// By which libraries what could not be shown has been tried, or is tried again; nil: nothing was asked for yet.
  let triedWith = Mutex<String?>(nil)
  let copyQueue = CopyQueue()
  /// What was asked for last, of which version of the index, and when.
  let knownTerms = Mutex<(version: Int64, at: ContinuousClock.Instant, terms: PhotoTerms)?>(nil)
  private let state = Mutex(State())
  let told: @Sendable (String) -> Void
  let left: @Sendable (String) -> Int64?

  /// - Parameters:
  ///   - data: the data folder.
  ///   - owner: whose photos they are; nil: the studio's own organisation's.
  ///   - left: how many bytes may still be written to the disk of a path, beside what others need of it; nil if
  ///   unknown.
  ///   - told: hears of what sources have to be asked for again, in words; from any thread.
  /// - Throws: in words for people.
  package init(
    data: String, of owner: PhotoOwner? = nil, left: @escaping @Sendable (String) -> Int64? = { _ in nil },
    told: @escaping @Sendable (String) -> Void = { _ in }
  ) throws {
    self.told = told
    self.left = left
    folder = try PhotosFolder(data: data, of: owner)
    try folder.keepOwner()
    let marks: PhotoMarks
    do {
      marks = try PhotoMarks(path: folder.path + "/" + PhotoMarks.name)
      index = try PhotoIndex(path: folder.path + "/" + PhotoIndex.name, marks: marks, names: folder.names)
    } catch {
      throw Self.opened(folder.path, error)
    }
    reader = FactsReader()
    if marks.aside != nil { for words in marks.remarks { complain("booth: photos: \(advice: words)") } }
  }

  /// What databases say of a disk without room depends on what they wanted to write; the disk itself knows.
  private static func opened(_ path: String, _ error: any Error) -> any Error {
    guard let disk = DiskRoom.of(path) else { return error }
    if disk.isReadOnly {
      return CommandError(
        "the disk of \(path) is read-only: what is known of photos needs to be written there, also to be read; "
          + "mount it so that it can be written")
    }
    guard disk.free < 1 << 16 else { return error }
    return CommandError(
      "the disk of \(path) is full: what is known of photos needs some room there, also to be read; nothing was added")
  }

  /// Ends what runs; what was written is whole.
  package func close() async {
    let watch = state.withLock { $0.watch }
    watch?.cancel()
    await watch?.value
    let waiting = state.withLock { Array($0.waiting.values) }
    for task in waiting { task.cancel() }
    for task in waiting { await task.value }
    let (scans, watched) = state.withLock { (Array($0.scans.values), Array($0.watched.values)) }
    for task in watched { task.cancel() }
    for scan in scans { scan.cancel() }
    for task in watched { await task.value }
    for scan in scans { _ = await scan.value }
    await copyQueue.end()
    endPictures()
    index.close()
  }

  package static var now: Int64 { Int64(Date().timeIntervalSince1970) }

  // MARK: Sources

  /// The source of an id.
  package func source(_ id: PhotoSourceID) throws(PhotoLibraryError) -> any PhotoProvider {
    guard let listed = try folder.sources().first(where: { $0.id == id.text }) else { throw .notFound }
    return state.withLock { state in
      if let opened = state.opened[listed] { return opened }
      let opened = open(listed, as: id)
      state.opened[listed] = opened
      return opened
    }
  }

  /// In the order in which they were added.
  package func sources() async throws(PhotoLibraryError) -> [PhotoSourceReport] {
    var reports: [PhotoSourceReport] = []
    for listed in try folder.sources() {
      guard let id = PhotoSourceID(listed.id) else { continue }
      let source = try source(id)
      let known = try await asked { () throws(PhotoIndexError) in try await self.index.source(id) }
      let isScanned = folder.isScanned(id)
      var state: PhotoSourceReport.State =
        isScanned ? .scanning : self.state.withLock { $0.faults[id]?.state } ?? known?.state ?? .new
      var words = isScanned ? "" : remark(known, id)
      if (source as? FolderPhotos)?.isOwn ?? false { (state, words) = (.failed, Self.ownRemark) }
      var report = PhotoSourceReport(
        id: id, kind: listed.kind, displayName: source.displayName, location: NameBytes.shown(listed.place),
        capabilities: source.capabilities,
        state: state, remark: words, count: known?.count ?? 0, unread: known?.unread ?? 0)
      report.away = known?.away ?? []
      reports.append(report)
    }
    return reports
  }

  /// Whether these are the photos of the organisation whose machine this is, and not of one that it is lent to.
  package var isStudiosOwn: Bool { folder.owner == nil }

  /// Adds a folder, or says which source it is already; nothing is read yet. One that a source is away from, and that has come here,
  /// stays that source.
  package func addSource(_ path: String) async throws(PhotoLibraryError) -> PhotoAddition {
    try await addSource(path, withKeys: folder.owner == nil)
  }

  /// - Parameter mayUseKeys: whether it may be a bucket, which the studio's own keys open.
  package func addSource(_ path: String, withKeys mayUseKeys: Bool) async throws(PhotoLibraryError) -> PhotoAddition {
    if let id = try addPlace(path, withKeys: mayUseKeys) { return PhotoAddition(id: id) }
    guard let real = realpath(path, nil) else { throw .refused("\(path): \(SystemWords.of(errno))") }
    defer { free(real) }
    let bytes = Array(UnsafeRawBufferPointer(start: real, count: strlen(real)))
    var facts = stat()
    guard stat(real, &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR else { throw .refused("\(path) is no folder") }
    guard bytes != [UInt8(ascii: "/")] else { throw .refused("the whole disk is no folder of photos: name one in it") }
    let place = NameBytes.text(bytes)
    if own.now().hold(place) { throw Self.refusal(ofOwn: path) }
    guard try !folder.isForeign(place, .folder) else { throw PhotosFolder.refusal(of: path) }
    let moved = try await moved(to: place)
    var (id, from) = ("", nil as String?)
    try folder.change { (list) throws(PhotoLibraryError) in
      // Once more, while nothing else is added.
      guard try !folder.isForeign(place, .folder) else { throw PhotosFolder.refusal(of: path) }
      if let known = list.first(where: { $0.kind == .folder && $0.place == place }) {
        id = known.id
        return
      }
      let within = list.first {
        $0.kind == .folder && $0 != moved && (place.hasPrefix($0.place + "/") || $0.place.hasPrefix(place + "/"))
      }
      if let within {
        throw .refused("\(path) and \(NameBytes.shown(within.place)) lie in each other: photos would be shown twice")
      }
      if let moved, let number = list.firstIndex(of: moved), MovedFolder.isNothing(at: moved.place) {
        (id, from) = (moved.id, NameBytes.shown(moved.place))
        list[number].place = place
        return
      }
      id = Self.name(bytes, besides: Set(list.map(\.id)))
      list.append(PhotosFolder.Source(id: id, kind: .folder, place: place))
    }
    guard let id = PhotoSourceID(id) else { throw .unavailable("no id") }
    return PhotoAddition(id: id, movedFrom: from)
  }

  /// Made of the folder's own name.
  static func name(_ path: [UInt8], besides known: Set<String>) -> String {
    let last = path.split(separator: UInt8(ascii: "/")).last.map(Array.init) ?? []
    let letters = last.map { byte -> Character in
      let lower = (0x41...0x5A).contains(byte) ? byte + 32 : byte
      return (0x61...0x7A).contains(lower) || (0x30...0x39).contains(lower) ? Character(UnicodeScalar(lower)) : "-"
    }
    var stem = String(letters.prefix(40)).split(separator: "-").joined(separator: "-")
    if stem.isEmpty { stem = "photos" }
    var (name, number) = (stem, 1)
    while known.contains(name) {
      number += 1
      name = "\(stem)-\(number)"
    }
    return name
  }

  /// Forgets a source. Its photos stay where they are.
  package func remove(_ source: PhotoSourceID) async throws(PhotoLibraryError) {
    var isKnown = false
    try folder.change { (list) throws(PhotoLibraryError) in
      isKnown = list.contains { $0.id == source.text }
      list.removeAll { $0.id == source.text }
    }
    guard isKnown else { throw .notFound }
    state.withLock { $0.scans[source] }?.cancel()
    try await asked { () throws(PhotoIndexError) in try await self.index.remove(source) }
  }

  /// Begins to look for what is new; nothing happens where that is being done.
  package func beginScan(_ id: PhotoSourceID) async throws(PhotoLibraryError) { _ = try scanning(id) }

  /// The scan that runs; a new one where none does.
  func scanning(_ id: PhotoSourceID) throws(PhotoLibraryError) -> Task<Bool, Never> {
    _ = try source(id)
    return state.withLock { held in
      if let running = held.scans[id] { return running }
      let begun = Task {
        var isDone = true
        do { isDone = try await scan(id) != nil } catch {
          // What is wrong stands at the source, for everybody to see.
        }
        self.state.withLock { $0.scans[id] = nil }
        return isDone
      }
      held.scans[id] = begun
      return begun
    }
  }

  /// Looks for what is new, and once more after a scan that runs: it may have passed the place.
  func scanSoon(_ id: PhotoSourceID) {
    state.withLock { held in
      guard held.waiting[id] == nil else { return }
      held.waiting[id] = Task {
        if let running = runningScan(id) { _ = await running.value }
        // Whatever comes from here on is found by another one.
        self.state.withLock { $0.waiting[id] = nil }
        while !Task.isCancelled {
          do {
            // False: another process looks, and may have passed the place as well.
            if try await scanning(id).value { return }
            try await Task.sleep(for: Self.look)
          } catch {
            // The source is gone, or the studio ends.
            return
          }
        }
      }
    }
  }

  func runningScan(_ id: PhotoSourceID) -> Task<Bool, Never>? { state.withLock { $0.scans[id] } }

  /// What is said of a source: what is wrong with it, else why its changes are seen late.
  private func remark(_ known: IndexedSource?, _ id: PhotoSourceID) -> String {
    if let fault = state.withLock({ $0.faults[id] }) { return fault.words }
    if let known, !known.remark.isEmpty { return known.remark }
    guard let deaf = state.withLock({ $0.deaf[id] }) else { return "" }
    return "\(deaf); changes in the other folders are seen every ten minutes"
  }

  func note(deaf words: String?, of id: PhotoSourceID) { state.withLock { $0.deaf[id] = words } }

  /// Looks at all sources now, at new ones as soon as they are there, and at each again and again, until ``close()``; at those that
  /// say so themselves as soon as something may be different.
  package func watch() {
    resumeCopies()
    fillAgain()
    let task = Task { [self] in
      var due: [PhotosFolder.Source: ContinuousClock.Instant] = [:]
      while !Task.isCancelled {
        do {
          let listed = try folder.sources()
          try follow(listed)
          for listed in listed where due[listed].map({ $0 <= .now }) ?? true {
            due[listed] = .now + Self.rescan
            if let id = PhotoSourceID(listed.id) { try await beginScan(id) }
          }
          try await Task.sleep(for: Self.look)
        } catch {
          // A list that cannot be read is said at each look; a task that is over ends.
          do { try await Task.sleep(for: Self.look) } catch { return }
        }
      }
    }
    state.withLock { $0.watch = task }
  }

  /// Listens to the sources that speak; to no others any longer.
  private func follow(_ listed: [PhotosFolder.Source]) throws(PhotoLibraryError) {
    let known = state.withLock { state in
      for (gone, task) in state.watched where !listed.contains(gone) {
        task.cancel()
        state.watched[gone] = nil
      }
      return state.watched
    }
    for listed in listed where known[listed] == nil {
      guard let id = PhotoSourceID(listed.id), let source = try source(id) as? any PhotoWatched else { continue }
      let task = Task { await self.listen(to: source, id) }
      state.withLock { $0.watched[listed] = task }
    }
  }

  /// What a scan is about to tell.
  package enum Progress: Sendable {
    case listing(PhotoScanReport)
    case reading(done: Int)
  }

  /// Looks for what is new, and reads it; nil if another process does.
  package func scan(
    _ id: PhotoSourceID, progress: @escaping @Sendable (Progress) -> Void = { _ in }
  ) async throws -> (report: PhotoScanReport, read: Int, took: PhotoScanTimes)? {
    let source = try source(id)
    guard let lock = folder.lock(id) else { return nil }
    defer { withExtendedLifetime(lock) {} }
    await forgetOldTroubles()
    do {
      let found = try await read(source, progress)
      state.withLock { $0.faults[id] = nil }
      return found
    } catch PhotoSourceError.sourceUnavailable(let words) {
      await keep(id, .offline, words)
      throw PhotoSourceError.sourceUnavailable(words)
    } catch is CancellationError {
      throw CancellationError()
    } catch {
      await keep(id, .failed, Self.words(error))
      throw error
    }
  }

  /// Says how a source is, also where the disk has no room for that.
  private func keep(_ id: PhotoSourceID, _ how: PhotoSourceReport.State, _ words: String) async {
    var fault: (PhotoSourceReport.State, String)?
    do throws(PhotoIndexError) { try await index.note(id, how, words) } catch { fault = (how, words) }
    state.withLock { $0.faults[id] = fault }
  }

  package static func words(_ error: any Error) -> String {
    switch error {
    case PhotoSourceError.sourceUnavailable(let words), PhotoSourceError.loadFailed(let words),
      PhotoSourceError.invalidData(let words), PhotoSourceError.binUnusable(let words):
      words
    case PhotoSourceError.notAuthorized: "its source lets nobody in: there are no keys for it here, or they are refused"
    case PhotoSourceError.itemNotFound: "it is gone"
    case PhotoSourceError.nameTaken: "another file has its name by now"
    case PhotoSourceError.anotherFile: "it is another file by now"
    case PhotoSourceError.folderTaken(let folder): "something else stands where its folder \(folder) was"
    case let error as PhotoIndexError: error.words
    case let error as PhotoLibraryError: CommandError(error).message
    case let error as CommandError: error.message
    case is CancellationError: "it was ended"
    default: "\(error)"
    }
  }

  func asked<Value: Sendable>(
    _ body: () async throws(PhotoIndexError) -> Value
  ) async throws(PhotoLibraryError) -> Value {
    do throws(PhotoIndexError) { return try await body() } catch { throw .unavailable(error.words) }
  }

  // MARK: Pictures

  /// Its bytes as they were when a person looked at it last; nil for a file that is another one by now.
  package func content(_ photo: PhotoRecord) async throws(PhotoLibraryError) -> PhotoContent {
    let source = try source(photo.source)
    let content: PhotoContent
    do throws(PhotoSourceError) { content = try await source.open(photo.entry.id) } catch {
      let why = try await Self.library(error, of: photo, in: source, isAway: isAway(photo))
      // Guests had it erased: no list shows it any longer either. Changes of folders are heard of.
      if why == .notFound, source.kind == .sessions { try await beginScan(photo.source) }
      throw why
    }
    if case .file(let file) = content, let state = file.state,
      state.size != photo.entry.size || state.modified != photo.entry.modified || state.mark != photo.entry.mark
    {
      // What is kept under its stamp would be the new bytes under the old address.
      try await beginScan(photo.source)
      throw .notFound
    }
    return content
  }

  /// Whether a source was away when a person looked last, and why: of a disk that is not there its empty folder may be.
  func isAway(_ id: PhotoSourceID) async throws(PhotoLibraryError) -> String? {
    let fault = state.withLock { $0.faults[id] }
    let known = try await asked { () throws(PhotoIndexError) in try await self.index.source(id) }
    guard (fault?.state ?? known?.state) == .offline else { return nil }
    return fault?.words ?? known?.remark ?? ""
  }

  /// Why a photo's source, or the disk it lies on, was missing at the last scan; nil if it was there.
  func isAway(_ photo: PhotoRecord) async throws(PhotoLibraryError) -> String? {
    if let words = try await isAway(photo.source) { return words }
    let known = try await asked { () throws(PhotoIndexError) in try await self.index.source(photo.source) }
    let id = photo.entry.id.text
    return known?.away.first { id.utf8.starts(with: $0.prefix.utf8) }.map(AwayWords.of)
  }

  /// - Parameter isAway: why the source was away when a person looked last.
  static func library(
    _ error: PhotoSourceError, of photo: PhotoRecord, in source: any PhotoProvider, isAway: String?
  ) -> PhotoLibraryError {
    let name = "\(source.displayName): \(photo.entry.name)"
    return switch error {
    case .itemNotFound: isAway.map { .offline(source.displayName, $0) } ?? .notFound
    case .notAuthorized: .offline(source.displayName, "it lets nobody in")
    case .loadFailed(let words), .invalidData(let words), .binUnusable(let words):
      .unavailable("\(name): \(words)")
    case .sourceUnavailable(let words): .offline(source.displayName, words)
    case .nameTaken, .anotherFile, .folderTaken: .unavailable("\(name): \(words(error))")
    }
  }
}
