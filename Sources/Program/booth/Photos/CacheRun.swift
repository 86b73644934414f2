import BoothCore
import BoothSystem
import ImageMetadata
import PhotoLibrary
import PhotoModel
import PhotolalaFormat
import Thumbnails

/// Exchanges small pictures and facts with the app's cache.
struct CacheRun {
  let photos: DataFolderPhotos
  let cache: PhotoCache
  /// Whether what is there is taken.
  let reads: Bool
  /// Whether what is not there is put there.
  let writes: Bool
  var quota = PhotoCache.quotaBytes

  private static let page = 64

  func run(progress: (String) -> Void = { _ in }) async throws -> PhotosCacheAnswer {
    var answer = PhotosCacheAnswer()
    let hashes = try WholeHashes(photos)
    let service = try photos.service()
    var last: Int64 = 0
    var sinceClean: Int64 = 0
    while case let page = try await photos.index.bytes(behind: last, count: Self.page), let end = page.last {
      last = end.number
      let records = try await photos.index.photos(numbered: page.map(\.number))
      let byNumber = Dictionary(records.map { ($0.number, $0) }) { first, _ in first }
      var work: [(record: PhotoRecord, md5: PhotoMD5, isAtHand: Bool)] = []
      for photo in page {
        // What guests may have erased is copied to no other program.
        guard let record = byNumber[photo.number], hashes.kind(of: photo) != .sessions else { continue }
        // To be read it must be known already: what is at hand needs no other facts.
        let known = photo.fullMD5.flatMap { PhotoMD5($0) }
        guard let md5 = try await writes ? hashes.md5(of: photo) : known else {
          answer.unknown += 1
          continue
        }
        let isAtHand = hashes.kind(of: photo) != .s3 && !record.entry.flags.contains(.missing)
        work.append((record, md5, isAtHand))
      }
      if reads {
        for one in work { try await take(one.record, one.md5, one.isAtHand, service, &answer) }
      }
      if writes {
        // What its source hides is not shown to other programs.
        let open = work.filter { !$0.record.entry.flags.contains(.hidden) }
        for outcome in try await put(open) {
          answer.take(outcome)
          sinceClean += outcome.bytes
        }
        if sinceClean > quota / 20 {
          answer.cleaned += try cache.clean(quota: quota)
          sinceClean = 0
        }
      }
      progress("\(answer.readThumbnails + answer.readFacts) read, \(answer.writtenThumbnails) thumbnails written")
    }
    try await hashes.keep()
    progress("")
    (answer.hashed, answer.failed) = (hashes.read, hashes.failed)
    if writes { answer.cleaned += try cache.clean(quota: quota) }
    return answer
  }

  // MARK: Reading

  private func take(
    _ record: PhotoRecord, _ md5: PhotoMD5, _ isAtHand: Bool, _ service: ThumbnailService,
    _ answer: inout PhotosCacheAnswer
  ) async throws {
    let key = DataFolderPhotos.pictureKey(record)
    let (wantsPicture, wantsFacts) = (
      !service.store.holds(key, .ptm256), !isAtHand && record.entry.details.width == nil
    )
    guard wantsPicture || wantsFacts else { return }
    let picture = try cache.read(.thumbnails, md5)
    let details = record.entry.details
    if let picture, wantsPicture {
      if Self.isThumbnail(picture, details.width, details.height) {
        do throws(ThumbnailError) {
          _ = try await service.thumbnail(of: .bytes(picture), key: key, size: .ptm256, urgency: .background)
          answer.readThumbnails += service.store.holds(key, .ptm256) ? 1 : 0
        } catch {
          // The photo itself may be well.
          service.tryAgain(key)
          answer.refused += 1
        }
      } else {
        answer.refused += 1
      }
    }
    guard wantsFacts, let bytes = try cache.read(.metadata, md5) else { return }
    guard var facts = CachedFacts.read(bytes, of: md5, near: details.taken?.wallSeconds) else {
      answer.refused += 1
      return
    }
    if let picture, Self.isThumbnail(picture, nil, nil) { facts.turn(as: Self.size(picture)) }
    var found = PhotoDetails()
    (found.width, found.height) = (facts.width, facts.height)
    found.taken = facts.takenSeconds.map { PhotoMoment(wallSeconds: $0, offsetMinutes: facts.zoneMinutes) }
    (found.camera, found.lens, found.exposure) = (facts.camera, facts.lensModel, facts.exposure)
    (found.latitude, found.longitude) = (facts.latitude, facts.longitude)
    guard found != PhotoDetails() else { return }
    try await photos.index.note(found, of: record)
    answer.readFacts += 1
  }

