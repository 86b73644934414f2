package import BoothCore
import ImageMetadata
package import PhotoModel
import PhotoSources
import Synchronization
package import Thumbnails

/// Pictures that are made of photographs, and kept.
extension DataFolderPhotos {
  /// The most that is kept, in bytes; the existing app's.
  private static let quota = 10_000_000_000

  /// Opened when the first picture is asked for: most commands ask for none.
  package func service() throws(PhotoLibraryError) -> ThumbnailService {
    let result: Result<ThumbnailService, ThumbnailError> = pictures.withLock { kept in
      if let kept { return .success(kept) }
      do throws(ThumbnailError) {
        let opened = try ThumbnailService(
          folder: folder.path + "/thumbnails", quotaBytes: Self.quota, program: .ourselves()
        ) { [folder, left] in left(folder.path) }
        kept = opened
        return .success(opened)
      } catch {
        return .failure(error)
      }
    }
    switch result {
    case .success(let service): return service
    case .failure(let error): throw .unavailable(error.detail)
    }
  }

  /// Ends the processes that make pictures, and has what was made on the disk.
  package func endPictures() {
    details.withLock { $0 }?.close()
    guard let service = pictures.withLock({ $0 }) else { return }
    service.close()
    service.store.flush()
  }

  /// Damaged files of its own that it has set aside, with what became of what they held and what to do; until a person
  /// puts them away.
  package func setAside() async -> [PhotosRemark] {
    let names = index.marks.damagedNames
    return index.marks.remarks.enumerated().map { index, words in
      PhotosRemark(index < names.count ? .damaged(names[index]) : .notSaved, words)
    }
  }

  /// What the studio cannot do at the moment, though it goes on: in words.
  package func troubles() async -> [String] {
    guard let words = pictures.withLock({ $0?.store.trouble }) else { return [] }
    return ["thumbnails are made, and not kept: \(words)"]
  }

  /// A picture of it, made or kept.
  package func picture(
    _ photo: PhotoRecord, _ size: PhotoSize, _ urgency: PictureUrgency
  ) async throws(PhotoLibraryError) -> [UInt8] {
    // What was made of it before is not shown either.
    let source = try source(photo.source)
    if let folder = source as? FolderPhotos, folder.isOwn(photo.entry.id) { throw .notFound }
    let isForgotten = await forgetOldTroubles()
    if !isForgotten, let trouble = photo.entry.details.trouble { throw .noPicture(trouble) }
    if isForgotten, let still = try await self.photo(photo.number)?.entry.details.trouble { throw .noPicture(still) }
    let service = try service()
    let key = Self.pictureKey(photo)
    let own = Self.size(size)
    // What guests have had erased is no longer shown, from that moment, and nothing of it stays on the disk.
    let isKept = !Self.canBeErased(photo, source)
    if !isKept {
      do throws(PhotoLibraryError) { _ = try await content(photo) } catch {
        recent.forget(key)
        throw error
      }
    }
    if let stored = isKept ? service.stored(key, own) : recent.picture(key, own) {
      await noteTint(stored.placeholder, photo)
      return stored.jpeg
    }
    if let refusal = service.refusal(of: key) {
      throw .noPicture(Self.reason(refusal, photo)?.text ?? refusal.detail)
    }
    do {
      let thumbnail = try await made(photo, size) { (content) async throws(ThumbnailError) in
        defer { withExtendedLifetime(content) {} }
        switch content {
        case .bytes(let bytes):
          return try await service.thumbnail(of: .bytes(bytes), key: key, size: own, urgency: urgency, isKept: isKept)
        case .file(let file):
          return try await service.thumbnail(
            of: .file(file.path), key: key, size: own, urgency: urgency, isKept: isKept)
        }
      }
      if !isKept { recent.keep(thumbnail, key, own) }
      await noteTint(thumbnail.placeholder, photo)
      return thumbnail.jpeg
    } catch let error as PhotoLibraryError {
      throw error
    } catch let error as ThumbnailError {
      guard let reason = Self.reason(error, photo) else {
        throw .unavailable(error.detail)
      }
      do throws(PhotoIndexError) { try await index.note(trouble: reason.text, of: photo.number) } catch {
        // It is found out again when it is asked for again.
      }
      throw .noPicture(reason.text)
    } catch {
      throw .unavailable("\(error)")
    }
  }

