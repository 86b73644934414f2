package import BoothCore
import BoothStore
import BoothSystem
import FoundationEssentials
import Glibc
import ImageRegistration
import Imaging
package import Locations

/// Pictures, and what is made of pairs.
extension StoredPlaces {
  package func picture(
    _ picture: LocationPicture, of location: LocationID, longestSide: Int
  ) async throws(PlaceError) -> [UInt8] {
    let (path, data) = (try store().path(of: picture, in: location), data)
    return try await pictures.made("\(picture.checksum) \(longestSide)") { () throws(PlaceError) in
      let bytes = try PictureMaker.read(path, without: data)
      do throws(ImageError) { return try ScaledPicture.jpeg(of: bytes, longestSide: longestSide) } catch {
        throw PlaceError.unavailable(PlaceError.plain("\(path): \(error)", without: data))
      }
    }
  }

  package func registered(
    _ half: PairHalf, of location: Location, _ version: LocationVersion, longestSide: Int
  ) async throws(PlaceError) -> [UInt8]? {
    guard let kept = version.registration, kept.isAccepted, kept.isOf(location.old, version.picture),
      let transform = kept.transform
    else { return nil }
    let store = try store()
    let name =
      "\(kept.old) \(kept.new) \(kept.transformText ?? "") \(kept.region?.text ?? "") \(kept.cells?.text ?? "") \(location.crop?.text ?? "") \(longestSide)"
    return try await pictures.half(
      half, name, old: store.path(of: location.old, in: location.id),
      new: store.path(of: version.picture, in: location.id), Homography(transform), kept.framed(in: location.old),
      location.crop?.part,
      longestSide: longestSide,
      without: data)
  }

  // MARK: Products

  var productsFolder: String { folder + "/products" }

  /// Of the pair as it is: its two files are in the name.
  private func productsName(_ location: Location) -> String? {
    location.chosenVersion.map { "\(location.old.checksum.prefix(24))-\($0.picture.checksum.prefix(24))" }
  }

  package func makeProducts(
    of id: LocationID, language: Language, progress: @escaping @Sendable (Int, Int) -> Void
  ) async throws(PlaceError) { try await makeProducts(of: id, language, by: nil, progress) }

  /// - Parameter marked: nil where the pair is aligned without marked points.
  func makeProducts(
    of id: LocationID, _ language: Language, by marked: MarkedPoints?,
    _ progress: @escaping @Sendable (Int, Int) -> Void
  ) async throws(PlaceError) {
    guard let location = try await location(id), let name = productsName(location) else { throw .notFound }
    try checkRoom(for: Self.productBytes, at: folder)
    let draft = "\(passing)/products-\(UUID().uuidString)"
    defer { Self.removeTree(draft) }
    do { try FileManager.default.createDirectory(atPath: draft, withIntermediateDirectories: true) } catch {
      throw .unavailable(plain("\(draft) cannot be made: \(error)"))
    }
    // In a process of its own: films and learned features take memory that the studio would keep.
    let counting = Task {
      while !Task.isCancelled {
        progress(min(Self.names(in: draft).count { !$0.hasSuffix(".tmp") }, Self.productCount), Self.productCount)
        try await Task.sleep(for: .milliseconds(400))
      }
    }
    defer { counting.cancel() }
    // An exit code of 1 with an answer: the points were refused, and nothing is made.
    let told: ToldPair = try await own(
      ["location", "pair", id.text, "--out", draft, "--language", language.rawValue, "--json"]
        + (marked.map { ["--points", $0.file] } ?? []),
      atMost: .seconds(600), mayComplain: true)
    if told.isKept == true, let verdict = told.registration?.verdict, let marked {
      throw .pointsRefused(RefusedPoints(verdict: verdict, points: marked.points, version: marked.version))
    }
    let target = "\(productsFolder)/\(id)"
    Self.removeTree(target)
    do throws(DurableFile.Fault) {
      try DurableFile.makeFolder(target)
      try DurableFile.nameFolder(draft, "\(target)/\(name)")
    } catch {
      throw .unavailable(plain("\(target) cannot be written: \(error.words)"))
    }
  }

  /// Points that a person marked in the old picture and in the photo `version`.
  struct MarkedPoints {
    var points: [MarkPair]
    var version: LocationVersion.ID
    /// The points as `booth location pair --points` reads them.
    var file: String
  }

