package import BoothCore
import BoothRuntime
package import BoothStore
import BoothSystem
import Documents
import FoundationEssentials
import Imaging
package import Locations
package import StudioModel
import Synchronization

/// The locations of a data folder, as the studio's pages reach them; beside a running booth and its commands.
package final class StoredPlaces: KeptPlaces {
  /// The data folder.
  let data: String
  /// Where the studio keeps what it makes and receives.
  package let folder: String
  /// How many bytes may still be written to the disk of a path, beside what others need of it; nil if unknown.
  let left: @Sendable (String) -> Int64?
  let pictures = PictureMaker()
  private let reading = Mutex<FolderLocationStore?>(nil)
  private let writing = Mutex<FolderLocationStore?>(nil)
  private let snapshot = Mutex<PlacesSnapshot?>(nil)
  /// Under which the store keeps who added what.
  static let authors = "studio"
  /// What is wrong with what is kept.
  package let remarks = StudioRemarks()

  /// - Parameters:
  ///   - data: the data folder.
  ///   - folder: the studio's own folder.
  ///   - left: how many bytes may still be written to the disk of a path, beside what others need of it; nil if
  ///   unknown.
  package init(
    data: String, folder: String, left: @escaping @Sendable (String) -> Int64? = { _ in nil }
  ) throws {
    self.data = data
    self.left = left
    self.folder = folder + "/places"
    do {
      // What was received and made for a person who has gone is of no use to anybody.
      if FileManager.default.fileExists(atPath: passing) { try FileManager.default.removeItem(atPath: passing) }
      try DurableFile.makeFolder(passing)
    } catch let fault as DurableFile.Fault {
      throw CommandError(
        "\(passing) cannot be made: \(fault.words); the studio receives pictures there", code: CommandError.cannotCreate
      )
    } catch {
      throw CommandError(
        "\(passing) cannot be made: \(error); the studio receives pictures there", code: CommandError.cannotCreate)
    }
  }

  /// - Parameters:
  ///   - bytes: about to be written.
  ///   - path: on whose disk.
  package func checkRoom(for bytes: Int64, at path: String) throws(PlaceError) {
    guard let left = left(path), left < bytes else { return }
    throw .unavailable(
      "the disk is full: \(max(0, left) >> 20) MB may be written beside what the booth needs of it, and this takes \(bytes >> 20) MB"
    )
  }

  /// Files that go with the process that made them.
  package var passing: String { folder + "/passing" }

  /// Nothing waits for these but the disk.
  package func store() throws(PlaceError) -> FolderLocationStore {
    try opened(reading) { () throws(StoreError) in try FolderLocationStore.openForReading(folder: data) }
  }

  /// Makes what is missing: only for a person who changes something.
  func changingStore() throws(PlaceError) -> FolderLocationStore {
    try opened(writing) { () throws(StoreError) in try FolderLocationStore.open(folder: data) }
  }

  /// Finishes, on a thread of its own, what a death has left between the locations' rows and their files: the pictures of one that was
  /// deleted do not lie there until a person changes something. For the studio's start.
  package func takeUp() async {
    do throws(PlaceError) {
      let store = try store()
      do throws(StoreError) {
        // Where there are no locations yet, nothing is made.
        guard try await !store.mark().isEmpty else { return }
      } catch { throw fault(error) }
      let opened: Result<Void, PlaceError>? = await withCheckedContinuation { continuation in
        let trouble = OwnThread.start("locations") {
          do throws(PlaceError) {
            _ = try self.changingStore()
            continuation.resume(returning: .success(()))
          } catch { continuation.resume(returning: .failure(error)) }
        }
        if trouble != 0 { continuation.resume(returning: nil) }
      }
      try opened?.get()
    } catch {
      complain("booth: what a crash has left of locations waits until somebody changes one: \(advice: error.words)")
    }
  }

  private func opened(
    _ known: borrowing Mutex<FolderLocationStore?>, _ open: () throws(StoreError) -> FolderLocationStore
  ) throws(PlaceError) -> FolderLocationStore {
    let result: Result<FolderLocationStore, StoreError> = known.withLock { known in
      if let known { return .success(known) }
      do throws(StoreError) {
        let store = try open()
        known = store
        return .success(store)
      } catch { return .failure(error) }
    }
    switch result {
    case .success(let store): return store
    case .failure(let error): throw PlaceError(error, without: data)
    }
  }

  /// All as they are in the store, read anew only when a person has changed it.
  private func shelved() async throws(PlaceError) -> PlacesSnapshot {
    let store = try store()
    do throws(StoreError) {
      let mark = try await store.mark()
      if let known = snapshot.withLock({ $0 }), known.mark == mark { return known }
      // What changes while it is read makes another mark.
      let made = PlacesSnapshot(mark: mark, try await store.locations())
      snapshot.withLock { $0 = made }
      return made
    } catch { throw fault(error) }
  }

  package func locations(matching search: LocationSearch) async throws(PlaceError) -> [Location] {
    if search.words.isEmpty { return try await shelved().locations }
    let store = try store()
    do throws(StoreError) { return try await store.locations(matching: search) } catch { throw fault(error) }
  }

  package func page(_ list: PlacesList, after key: LocationKey?, count: Int) async throws(PlaceError) -> PlacesFound {
    guard list.search.words.isEmpty else {
      let found = try await locations(matching: list.search).filter { list.status == nil || $0.status == list.status }
      return PlacesFound(page: list.order.page(of: found, after: key, count: count), count: found.count)
    }
    return try await shelved().page(list, after: key, count: count)
  }

  /// What the locations are called that these events of a booth's are; those of guests are not among them.
  package func titles(ofEvents slugs: some Sequence<String>) async throws(PlaceError) -> [String: String] {
    let ids = Dictionary(slugs.compactMap { slug in Location.id(ofEvent: slug).map { ($0, slug) } }) { first, _ in first
    }
    guard !ids.isEmpty else { return [:] }
    var titles: [String: String] = [:]
    for location in try await shelved().locations {
      if let slug = ids[location.id] { titles[slug] = location.title }
    }
    return titles
  }

  package func location(_ id: LocationID) async throws(PlaceError) -> Location? {
    let store = try store()
    do throws(StoreError) { return try await store.location(id) } catch { throw fault(error) }
  }

  package func change(
    _ id: LocationID, _ change: PlaceChange, by user: UserID
  ) async throws(PlaceError) -> Location {
    guard let before = try await location(id) else { throw .notFound }
    var after = before
    try change.apply(to: &after)
    guard after != before else { return before }
    after.updatedAt = SystemClock().wallTime
    let (store, changed) = (try changingStore(), after)
    let isTheirs = try await loneAuthor(of: before) == user
    do throws(StoreError) {
      try await store.change(changed)
      if isTheirs, let kept = try await store.location(id) { try await note(user, kept) }
    } catch { throw fault(error) }
    return changed
  }

  package func loneAuthor(of location: Location) async throws(PlaceError) -> UserID? {
    let store = try store()
    let text: String?
    do throws(StoreError) { text = try await store.note(location.id.text, for: Self.authors) } catch {
      throw fault(error)
    }
    guard let text else { return nil }
    do {
      let work = try JSONDecoder().decode(LoneWork.self, from: Data(text.utf8))
      return work.stands(for: location) ? UserID(work.user) : nil
    } catch {
      // It stays in the store, and gives no right.
      remarks.note(
        "location \(location.id)",
        "who added it cannot be read from the books (locations.sqlite, notes of \"\(Self.authors)\"): nobody but a manager can "
          + "delete it now; see that the disk is sound, with `booth doctor` and what the system says of it",
        .init(.locationsUnread))
      return nil
    }
  }

  /// Who added a location, as they leave it.
  private func note(_ user: UserID, _ location: Location) async throws(StoreError) {
    let text: String
    do { text = String(decoding: try JSONEncoder().encode(LoneWork(of: user.text, on: location)), as: UTF8.self) } catch
    {
      throw StoreError(.failed, subject: location.id.text, detail: "its author cannot be written: \(error)")
    }
    let store: FolderLocationStore
    do throws(PlaceError) { store = try changingStore() } catch {
      throw StoreError(.failed, subject: location.id.text, detail: error.words)
    }
    try await store.keep([location.id.text: text], for: Self.authors)
  }

  package func delete(_ location: Location, unchanged: Bool) async throws(PlaceError) -> Bool {
    let store = try changingStore()
    do throws(StoreError) {
      let now = SystemClock().wallTime
      if unchanged {
        guard try await store.delete(location, at: now) else { return false }
      } else {
        try await store.delete(location.id, at: now)
      }
      try await store.keep([location.id.text: nil], for: Self.authors)
    } catch { throw fault(error) }
    dropProducts(of: location.id)
    return true
  }

  package func receive(_ pieces: ByteStream, upTo limit: Int64) async throws(PlaceError) -> ReceivedFile {
    let path = "\(passing)/\(UUID().uuidString)"
    let file = try ReceivingFile(path)
    let received = ReceivedFile(path: path) { path in
      // A file that stays goes with the next start.
      _ = unlinkQuietly(path)
    }
    do {
      var count: Int64 = 0
      for try await piece in pieces {
        count += Int64(piece.count)
        guard count <= limit else { throw PlaceError.tooLarge }
        try file.write(piece)
      }
      return received
    } catch let error as PlaceError {
      throw error
    } catch {
      throw .unavailable("what was sent did not come whole: \(error)")
    }
  }

  package func add(_ place: NewPlace, picture: ReceivedFile, by user: UserID) async throws(PlaceError) -> Location {
    let bytes = try await pictures.bytes(of: picture.path, without: data)
    let brought: BroughtPicture
    do throws(ImportFault) { brought = try BroughtPicture(bytes: bytes, name: "") } catch {
      throw .noPicture("Expected \(error.expected); found \(error.found).")
    }
    // Every part of it is decoded before anybody else sees it.
    try await pictures.check(bytes)
    guard let id = LocationID(place.key.map { Self.id(ofForm: $0, bytes, user) } ?? newLocationID()) else {
      throw .unavailable("no id could be made")
    }
    // What a death has left between its files and its row is taken up first: it may be this one.
    let store = try changingStore()
    if place.key != nil, let known = try await known(id, user) { return known }
    var location = Location(
      id: id, title: place.title, latitude: place.coordinate.latitude, longitude: place.coordinate.longitude,
      pair: id.text, old: brought.picture, createdAt: SystemClock().wallTime)
    location.notes = place.notes
    location.provenance = place.provenance
    if let fault = location.fault, !fault.contains("picture") { throw .refused("The location \(fault).") }
    do throws(StoreError) {
      try await store.add(location, old: .bytes(bytes))
      guard let kept = try await store.location(id) else {
        throw StoreError(.notFound, subject: id.text, detail: "is not there")
      }
      try await note(user, kept)
      return kept
    } catch { throw fault(error) }
  }
}

