import BoothArchives
import BoothCore
import BoothStudio
import BoothWeb
import FoundationEssentials
import HTTPTypes
import PhotoBrowser
import StudioRules

/// What is done with photographs.
extension PhotosPages {
  /// The most that one request is about.
  private static let most = 20_000

  /// The photos that a form names by their numbers, in its order; those that are gone are left out.
  func named(_ form: StudioForm) async throws -> [PhotoRecord] {
    let numbers = form["photos"].split(separator: ",").map { Int64($0) }
    guard !numbers.isEmpty, numbers.count <= Self.most, !numbers.contains(nil) else { throw PhotoShelfError.notFound }
    var photos: [PhotoRecord] = []
    for case let number? in numbers {
      if let photo = try await shelf.photo(number) { photos.append(photo) }
    }
    return photos
  }

  func mark() async throws -> WebAnswer {
    _ = try shell.principal(visit, may: .markPhotos)
    let form = try await shell.form(visit)
    let star = ["1": true, "0": false][form["star"]]
    let (add, take) = (Int(form["add"]) ?? 0, Int(form["take"]) ?? 0)
    guard (0...127).contains(add), (0...127).contains(take) else { throw PhotoShelfError.notFound }
    var marked = 0
    for photo in try await named(form) where photo.key != nil {
      let tags = photo.tags.union(PhotoTags(rawValue: add)).subtracting(PhotoTags(rawValue: take))
      try await shelf.mark(photo, star: star, tags: tags)
      marked += 1
    }
    return .json(.members(["count": .integer(marked)]))
  }

  func trash() async throws -> WebAnswer {
    _ = try shell.principal(visit, may: .managePhotos)
    let undo = try await shelf.moveToTrash(try await named(try await shell.form(visit)))
    return .json(
      .members([
        "undo": .string(undo.name), "count": .integer(undo.count), "failed": .integer(undo.troubles.count),
        "troubles": troubles(undo.troubles),
      ]))
  }

  func undo() async throws -> WebAnswer {
    _ = try shell.principal(visit, may: .managePhotos)
    let undone = try await shelf.undo(try await shell.form(visit)["undo"])
    return .json(
      .members([
        "count": .integer(undone.count), "failed": .integer(undone.troubles.count),
        "troubles": troubles(undone.troubles),
      ]))
  }

  /// The first of those that could not be moved, each with its reason in the reader's language.
  private func troubles(_ troubles: [PhotoBinTrouble]) -> JSONDocument {
    .array(
      troubles.prefix(20).map { trouble in
        let reason: AlbumText =
          switch trouble.reason {
          case .noBin: .noBin
          case .gone: .gone
          case .nameTaken: .nameTaken
          case .away: .away
          case .denied: .denied
          case .failed: .diskFailed
          }
        return .array([.string(trouble.name), .string(albumWords[reason])])
      })
  }

  /// An archive of originals, or of pictures of a size, made while it is sent.
  func export() async throws -> WebAnswer {
    _ = try shell.principal(visit, may: .seePhotos)
    let form = try await shell.form(visit)
    let photos = try await named(form)
    guard !photos.isEmpty else { throw PhotoShelfError.notFound }
    guard let wished = PhotoForm(form["size"]) else { throw PhotoShelfError.notFound }
    let stream = PhotoArchive(shelf: shelf, photos: photos, form: wished)
    return WebAnswer(
      .ok,
      [
        .contentType: "application/zip", .cacheControl: "no-store",
        .contentDisposition: "attachment; filename=\"photos.zip\"",
      ], .unmeasured(ByteStream(unfolding: { try await stream.next() })))
  }
}

/// An archive that is made while it is sent: one piece of one photo is in memory at a time. Each file is read twice, first for
/// its checksum. What is gone when its turn comes is left out, and said in a file of its own.
actor PhotoArchive {
  private static let piece = 1 << 20

  private let shelf: any PhotoShelf
  private let photos: [PhotoRecord]
  private let form: PhotoForm
  private var place = 0
  private var archive = ZIPArchive()
  private var names: [String: Int] = [:]
  private var open: (content: PhotoContent, offset: Int64, count: Int64)?
  private var missing: [String] = []
  private var end: [[UInt8]]?

  init(shelf: any PhotoShelf, photos: [PhotoRecord], form: PhotoForm) {
    self.shelf = shelf
    self.photos = photos
    self.form = form
  }

  func next() async throws -> [UInt8]? {
    if let bytes = try body() { return bytes }
    while place < photos.count {
      let photo = photos[place]
      place += 1
      do throws(PhotoShelfError) {
        if let head = try await begin(photo) { return head }
      } catch {
        if case .refused(let why) = error {
          missing.append("\(photo.entry.name): \(why)")
        } else {
          missing.append(photo.entry.name)
        }
      }
    }
    if end == nil {
      end = []
      if !missing.isEmpty {
        let bytes = Array(("Not in this archive:\n" + missing.joined(separator: "\n") + "\n").utf8)
        open = (.bytes(bytes), 0, Int64(bytes.count))
        return archive.begin(Self.file("MISSING.txt", bytes))
      }
    }
    if end?.isEmpty == true, place == photos.count {
      place += 1
      end = Array(Array(archive.end()).reversed())
    }
    return end?.popLast()
  }

  private func body() throws -> [UInt8]? {
    guard var file = open, file.offset < file.count else {
      open = nil
      return nil
    }
    let bytes = try Self.read(file.content, at: file.offset)
    guard !bytes.isEmpty else { throw CancellationError() }
    file.offset += Int64(bytes.count)
    open = file
    return bytes
  }

  private func begin(_ photo: PhotoRecord) async throws(PhotoShelfError) -> [UInt8]? {
    let content = try await shelf.content(photo, form)
    var sum = CRC32()
    var count: Int64 = 0
    do {
      while case let bytes = try Self.read(content, at: count), !bytes.isEmpty {
        sum.add(bytes)
        count += Int64(bytes.count)
      }
    } catch {
      throw .unavailable("\(error)")
    }
    let plain = ExportNames.file(photo, isOriginal: form.keepsFile)
    let number = names[plain.lowercased(), default: 0] + 1
    names[plain.lowercased()] = number
    let wall = Date(timeIntervalSince1970: Double(photo.shownSeconds))
    open = (content, 0, count)
    return archive.begin(
      ZIPArchive.File(
        name: ExportNames.numbered(plain, number), sizeBytes: UInt64(count), checksum: sum.value,
        made: CivilMoment(wall, secondsFromUTC: 0)))
  }

  private static func read(_ content: PhotoContent, at offset: Int64) throws -> [UInt8] {
    switch content {
    case .bytes(let bytes): Array(bytes.dropFirst(Int(offset)).prefix(piece))
    case .file(let file): try file.read(at: offset, count: piece)
    }
  }

  private static func file(_ name: String, _ bytes: [UInt8]) -> ZIPArchive.File {
    var sum = CRC32()
    sum.add(bytes)
    return ZIPArchive.File(
      name: name, sizeBytes: UInt64(bytes.count), checksum: sum.value,
      made: CivilMoment(Date(timeIntervalSince1970: 946_684_800), secondsFromUTC: 0))
  }
}
