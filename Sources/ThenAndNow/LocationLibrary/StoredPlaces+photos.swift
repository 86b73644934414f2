package import BoothCore
import BoothRuntime
import BoothStore
import BoothSystem
import FoundationEssentials
import Imaging
package import Locations
import StudioModel

/// Photos of today that people send, and the points that they mark.
extension StoredPlaces {
  package func addPhoto(
    _ photo: NewPhoto, picture: ReceivedFile, to id: LocationID
  ) async throws(PlaceError) -> Location {
    let bytes = try await pictures.bytes(of: picture.path, without: data)
    let brought: BroughtPicture
    do throws(ImportFault) { brought = try BroughtPicture(bytes: bytes, name: "") } catch {
      throw .noPicture("Expected \(error.expected); found \(error.found).")
    }
    // Every part of it is decoded before anybody else sees it.
    try await pictures.check(bytes)
    let now = SystemClock().wallTime
    var version = NewVersion(
      id: Self.versionID(of: photo, bytes, id), takenAt: Self.time(of: brought.facts.exif, now),
      size: brought.facts.size,
      fix: brought.facts.exif.place.flatMap {
        PositionFix(latitude: $0.latitude, longitude: $0.longitude, accuracy: $0.accuracy)
      })
    version.keptAt = now
    try checkRoom(for: Int64(bytes.count), at: data)
    let store = try changingStore()
    do throws(StoreError) {
      _ = try await store.addVersion(version, of: id, from: .bytes(bytes))
      guard let kept = try await store.location(id) else {
        throw StoreError(.notFound, subject: id.text, detail: "is not there")
      }
      return kept
    } catch { throw fault(error) }
  }

  package func align(
    _ id: LocationID, by points: [MarkPair], in version: LocationVersion.ID, language: Language,
    progress: @escaping @Sendable (Int, Int) -> Void
  ) async throws(PlaceError) {
    guard let location = try await location(id) else { throw .notFound }
    guard let chosen = location.chosenVersion, chosen.id == version else {
      throw .refused("another photo was chosen after the points were marked")
    }
    let (old, new) = (try await size(of: location.old, in: id), try await size(of: chosen.picture, in: id))
    let frame = try await pictures.bytes(of: try store().path(of: chosen.picture, in: id), without: data)
    let path = try pointsFile(points, old: old, new: new)
    defer { _ = unlinkQuietly(path) }
    let store = try changingStore()
    // Refused where they do not fit and an alignment is known: then nothing is changed, and the points that were kept stay.
    try await makeProducts(of: id, language, by: MarkedPoints(points: points, version: version, file: path), progress)
    // Where nothing was known, points that do not fit yet are kept to be changed.
    do throws(StoreError) {
      try await store.setMarks(
        NewMarks(points: points, frame: .bytes(frame), size: new), of: id, at: SystemClock().wallTime)
    } catch { throw fault(error) }
  }

  package func fit(
    _ points: [MarkPair], of location: Location, in version: LocationVersion
  ) async throws(PlaceError) -> MarkedFit {
    MarkedFit(
      points, old: try await size(of: location.old, in: location.id),
      new: try await size(of: version.picture, in: location.id))
  }

  package func findMatches(
    beside points: [MarkPair], of location: Location, in version: LocationVersion
  ) async throws(PlaceError) -> FoundMatches {
    let id = location.id
    let path = try pointsFile(
      points, old: try await size(of: location.old, in: id), new: try await size(of: version.picture, in: id))
    defer { _ = unlinkQuietly(path) }
    // In a process of its own: learned features take memory that the studio would keep.
    let told: ToldMatches = try await own(
      ["location", "matches", id.text, "--in", version.id, "--json"] + (points.isEmpty ? [] : ["--points", path]),
      atMost: .seconds(60), mayComplain: false)
    let share = 0.0...1.0
    let pairs = told.matches.compactMap { match -> MarkPair? in
      let numbers = match.old + match.new
      guard match.old.count == 2, match.new.count == 2, numbers.allSatisfy(share.contains) else { return nil }
      return MarkPair(
        old: PicturePoint(x: numbers[0], y: numbers[1]), frame: PicturePoint(x: numbers[2], y: numbers[3]))
    }
    return FoundMatches(pairs: pairs, method: told.method)
  }

  /// What `booth location matches --json` tells.
  private struct ToldMatches: Decodable, Sendable {
    struct Match: Decodable, Sendable {
      var old: [Double]
      var new: [Double]
    }
    var matches: [Match]
    var method: String
  }

  /// A picture's size, upright: from its file where it was not kept.
  private func size(of picture: LocationPicture, in id: LocationID) async throws(PlaceError) -> PixelSize {
    if let size = picture.size { return size }
    let path = try store().path(of: picture, in: id)
    let bytes = try await pictures.bytes(of: path, without: data)
    do throws(ImageError) { return try PictureFacts(of: bytes).size } catch {
      throw .unavailable(plain("\(path): \(error)"))
    }
  }

  /// Writes marked points for the program's own commands; the caller deletes the file.
  private func pointsFile(_ points: [MarkPair], old: PixelSize, new: PixelSize) throws(PlaceError) -> String {
    let path = "\(passing)/points-\(UUID().uuidString).txt"
    do throws(DurableFile.Fault) {
      try DurableFile.replace(path, with: Array(Self.lines(points, old: old, new: new).utf8))
    } catch { throw .unavailable(plain("\(path) cannot be written: \(error.words)")) }
    return path
  }

  /// As `booth location pair --points` reads them: pixels of the upright pictures, whose middles count from 0.
  static func lines(_ points: [MarkPair], old: PixelSize, new: PixelSize) -> String {
    func pixel(_ point: PicturePoint, _ size: PixelSize) -> String {
      "\(point.x * Double(size.width) - 0.5) \(point.y * Double(size.height) - 0.5)"
    }
    return points.map { "\(pixel($0.old, old)) \(pixel($0.frame, new))\n" }.joined()
  }

  /// Of this photo, person, form and location, and of no other.
  static func versionID(of photo: NewPhoto, _ bytes: [UInt8], _ location: LocationID) -> String {
    let text = "a photo of \(photo.author.text) \(photo.key) \(location) \(Checksum.of(bytes))"
    return "sent-" + Checksum.of(Array(text.utf8)).prefix(32)
  }

  /// When the camera says that it took the photo, in this machine's zone where the camera names none. Where it says nothing, or a
  /// moment that is to come: `now`, which is not to be trusted as the photo's.
  static func time(of exif: Exif, _ now: WallTime) -> WallTime {
    let unknown = WallTime(unixSeconds: now.unixSeconds, secondsFromUTC: now.secondsFromUTC, trusted: false)
    guard let words = exif.dateTimeOriginal?.split(separator: " "), words.count == 2 else { return unknown }
    let day = words[0].replacing(":", with: "-")
    func read(_ zone: String) -> WallTime? { TimeText.read("\(day)T\(words[1])\(zone)") }
    let time =
      exif.offsetTimeOriginal.flatMap(read)
      ?? read("Z").map { time in
        WallTime(unixSeconds: time.unixSeconds - Double(now.secondsFromUTC), secondsFromUTC: now.secondsFromUTC)
      }
    guard let time, time.unixSeconds <= now.unixSeconds else { return unknown }
    return time
  }
}
