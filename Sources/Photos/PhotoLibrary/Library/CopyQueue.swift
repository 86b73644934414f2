import BoothSystem
import FoundationEssentials
import Glibc
package import PhotoModel
import PhotoSources
import Synchronization

/// Copies that were requested, as files in a folder, so that they outlive the program: what is requested, written once, and how
/// far it is, written again and again.
package final class CopyQueue: Sendable {
  /// What a person requested.
  package struct Order: Codable, Sendable {
    struct Photo: Codable, Sendable {
      var source: String
      var id: String
      var name: String
    }

    var id: String
    var folder: String
    var form: String
    /// When, in seconds since 1970.
    var made: Int64
    var photos: [Photo]
  }

  /// How far it is.
  package struct Progress: Codable, Sendable {
    var state = PhotoCopyReport.State.waiting
    var remark = ""
    var tried = 0
    var copied = 0
    var same = 0
    var failed = 0
    var failures: [PhotoCopyReport.Failure] = []
    /// When it was over, in seconds since 1970.
    var over: Int64?
  }

  private struct State {
    var orders: [(order: Order, progress: Progress)] = []
    var isRead = false
    var running: Task<Void, Never>?
    var cancelled: Set<String> = []
  }

  private let state = Mutex(State())
  /// Those that are over are remembered for a week.
  private static let kept: Int64 = 7 * 86400
  /// The most whose names are told.
  private static let told = 100

  /// Works on a thread of its own, as disks block.
  package static func apart<Value: Sendable, Fault: Error>(
    _ work: @escaping @Sendable () throws(Fault) -> Value
  ) async throws(Fault) -> Value {
    let result: Result<Value, Fault> = await withCheckedContinuation { continuation in
      let answer = OwnThread.start("photo copy") {
        do throws(Fault) { continuation.resume(returning: .success(try work())) } catch {
          continuation.resume(returning: .failure(error))
        }
      }
      // Without a thread it is done here: late is better than not at all.
      if answer != 0 {
        do throws(Fault) { continuation.resume(returning: .success(try work())) } catch {
          continuation.resume(returning: .failure(error))
        }
      }
    }
    return try result.get()
  }

  // MARK: Files

  private static func path(_ home: String, _ id: String, _ part: String) -> String { "\(home)/\(id).\(part).json" }

  private func read(_ home: String) {
    let isRead = state.withLock { state in
      defer { state.isRead = true }
      return state.isRead
    }
    guard !isRead else { return }
    let names: [String]
    do { names = try FileManager.default.contentsOfDirectory(atPath: home) } catch {
      // No copy was requested yet.
      return
    }
    let decoder = JSONDecoder()
    var found: [(order: Order, progress: Progress)] = []
    for name in names where name.hasSuffix(".order.json") {
      let id = String(name.dropLast(".order.json".count))
      guard PhotoAlbumID.isOwn(id), let bytes = OrdinaryFile.bytes(home + "/" + name) else { continue }
      do {
        let order = try decoder.decode(Order.self, from: Data(bytes))
        var progress = Progress()
        if let far = OrdinaryFile.bytes(Self.path(home, id, "progress")) {
          progress = try decoder.decode(Progress.self, from: Data(far))
        }
        found.append((order, progress))
      } catch {
        // What is damaged is not wished any longer; nothing was promised of it but copies.
        continue
      }
    }
    found.sort { ($0.order.made, $0.order.id) < ($1.order.made, $1.order.id) }
    state.withLock { $0.orders = found + $0.orders }
  }

  private func keep(_ progress: Progress, of id: String, _ home: String) {
    state.withLock { state in
      if let place = state.orders.firstIndex(where: { $0.order.id == id }) { state.orders[place].progress = progress }
    }
    do {
      try DurableFile.replace(Self.path(home, id, "progress"), with: Array(try JSONEncoder().encode(progress)))
    } catch {
      // A copy that is made again finds itself there, and is not made twice.
    }
  }

  /// Adds a request, and begins with it when those before are over.
  package func add(_ order: Order, of photos: DataFolderPhotos) throws(PhotoLibraryError) {
    let home = photos.folder.copies
    read(home)
    do {
      try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
      try DurableFile.replace(Self.path(home, order.id, "order"), with: Array(try JSONEncoder().encode(order)))
    } catch let fault as DurableFile.Fault {
      throw .unavailable("\(home) cannot be written: \(fault.words)")
    } catch { throw .unavailable("\(home) cannot be written: \(error)") }
    state.withLock { $0.orders.append((order, Progress())) }
    begin(photos)
  }

  /// What is not over goes on.
  package func begin(_ photos: DataFolderPhotos) {
    read(photos.folder.copies)
    state.withLock { state in
      guard state.running == nil, state.orders.contains(where: { $0.progress.over == nil }) else { return }
      state.running = Task { [self] in await work(photos) }
    }
  }

  package func reports(_ home: String, now: Int64) -> [PhotoCopyReport] {
    read(home)
    return state.withLock { state in
      for (order, progress) in state.orders where progress.over.map({ now - $0 > Self.kept }) ?? false {
        for part in ["order", "progress"] { unlink(Self.path(home, order.id, part)) }
      }
      state.orders.removeAll { _, progress in progress.over.map { now - $0 > Self.kept } ?? false }
      return state.orders.reversed().map { order, progress in
        PhotoCopyReport(
          id: order.id, folder: order.folder, state: progress.state, remark: progress.remark,
          total: order.photos.count, tried: progress.tried, copied: progress.copied, same: progress.same,
          failed: progress.failed, failures: progress.failures)
      }
    }
  }

  /// - Returns: whether there is one that is not over.
  package func cancel(_ id: String, of photos: DataFolderPhotos) -> Bool {
    read(photos.folder.copies)
    let isThere = state.withLock { state in
      guard state.orders.contains(where: { $0.order.id == id && $0.progress.over == nil }) else { return false }
      state.cancelled.insert(id)
      return true
    }
    if isThere { begin(photos) }
    return isThere
  }

  /// Ends after the photo that is copied now; the rest goes on at the next start.
  package func end() async {
    let running = state.withLock { $0.running }
    running?.cancel()
    await running?.value
  }

  // MARK: Work

  private func work(_ photos: DataFolderPhotos) async {
    while !Task.isCancelled {
      let next = state.withLock { state -> (order: Order, progress: Progress)? in
        if let next = state.orders.first(where: { $0.progress.over == nil }) { return next }
        state.running = nil
        return nil
      }
      guard let next else { return }
      await perform(next.order, next.progress, photos)
    }
    state.withLock { $0.running = nil }
  }

  private func perform(_ order: Order, _ begun: Progress, _ photos: DataFolderPhotos) async {
    var progress = begun
    progress.state = .running
    let home = photos.folder.copies
    let target = CopyFolder(path: order.folder) { photos.left(order.folder) }
    do throws(PhotoLibraryError) {
      // Since it was requested, another organisation may have made it a source.
      if try photos.folder.isInForeign(order.folder) { throw PhotosFolder.refusal(of: order.folder) }
    } catch {
      progress.state = .stopped
      progress.remark = DataFolderPhotos.words(error)
      progress.over = DataFolderPhotos.now
      return keep(progress, of: order.id, home)
    }
    for (place, photo) in order.photos.enumerated().dropFirst(begun.tried) {
      if Task.isCancelled { return keep(progress, of: order.id, home) }
      if state.withLock({ $0.cancelled.contains(order.id) }) {
        progress.state = .cancelled
        break
      }
      do {
        switch try await Self.copy(photo, order, target, photos) {
        case .copied: progress.copied += 1
        case .same: progress.same += 1
        }
      } catch let fault as CopyFolder.Fault {
        progress.state = .stopped
        progress.remark = fault.words
        break
      } catch {
        progress.failed += 1
        if progress.failures.count < Self.told {
          progress.failures.append(.init(name: photo.name, why: DataFolderPhotos.words(error)))
        }
      }
      if progress.state == .stopped { break }
      progress.tried = place + 1
      let now = progress
      // On the disk now and then: what is tried again is there already.
      if place % 16 == 0 { keep(now, of: order.id, home) } else { note(now, of: order.id) }
    }
    if progress.state == .running { progress.state = .done }
    progress.over = DataFolderPhotos.now
    keep(progress, of: order.id, home)
  }

  private func note(_ progress: Progress, of id: String) {
    state.withLock { state in
      if let place = state.orders.firstIndex(where: { $0.order.id == id }) { state.orders[place].progress = progress }
    }
  }

  private static func copy(
    _ photo: Order.Photo, _ order: Order, _ target: CopyFolder, _ photos: DataFolderPhotos
  ) async throws -> CopyFolder.Outcome {
    guard let form = PhotoForm(order.form), let source = PhotoSourceID(photo.source),
      let record = try await photos.index.photo(PhotoID(photo.id), of: source)
    else { throw PhotoSourceError.itemNotFound }
    return try await copy(record, form, target, photos)
  }

  /// One photo, into a folder; of a live one the film, too, where it is copied as it is.
  package static func copy(
    _ photo: PhotoRecord, _ form: PhotoForm, _ target: CopyFolder, _ photos: DataFolderPhotos
  ) async throws -> CopyFolder.Outcome {
    let content = try await photos.content(photo, form)
    let name = ExportNames.file(photo, isOriginal: form.keepsFile)
    let modified = form.keepsFile ? photo.entry.modified : nil
    let (outcome, own) = try await apart { try target.put(content, as: name, modified: modified) }
    guard let film = try await photos.along(photo, form) else { return outcome }
    let its = ExportNames.film(film.name, of: own)
    let (other, _) = try await apart { try target.put(film.content, as: its, modified: film.modified) }
    return other == .copied ? .copied : outcome
  }
}