extension StoredPlaces {
  /// Of this picture, person and form, and of no other: a UUID's text, as the app makes them (RFC 9562, version 8).
  private static func id(ofForm key: String, _ picture: [UInt8], _ user: UserID) -> String {
    let hash = Checksum.of(Array("a location of \(user.text) \(key) \(Checksum.of(picture))".utf8)).uppercased()
    var digits = Array(hash.prefix(32))
    (digits[12], digits[16]) = ("8", "A")
    let ends = [0, 8, 12, 16, 20, 32]
    return zip(ends, ends.dropFirst()).map { String(digits[$0..<$1]) }.joined(separator: "-")
  }

  /// What was added under an id before, and not answered.
  private func known(_ id: LocationID, _ user: UserID) async throws(PlaceError) -> Location? {
    let store = try store()
    do throws(StoreError) {
      if let location = try await store.location(id) {
        // Of one that was cut before its author was noted.
        let isUntouched = location.versions.isEmpty && location.updatedAt == location.createdAt
        if isUntouched, try await store.note(id.text, for: Self.authors) == nil { try await note(user, location) }
        return location
      }
      if try await store.departures()[id] == nil { return nil }
    } catch { throw fault(error) }
    throw .refused("The location was added before, and has been deleted since.")
  }

  package func remarks() async -> [BoothReport.Part] { remarks.parts }

