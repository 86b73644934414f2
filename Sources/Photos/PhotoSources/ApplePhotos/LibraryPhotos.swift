import BoothSystem
public import PhotoModel
import PhotolalaFormat
import Synchronization

/// An Apple Photos library (10.15 to 26) as a source, from a copy or a mounted disk. Nothing in it is ever written.
///
/// An id is the app's `localIdentifier`: `UUID/L0/001`. It opens as Photos shows it; `UUID/L0/001#original` opens what the camera
/// made, `UUID/L0/001#live` a live photo's film, `UUID/L0/001#raw` the raw picture of a pair.
public final class LibraryPhotos: PhotoProvider {
  /// The same for as long as it is the same source.
  public let identifier: PhotoSourceID
  /// ``PhotoSourceKind/applePhotos``.
  public var kind: PhotoSourceKind { .applePhotos }
  /// For people.
  public let displayName: String
  /// They can be copied out.
  public var capabilities: PhotoCapabilities { .readOnly }

  private let library: String
  private let spool: String
  /// The copy that was made last, and is good as long as the library's own files are what they were.
  private let reader = Mutex<PhotosDatabase?>(nil)

  /// - Parameters:
  ///   - library: the path of the `.photoslibrary`.
  ///   - spool: a folder for a private copy of its database, as large as that.
  public init(identifier: PhotoSourceID, displayName: String, library: String, spool: String = "/var/tmp") {
    self.identifier = identifier
    self.displayName = displayName
    self.library = library.hasSuffix("/") ? String(library.dropLast()) : library
    self.spool = spool
  }

  /// Newest first. Where the database has not changed, and every original is there, nothing is opened.
  public func scan(since mark: PhotoScanMark?) -> AsyncThrowingStream<PhotoScanStep, any Error> {
    let scan = LibraryScan(self, since: mark)
    return AsyncThrowingStream(unfolding: { try await scan.next() })
  }

  /// Works on a thread of its own, as disks block.
  static func apart<Value: Sendable>(
    _ work: @escaping @Sendable () throws(LibraryFault) -> Value
  ) async throws(LibraryFault) -> Value {
    let result = await withCheckedContinuation { continuation in
      let answer = OwnThread.start("photo library") {
        do throws(LibraryFault) {
          continuation.resume(returning: Result<Value, LibraryFault>.success(try work()))
        } catch {
          continuation.resume(returning: .failure(error))
        }
      }
      if answer != 0 { continuation.resume(returning: .failure(LibraryFault(.away, "the machine is out of threads"))) }
    }
    return try result.get()
  }

  /// What the library's database is now.
  func mark() async throws(LibraryFault) -> String {
    try await Self.apart { [library] () throws(LibraryFault) in try LibraryCopy.mark(of: library) }
  }

  /// A reader of the library as it is.
  func current() async throws(LibraryFault) -> (reader: PhotosDatabase, places: LibraryPlaces) {
    let mark = try await mark()
    let kept = reader.withLock { $0 }
    let root = try await Self.apart { [library] () throws(LibraryFault) in try LibraryRoot(library) }
    if let kept, kept.copy.mark == mark { return (kept, LibraryPlaces(root: root)) }
    let new = try await Self.apart { [library, spool] () throws(LibraryFault) in
      try PhotosDatabase(LibraryCopy(library: library, spool: spool))
    }
    reader.withLock { $0 = new }
    return (new, LibraryPlaces(root: root))
  }

  // MARK: Single photos

  private enum Part { case shown, original, live, raw }

  /// Nil for what is no id of a library.
  private static func read(_ id: PhotoID) -> (uuid: String, part: Part)? {
    let sides = id.text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let part: Part
    switch sides.count > 1 ? sides[1] : "" {
    case "" where sides.count == 1: part = .shown
    case "original": part = .original
    case "live": part = .live
    case "raw": part = .raw
    default: return nil
    }
    guard sides[0].hasSuffix(idEnd) else { return nil }
    let uuid = String(sides[0].dropLast(idEnd.count))
    return LibraryAsset.isUUID(uuid) ? (uuid, part) : nil
  }