/// Copies into folders of this machine.
extension DataFolderPhotos {
  /// Begins to copy photos into a folder; nothing there is written over.
  /// - Parameter folder: its whole path; its last part is made where it is not there.
  /// - Returns: by which it is asked for.
  /// - Throws: ``PhotoLibraryError/refused(_:)`` in words for a folder that will not do.
  package func beginCopy(
    _ photos: [PhotoRecord], _ form: PhotoForm, to folder: String
  ) async throws(PhotoLibraryError) -> String {
    let target = try copyTarget(folder)
    let photos = form.keepsFile ? try await withRaws(photos) : photos
    let order = CopyQueue.Order(
      id: Self.secret(), folder: target, form: form.text, made: Self.now,
      photos: photos.map { .init(source: $0.source.text, id: $0.entry.id.text, name: $0.entry.name) })
    try copyQueue.add(order, of: self)
    return order.id
  }

  /// How all are, the newest first; those that were over for a week are forgotten.
  package func copies() async throws(PhotoLibraryError) -> [PhotoCopyReport] {
    copyQueue.reports(folder.copies, now: Self.now)
  }

  /// Ends one; what was copied stays.
  package func cancelCopy(_ id: String) async throws(PhotoLibraryError) {
    guard copyQueue.cancel(id, of: self) else { throw .notFound }
  }