  package func tend() async {
    let found: (ids: Set<LocationID>, notes: [String: String])
    do throws(StoreError) {
      let store: FolderLocationStore
      do throws(PlaceError) { store = try self.store() } catch { return }
      found = (Set(try await store.locations().map(\.id)), try await store.notes(for: Self.authors))
      let gone = found.notes.keys.filter { LocationID($0).map { !found.ids.contains($0) } ?? false }
      if !gone.isEmpty {
        var nothing: [String: String?] = [:]
        for name in gone { nothing[name] = .some(nil) }
        try await store.keep(nothing, for: Self.authors)
      }
    } catch {
      // The next time finds them again.
      return
    }
    for name in Self.names(in: productsFolder) {
      if let id = LocationID(name), !found.ids.contains(id) { dropProducts(of: id) }
    }
  }

  /// Keeps a file that cannot be read under another name.
  /// - Returns: where it is now, or why it stays, as half a sentence.
  package func putAside(_ path: String) -> String {
    do throws(DurableFile.Fault) { return "it is kept as \(plain(try DurableFile.putAside(path)))" } catch {
      return "it could not be put aside (\(error.words))"
    }
  }

  /// As the store says it, without where that is on this machine.
  package func fault(_ error: StoreError) -> PlaceError { PlaceError(error, without: data) }

  /// What a page says names no folder of this machine: who reads it elsewhere can do nothing with it.
  package func plain(_ words: String) -> String { PlaceError.plain(words, without: data) }
}

extension PlaceError {
  /// As the store says it.
  /// - Parameter folder: the data folder, which is not named.
  init(_ error: StoreError, without folder: String) {
    self = error.code == .notFound ? .notFound : .unavailable(Self.plain("\(error)", without: folder))
  }

  static func plain(_ words: String, without folder: String) -> String {
    guard folder.count > 1 else { return words }
    return words.replacing(folder + "/", with: "").replacing(folder, with: "the data folder")
  }
}