  private static func size(_ jpeg: [UInt8]) -> PixelSize? { PhotoFacts.read(ContentBytes(.bytes(jpeg))).size }

  /// Whether it is a whole JPEG file of PTM-256's shape, and of the photo's where that is known, upright.
  static func isThumbnail(_ jpeg: [UInt8], _ width: Int?, _ height: Int?) -> Bool {
    let facts = PhotoFacts.read(ContentBytes(.bytes(jpeg)))
    guard facts.format == .jpeg, facts.trouble == nil, facts.orientation == .upright, jpeg.suffix(2) == [0xFF, 0xD9],
      let size = facts.size, min(size.width, size.height) == 256, max(size.width, size.height) <= 512
    else { return false }
    guard let width, let height, width > 0, height > 0 else { return true }
    func side(_ long: Int, _ short: Int) -> Double { min(512, 256 * Double(long) / Double(short)) }
    let wanted = width > height ? (side(width, height), 256) : (256, side(height, width))
    return abs(wanted.0 - Double(size.width)) <= 2 && abs(wanted.1 - Double(size.height)) <= 2
  }

  // MARK: Writing

  struct Outcome: Sendable {
    var thumbnail: PhotosCacheAnswer.State
    var facts: PhotosCacheAnswer.State
    var bytes: Int64 = 0
  }

  private func put(_ work: [(record: PhotoRecord, md5: PhotoMD5, isAtHand: Bool)]) async throws -> [Outcome] {
    try await withThrowingTaskGroup(of: Outcome.self) { group in
      for one in work { group.addTask { try await put(one.record, one.md5, one.isAtHand) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
  }

  /// What is right there stays as it is.
  private func put(_ record: PhotoRecord, _ md5: PhotoMD5, _ isAtHand: Bool) async throws -> Outcome {
    var outcome = Outcome(thumbnail: .right, facts: .right)
    let details = record.entry.details
    let picture = try cache.read(.thumbnails, md5)
    if !(picture.map { Self.isThumbnail($0, details.width, details.height) } ?? false) {
      do throws(PhotoLibraryError) {
        let made = try await photos.picture(record, .thumbnail, .background)
        try keep(.thumbnails, md5, made)
        outcome.thumbnail = .written
        outcome.bytes += Int64(made.count)
      } catch {
        if case .refused(let words) = error { throw PhotoLibraryError.refused(words) }
        outcome.thumbnail = .without
      }
    }
    if let bytes = try cache.read(.metadata, md5), CachedFacts.read(bytes, of: md5)?.width != nil { return outcome }
    guard isAtHand else {
      outcome.facts = .without
      return outcome
    }
    do throws(PhotoLibraryError) {
      let facts = Self.facts(PhotoFacts.read(ContentBytes(try await photos.content(record))))
      guard facts.width != nil else {
        outcome.facts = .without
        return outcome
      }
      let bytes = facts.bytes(of: md5)
      try keep(.metadata, md5, bytes)
      outcome.facts = .written
      outcome.bytes += Int64(bytes.count)
    } catch {
      if case .refused(let words) = error { throw PhotoLibraryError.refused(words) }
      outcome.facts = .without
    }
    return outcome
  }

  /// A disk that takes nothing ends the run; a photo that cannot be read does not.
  private func keep(_ kind: PhotoCache.Kind, _ md5: PhotoMD5, _ bytes: [UInt8]) throws(PhotoLibraryError) {
    do throws(CatalogFolderError) { try cache.write(kind, md5, bytes) } catch {
      throw .refused(PhotosTagsCommand.told(error).message)
    }
  }

  private static func facts(_ read: PhotoFacts) -> CachedFacts {
    var facts = CachedFacts()
    (facts.width, facts.height) = (read.size?.width, read.size?.height)
    facts.takenSeconds = read.taken.map { Int64($0.wallSeconds) }
    (facts.cameraMake, facts.cameraModel, facts.lensModel) = (read.cameraMake, read.cameraModel, read.lensModel)
    facts.focalLength = read.focalLength.flatMap { $0.isFinite ? $0 : nil }
    facts.aperture = read.aperture.flatMap { $0.isFinite ? $0 : nil }
    facts.shutterSpeed = read.exposureSeconds.flatMap(CachedFacts.shutter)
    facts.iso = read.iso
    (facts.latitude, facts.longitude) = (read.position?.latitude, read.position?.longitude)
    return facts
  }
}

extension CachedFacts {
  /// Width and height as a picture of the photo stands: the app writes them before any turn.
  mutating func turn(as picture: PixelSize?) {
    guard let picture, let width, let height, (picture.width - picture.height).signum() * (width - height).signum() < 0
    else { return }
    (self.width, self.height) = (height, width)
  }
}
