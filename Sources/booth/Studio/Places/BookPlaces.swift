import BoothCore
import BoothImaging
import BoothProgram
import BoothRuntime
import BoothStore
import FoundationEssentials
import StudioPlaces
import Synchronization
import ThenAndNow

/// The locations of a data folder, as the studio's pages reach them; beside a running booth and its commands.
final class BookPlaces: KeptPlaces {
  /// The data folder.
  let data: String
  /// Where the studio keeps what it makes and receives.
  let folder: String
  let pictures = PictureMaker()
  private let reading = Mutex<FolderLocationBook?>(nil)
  private let writing = Mutex<FolderLocationBook?>(nil)

  /// - Parameters:
  ///   - data: the data folder.
  ///   - folder: the studio's own folder.
  init(data: String, folder: String) throws {
    self.data = data
    self.folder = folder + "/places"
    do {
      // What was received and made for somebody who has gone is of no use to anybody.
      if FileManager.default.fileExists(atPath: passing) { try FileManager.default.removeItem(atPath: passing) }
      try FileManager.default.createDirectory(atPath: passing, withIntermediateDirectories: true)
    } catch {
      throw CommandError(
        "\(passing) cannot be made: \(error); the studio receives pictures there", code: CommandError.cannotCreate)
    }
  }

  /// Files that go with the process that made them.
  var passing: String { folder + "/passing" }

  /// Nothing waits for these but the disk.
  func book() throws(PlaceError) -> FolderLocationBook {
    try Self.opened(reading) { () throws(StoreError) in try FolderLocationBook.openForReading(folder: data) }
  }

  /// Makes what is missing: only for somebody who changes something.
  func changingBook() throws(PlaceError) -> FolderLocationBook {
    try Self.opened(writing) { () throws(StoreError) in try FolderLocationBook.open(folder: data) }
  }

  private static func opened(
    _ known: borrowing Mutex<FolderLocationBook?>, _ open: () throws(StoreError) -> FolderLocationBook
  ) throws(PlaceError) -> FolderLocationBook {
    let result: Result<FolderLocationBook, StoreError> = known.withLock { known in
      if let known { return .success(known) }
      do throws(StoreError) {
        let book = try open()
        known = book
        return .success(book)
      } catch { return .failure(error) }
    }
    switch result {
    case .success(let book): return book
    case .failure(let error): throw PlaceError(error)
    }
  }

  func locations(matching search: LocationSearch) async throws(PlaceError) -> [Location] {
    let book = try book()
    do throws(StoreError) { return try await book.locations(matching: search) } catch { throw PlaceError(error) }
  }

  func location(_ id: LocationID) async throws(PlaceError) -> Location? {
    let book = try book()
    do throws(StoreError) { return try await book.location(id) } catch { throw PlaceError(error) }
  }

  func change(_ id: LocationID, _ change: PlaceChange) async throws(PlaceError) -> Location {
    guard let before = try await location(id) else { throw .notFound }
    var after = before
    try change.apply(to: &after)
    guard after != before else { return before }
    after.updatedAt = SystemClock().wallTime
    let (book, changed) = (try changingBook(), after)
    do throws(StoreError) { try await book.change(changed) } catch { throw PlaceError(error) }
    return changed
  }

  func delete(_ id: LocationID) async throws(PlaceError) {
    let book = try changingBook()
    do throws(StoreError) { try await book.delete(id, at: SystemClock().wallTime) } catch { throw PlaceError(error) }
    dropProducts(of: id)
  }

  func receive(_ pieces: ByteStream, upTo limit: Int64) async throws(PlaceError) -> ReceivedFile {
    let path = "\(passing)/\(UUID().uuidString)"
    guard FileManager.default.createFile(atPath: path, contents: nil) else {
      throw .unavailable("\(passing) cannot be written")
    }
    let received = ReceivedFile(path: path) { path in
      // A file that stays goes with the next start.
      _ = unlinkQuietly(path)
    }
    do {
      let file = try ReceivingFile(path)
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

  func add(_ place: NewPlace, picture: ReceivedFile) async throws(PlaceError) -> Location {
    let bytes = try await pictures.bytes(of: picture.path)
    let brought: BroughtPicture
    do throws(ImportFault) { brought = try BroughtPicture(bytes: bytes, name: "") } catch {
      throw .noPicture("Expected \(error.expected); found \(error.found).")
    }
    // Every part of it is decoded before anybody else sees it.
    try await pictures.check(bytes)
    guard let id = LocationID(newLocationID()) else { throw .unavailable("no id could be made") }
    var location = Location(
      id: id, title: place.title, latitude: place.coordinate.latitude, longitude: place.coordinate.longitude,
      pair: id.text, old: brought.picture, createdAt: SystemClock().wallTime)
    location.notes = place.notes
    if let fault = location.fault, !fault.contains("picture") { throw .refused("The location \(fault).") }
    let book = try changingBook()
    do throws(StoreError) {
      try await book.add(location, old: .bytes(bytes))
      guard let kept = try await book.location(id) else {
        throw StoreError(.notFound, subject: id.text, detail: "is not there")
      }
      return kept
    } catch { throw PlaceError(error) }
  }
}

extension PlaceError {
  /// As the store says it.
  init(_ error: StoreError) {
    self = error.code == .notFound ? .notFound : .unavailable("\(error)")
  }
}
