import BoothArchives
import BoothCore
import FoundationEssentials
import ImageMetadata
import PhotoLibrary
import PhotoModel

/// An archive that is made while it is sent: one piece of one photo is in memory at a time, and each is read once. What is gone when
/// its turn comes, or turns out shorter or unreadable while it is sent, is not among the archive's files, and is named in one of its
/// own; the others come.
actor PhotoArchive {
  private static let piece = 1 << 20

  private struct Open {
    var content: PhotoContent
    var name: String
    var offset: Int64 = 0
    var count: Int64
    var sum = CRC32()
    /// Whether its size and sum were said before it.
    var isKnown = false
  }

  private let library: DataFolderPhotos
  private let photos: [PhotoRecord]
  private let form: PhotoForm
  private let title: String?
  private var place = 0
  private var archive = ZIPArchive()
  private var names: [String: Int] = [:]
  private var taken: Set<String> = ["missing.txt"]
  private var open: Open?
  private var missing: [String] = []
  private var end: [[UInt8]]?
  /// The film of the photo that was begun last, and what that is called.
  private var film: (photo: PhotoRecord, name: String)?

  /// - Parameter absent: how many more were asked for that are not there any longer.
  /// - Parameter title: what the photos are called, with their numbers, instead of their files' names: `Mia & Tom 07.jpg`.
  init(
    library: DataFolderPhotos, photos: [PhotoRecord], form: PhotoForm, absent: Int = 0, title: String? = nil
  ) {
    self.title = title
    self.library = library
    self.photos = photos
    self.form = form
    if absent > 0 { missing.append("photos that were selected and are not there any longer: \(absent)") }
  }

  func next() async throws -> [UInt8]? {
    if let bytes = body() { return bytes }
    while film != nil || place < photos.count {
      if let (photo, name) = film {
        film = nil
        do throws(PhotoLibraryError) {
          let own = try await library.film(of: photo)
          return try begin(own.content, ExportNames.film(own.name, of: name), photo)
        } catch {
          let isOfLibrary = photo.film == nil && error == .notFound
          missing.append(
            "\(name), its film: "
              + (isOfLibrary ? "its library has it no longer, or only in iCloud" : Self.words(error)))
          continue
        }
      }
      let photo = photos[place]
      place += 1
      let name = title.map { Self.name($0, place, of: photos.count) }
      do throws(PhotoLibraryError) {
        let content = try await library.content(photo, form)
        let bytes = try begin(content, name ?? ExportNames.file(photo, isOriginal: form.keepsFile), photo)
        if form == .original, photo.isLive, let name = open?.name { film = (photo, name) }
        return bytes
      } catch {
        missing.append("\(name ?? ExportNames.file(photo, isOriginal: true)): \(Self.words(error))")
      }
    }
    if end == nil {
      end = []
      if !missing.isEmpty {
        let bytes = Array(("Not in this archive:\n" + missing.joined(separator: "\n") + "\n").utf8)
        return known(.bytes(bytes), bytes, "MISSING.txt", Self.moment(946_684_800))
      }
    }
    if end?.isEmpty == true, place == photos.count {
      place += 1
      end = Array(Array(archive.end()).reversed())
    }
    return end?.popLast()
  }

  /// With as many digits as the last has, so that they stand in order everywhere.
  private static func name(_ title: String, _ number: Int, of count: Int) -> String {
    let text = "\(number)"
    let zeros = String(repeating: "0", count: max(0, "\(count)".count - text.count))
    return PortableName.file("\(title) \(zeros)\(text).jpg", orElse: "\(zeros)\(text).jpg")
  }

  /// The next bytes of the file that is being sent, or what stands behind its last; nil where none is.
  private func body() -> [UInt8]? {
    guard var file = open else { return nil }
    var bytes: [UInt8] = []
    var fault: String?
    if file.offset < file.count {
      do {
        bytes = try Self.read(file.content, at: file.offset, count: file.count - file.offset)
        if bytes.isEmpty { fault = "it became shorter while it was read" }
      } catch {
        fault = Self.words(error)
      }
    }
    guard bytes.isEmpty else {
      file.offset += Int64(bytes.count)
      if !file.isKnown { file.sum.add(bytes) }
      open = file
      return bytes
    }
    open = nil
    guard !file.isKnown else { return nil }
    if let fault { missing.append("\(file.name): \(fault)") }
    return archive.endStreamed(
      sizeBytes: UInt64(file.offset), checksum: file.sum.value, isWhole: fault == nil)
  }

  private func begin(
    _ content: PhotoContent, _ plain: String, _ photo: PhotoRecord
  ) throws(PhotoLibraryError) -> [UInt8] {
    let made = Self.moment(photo.isDated ? photo.shownSeconds : 0)
    switch content {
    case .bytes(let bytes): return known(content, bytes, unique(plain), made)
    case .file(let file):
      // What is small is in memory before a word of it is said.
      if file.count <= Self.piece {
        let bytes: [UInt8]
        do throws(PhotoSourceError) { bytes = try file.read(at: 0, count: Int(file.count)) } catch {
          throw .unavailable(Self.words(error))
        }
        guard bytes.count == file.count else { throw .unavailable("it became shorter while it was read") }
        return known(.bytes(bytes), bytes, unique(plain), made)
      }
      let name = unique(plain)
      open = Open(content: content, name: name, count: file.count)
      return archive.beginStreamed(name, made: made, most: UInt64(file.count))
    }
  }

  private func known(_ content: PhotoContent, _ bytes: [UInt8], _ name: String, _ made: CivilMoment) -> [UInt8] {
    var sum = CRC32()
    sum.add(bytes)
    open = Open(content: content, name: name, count: Int64(bytes.count), isKnown: true)
    return archive.begin(
      ZIPArchive.File(name: name, sizeBytes: UInt64(bytes.count), checksum: sum.value, made: made))
  }

  private func unique(_ plain: String) -> String {
    var number = names[plain.lowercased(), default: 0]
    var name: String
    repeat {
      number += 1
      name = ExportNames.numbered(plain, number)
    } while !taken.insert(name.lowercased()).inserted
    names[plain.lowercased()] = number
    return name
  }

  private static func moment(_ seconds: Int64) -> CivilMoment {
    CivilMoment(Date(timeIntervalSince1970: Double(seconds)), secondsFromUTC: 0)
  }

  private static func read(_ content: PhotoContent, at offset: Int64, count: Int64) throws -> [UInt8] {
    switch content {
    // All at once, as they are in memory anyway.
    case .bytes(let bytes): offset == 0 ? bytes : []
    case .file(let file): try file.read(at: offset, count: Int(min(count, Int64(piece))))
    }
  }

  /// Why it is not there, for people, in English as the archive's own words are.
  private static func words(_ error: any Error) -> String {
    switch error {
    case PhotoLibraryError.notFound, PhotoSourceError.itemNotFound: "it is gone"
    case PhotoLibraryError.notPossible, PhotoSourceError.notAuthorized: "it may not be read"
    case PhotoLibraryError.refused(let words), PhotoLibraryError.unavailable(let words),
      PhotoSourceError.loadFailed(let words),
      PhotoSourceError.invalidData(let words):
      words
    case PhotoLibraryError.offline(let source, _): "its source is away: \(source)"
    case PhotoSourceError.sourceUnavailable: "its source is away"
    case PhotoLibraryError.noPicture(let kept):
      NoPicture(text: kept).map { "there is no picture of it: it \($0.words); \($0.remedy)" }
        ?? "there is no picture of it"
    default: "it could not be read"
    }
  }
}