  /// What `booth location pair --json` tells.
  private struct ToldPair: Decodable, Sendable {
    struct Registration: Decodable, Sendable { var verdict: String }
    var registration: Registration?
    /// See `LocationPairAnswer`.
    var isKept: Bool?
  }

  /// None where the folder is not there.
  static func names(in folder: String) -> [String] {
    do { return try FileManager.default.contentsOfDirectory(atPath: folder) } catch { return [] }
  }

  /// More than the pictures, films and sheets of a pair take: 48 MiB.
  private static let productBytes: Int64 = 48 << 20

  /// Pictures, films, sheets, and what was found.
  private static let productCount = 14

  package func products(of location: Location) async throws(PlaceError) -> [PlaceProduct] {
    guard let name = productsName(location) else { return [] }
    let folder = "\(productsFolder)/\(location.id)/\(name)"
    return Self.kinds.compactMap { kind in
      var facts = stat()
      let file = "\(location.pair)-\(kind)"
      guard lstat("\(folder)/\(file)", &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
      return PlaceProduct(name: file, kind: kind, bytes: Int64(facts.st_size))
    }
  }

  /// In the order in which they are offered.
  private static let kinds = [
    "slider.html", "side-by-side.jpg", "slider.jpg", "then.jpg", "now.jpg", "sheet-a4.pdf", "sheet-a4.jpg",
    "sheet-4x6.pdf",
    "sheet-4x6.jpg", "blink.mp4", "blink.gif", "slider.mp4", "slider.gif",
  ]

  package func product(_ name: String, of location: Location) async throws(PlaceError) -> ObjectFile? {
    guard let folder = productsName(location), let key = ObjectKey("\(location.id)/\(folder)/\(name)") else {
      return nil
    }
    return try Self.open("\(productsFolder)/\(key.text)", key)
  }

  func dropProducts(of id: LocationID) { Self.removeTree("\(productsFolder)/\(id)") }

  static func removeTree(_ path: String) {
    guard FileManager.default.fileExists(atPath: path) else { return }
    // What stays is swept at the next start, or made anew.
    do {
      try FaultPoint.step(.fileRemove, path) { () throws in try FileManager.default.removeItem(atPath: path) }
    } catch { complain("booth: \(path) stays: \(error)") }
  }

  /// A file to be sent; it stays open while it is.
  static func open(_ path: String, _ key: ObjectKey) throws(PlaceError) -> ObjectFile? {
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw .unavailable("a file cannot be read: \(SystemWords.of(errno))")
    }
    let file = SentFile(descriptor)
    var facts = stat()
    guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
    let info = ObjectInfo(
      key: key, sizeBytes: Int64(facts.st_size), contentType: contentType(of: path),
      etag: "\(facts.st_ino)-\(facts.st_mtim.tv_sec)-\(facts.st_mtim.tv_nsec)")
    return ObjectFile(info: info, descriptor: descriptor) { file.bytes($0) }
  }

  private static func contentType(of path: String) -> String {
    switch path.split(separator: ".").last {
    case "jpg": "image/jpeg"
    case "gif": "image/gif"
    case "html": "text/html; charset=utf-8"
    case "pdf": "application/pdf"
    case "mp4": "video/mp4"
    case "zip": "application/zip"
    default: "application/octet-stream"
    }
  }
}

/// Open for as long as it is held.
private final class SentFile: Sendable {
  private let descriptor: Int32

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  func bytes(_ range: Range<Int64>) -> ByteStream {
    let place = Mark(range.lowerBound)
    return ByteStream(unfolding: {
      let from = place.value
      let count = Int(min(64 << 10, range.upperBound - from))
      guard count > 0 else { return nil }
      var got = 0
      let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
        got = pread(self.descriptor, buffer.baseAddress, count, off_t(from))
        filled = max(got, 0)
      }
      guard got > 0 else { throw PlaceError.unavailable("a file became shorter while it was sent") }
      place.value = from + Int64(got)
      return bytes
    })
  }

  /// Touched by the one reader.
  private final class Mark: @unchecked Sendable {
    var value: Int64
    init(_ value: Int64) { self.value = value }
  }
}