  /// What was cut off goes on.
  package func resumeCopies() { copyQueue.begin(self) }

  /// Without links; nil for what is not there.
  private static func real(_ path: String) -> String? {
    guard let found = realpath(path, nil) else { return nil }
    defer { free(found) }
    return String(cString: found)
  }

  /// The real path of a folder that photos may be copied into; its last part is made where it is not there.
  /// - Parameter withParents: whether the folders are made, too, that it would lie in.
  package func copyTarget(_ path: String, withParents: Bool = false) throws(PhotoLibraryError) -> String {
    guard path.hasPrefix("/"), !path.utf8.contains(0), path.utf8.count < 4000 else {
      throw .refused("name the whole path of a folder, from / on")
    }
    var (names, missing) = (path.split(separator: "/"), [Substring]())
    var there = Self.real(path)
    while there == nil, let last = names.popLast() {
      missing.insert(last, at: 0)
      there = Self.real("/" + names.joined(separator: "/"))
    }
    guard let there, there != "/" || !missing.isEmpty else {
      throw .refused("the whole disk is no folder for copies: name one in it")
    }
    guard withParents || missing.count < 2, !missing.contains(".."), !missing.contains(".") else {
      throw .refused("\(path) cannot be made: the folder that it would lie in is not there")
    }
    let real = missing.isEmpty ? there : (there == "/" ? "" : there) + "/" + missing.joined(separator: "/")
    func isIn(_ root: String) -> Bool {
      real == root || real.hasPrefix(root == "/" ? root : root + "/") || OwnFoldersNow.isPath(real, in: root)
    }
    if own.now().hold(real) { throw .refused("\(path) lies in the booth's own data folder: name another one") }
    for source in try folder.sources() where source.kind != .s3 && isIn(NameBytes.shown(source.place)) {
      throw .refused("\(path) lies in a source of photos, where the copies would be shown as well: name another one")
    }
    guard try !folder.isInForeign(real) else { throw PhotosFolder.refusal(of: path) }
    var made = there == "/" ? "" : there
    for name in missing {
      made += "/" + name
      if mkdir(made, 0o755) != 0, errno != EEXIST {
        throw .refused("\(path) cannot be made: \(SystemWords.of(errno))")
      }
    }
    var facts = stat()
    guard stat(real, &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR else { throw .refused("\(path) is no folder") }
    guard access(real, W_OK | X_OK) == 0 else { throw .refused("nothing may be written to \(path)") }
    return real
  }
}