  private static let idEnd = "/L0/001"
  static func id(_ asset: LibraryAsset) -> PhotoID { PhotoID(asset.uuid + idEnd) }
  static func rawID(_ asset: LibraryAsset) -> PhotoID { PhotoID(asset.uuid + idEnd + "#raw") }

  private func found(_ id: PhotoID) async throws(PhotoSourceError) -> (
    asset: LibraryAsset, places: LibraryPlaces, part: Part
  ) {
    guard let (uuid, part) = Self.read(id) else { throw .itemNotFound }
    do throws(LibraryFault) {
      let (reader, places) = try await current()
      if let asset = try await reader.asset(uuid: uuid) { return (asset, places, part) }
    } catch { throw Self.promised(error) }
    throw .itemNotFound
  }

  /// An open file. An original that is missing fails with the words that say why; the library itself is not away.
  public func open(_ id: PhotoID) async throws(PhotoSourceError) -> PhotoContent {
    let (asset, places, part) = try await found(id)
    let outcome: Result<PhotoContent, PhotoSourceError>
    do throws(LibraryFault) {
      outcome = try await Self.apart { () throws(LibraryFault) in
        do throws(PhotoSourceError) {
          return .success(.file(try places.root.open(try Self.path(asset, places, part))))
        } catch {
          return .failure(error)
        }
      }
    } catch { throw Self.promised(error) }
    return try outcome.get()
  }

  private static func path(_ asset: LibraryAsset, _ places: LibraryPlaces, _ part: Part) throws(PhotoSourceError)
    -> String
  {
    switch part {
    case .live:
      guard let path = places.liveFilm(asset) else { throw .itemNotFound }
      return path
    case .raw:
      // Only what a scan has named is asked for.
      guard let path = places.raw(asset, isSaid: true) else { throw .itemNotFound }
      return path
    case .original:
      guard case .here(let path) = places.original(asset) else {
        throw .loadFailed(LibraryRemark.originalMissing.words)
      }
      return path
    case .shown:
      let shown = places.shown(asset)
      guard let path = shown.path else { throw .loadFailed((shown.remark ?? .originalMissing).words) }
      return path
    }
  }

  /// One that Photos has made; of a photo without its original the largest there is, whatever was asked for.
  public func thumbnail(of id: PhotoID, shortSide: Int) async throws(PhotoSourceError) -> [UInt8]? {
    let (asset, places, part) = try await found(id)
    guard part == .shown else { return nil }
    do throws(LibraryFault) {
      return try await Self.apart { () throws(LibraryFault) in
        let shown = places.shown(asset)
        let isMissing = shown.path == nil
        var last: [UInt8]?
        // Of one that was edited and is not there otherwise, a small picture of the original is better than none.
        var asset = asset
        asset.isEdited = isMissing ? false : shown.isEdit || asset.isEdited == true
        for path in places.derivatives(asset) {
          guard let bytes = Self.bytes(path, places.root), let short = JPEGSize.shortSide(bytes) else { continue }
          if short >= shortSide, isMissing || short <= shortSide * 3 { return bytes }
          last = bytes
        }
        return isMissing ? last : nil
      }
    } catch { throw Self.promised(error) }
  }

  private static func bytes(_ path: String, _ root: LibraryRoot) -> [UInt8]? {
    do throws(PhotoSourceError) {
      let file = try root.open(path)
      return file.count <= 64 << 20 ? try file.read(at: 0, count: Int(file.count)) : nil
    } catch {
      // Another picture, or the photo itself, is tried.
      return nil
    }
  }

  /// Its size; a library keeps no hashes of others' kind.
  public func identity(of id: PhotoID) async throws(PhotoSourceError) -> PhotoIdentity {
    let (asset, _, part) = try await found(id)
    guard part != .raw else {
      guard case .file(let file) = try await open(id) else { throw .itemNotFound }
      return PhotoIdentity(size: file.count)
    }
    return PhotoIdentity(size: asset.sizeBytes)
  }

  /// As the port says it.
  static func promised(_ fault: LibraryFault) -> PhotoSourceError {
    switch fault.kind {
    case .away, .busy: .sourceUnavailable(fault.words)
    case .notALibrary, .damaged: .invalidData(fault.words)
    case .room: .loadFailed(fault.words)
    }
  }
}