  /// As the index keeps it: with what it was tried, where another program may do better.
  static func reason(_ error: ThumbnailError, _ photo: PhotoRecord) -> NoPicture? {
    guard var reason = error.reason(photo.entry.details.format) else { return nil }
    if reason.reason.isOfMachine { reason.libraries = PictureLibraries.mark() }
    return reason
  }

  /// Lets be tried again what this program and its libraries have not tried yet; once for each of them.
  /// - Returns: whether it was done now.
  @discardableResult
  func forgetOldTroubles() async -> Bool {
    let mark = PictureLibraries.mark()
    guard
      triedWith.withLock({ known in
        defer { known = mark }
        return known != mark
      })
    else { return false }
    do throws(PhotoIndexError) { try await index.forgetTroubles(but: mark) } catch {
      // The reasons stay as they are known, and are looked at when the program starts again.
      return false
    }
    pictures.withLock { $0 }?.tryAllAgain()
    return true
  }

  /// Whether it is of guests of this booth, who may have it erased: nothing of it is kept, here or elsewhere.
  package func canBeErased(_ photo: PhotoRecord) async throws(PhotoLibraryError) -> Bool {
    Self.canBeErased(photo, try source(photo.source))
  }

  /// The booth's own sessions are a source, and may lie in a folder that is one.
  private static func canBeErased(_ photo: PhotoRecord, _ source: any PhotoProvider) -> Bool {
    source.kind == .sessions || (source as? FolderPhotos)?.isOfSession(photo.entry.id) ?? false
  }

  /// By what its pictures are kept: the file as it is (size, time and inode, in its stamp) in addition to the sum of
  /// its first bytes. By that sum alone two scans of one size with the same white edge, or a photo and its damaged
  /// copy, would have one picture.
  package static func pictureKey(_ photo: PhotoRecord) -> ThumbnailKey {
    // A bucket's photo is known by all of its bytes.
    if let full = photo.entry.details.fullMD5, full == photo.entry.id.text { return ThumbnailKey(full) }
    return ThumbnailKey("\(photo.key?.text ?? "\(photo.source)/\(photo.entry.id)")/\(photo.stamp)")
  }

  /// A picture of a photo: of a small one that its source has, where that will do or there is nothing else; else of its bytes.
  private func made(
    _ photo: PhotoRecord, _ size: PhotoSize, by make: (PhotoContent) async throws(ThumbnailError) -> Thumbnail
  ) async throws -> Thumbnail {
    let isMissing = photo.entry.flags.contains(.missing)
    let source = try source(photo.source)
    if source.kind != .folder, size == .thumbnail || isMissing || photo.entry.flags.contains(.film) {
      let own: [UInt8]?
      do throws(PhotoSourceError) {
        own = try await source.thumbnail(of: photo.entry.id, shortSide: 256)
      } catch {
        guard !isMissing else { throw try await Self.library(error, of: photo, in: source, isAway: isAway(photo)) }
        // The photo itself is there, perhaps.
        own = nil
      }
      if let own { return try await make(.bytes(own)) }
      // It is not here; its remark says why.
      if isMissing, photo.entry.remark != nil { throw PhotoLibraryError.noPicture("missing") }
    }
    return try await make(try await content(photo))
  }

  private static func size(_ size: PhotoSize) -> ThumbnailSize {
    switch size {
    case .thumbnail: .ptm256
    case .screen: .edge1024
    case .large: .edge2048
    }
  }

  private func noteTint(_ placeholder: PhotoPlaceholder, _ photo: PhotoRecord) async {
    let tint = Self.tint(placeholder)
    guard photo.tint != tint else { return }
    do throws(PhotoIndexError) { try await index.note(tint: tint, of: photo.number) } catch {
      // It is shown grey until its picture comes.
    }
  }

  /// Three colours of three digits: of its left, its middle and its right.
  static func tint(_ placeholder: PhotoPlaceholder) -> String {
    [[0], [1, 2], [3]].map { columns in
      let colours = columns.flatMap { column in
        (0..<PhotoPlaceholder.rows).map { placeholder.color(column: column, row: $0) }
      }
      func digit(_ part: ((red: UInt8, green: UInt8, blue: UInt8)) -> UInt8) -> String {
        String((colours.reduce(0) { $0 + Int(part($1)) } / colours.count) / 16, radix: 16)
      }
      return digit { $0.red } + digit { $0.green } + digit { $0.blue }
    }.joined()
  }
}
