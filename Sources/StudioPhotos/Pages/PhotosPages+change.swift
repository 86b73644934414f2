import BoothCore
import BoothStudio
import BoothWeb
import HTTPTypes
import PhotoBrowser
import StudioRules

/// What is done with photographs.
extension PhotosPages {
  /// The most that one request is about.
  private static let most = 20_000

  /// The photos that a form names by their numbers, in its order; those that are gone are left out.
  private func named(_ form: StudioForm) async throws -> [PhotoRecord] {
    let numbers = form["photos"].split(separator: ",").map { Int64($0) }
    guard !numbers.isEmpty, numbers.count <= Self.most, !numbers.contains(nil) else { throw PhotoShelfError.notFound }
    return try await shelf.photos(numbered: numbers.compactMap { $0 })
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
      .members(["undo": .string(undo.name), "count": .integer(undo.count), "failed": .integer(undo.failed)]))
  }

  func undo() async throws -> WebAnswer {
    _ = try shell.principal(visit, may: .managePhotos)
    return .json(.members(["count": .integer(try await shelf.undo(try await shell.form(visit)["undo"]))]))
  }

  /// An archive of originals, or of pictures of a size, made while it is sent.
  func export() async throws -> WebAnswer {
    _ = try shell.principal(visit, may: .seePhotos)
    let form = try await shell.form(visit)
    let photos = try await named(form)
    guard !photos.isEmpty else { throw PhotoShelfError.notFound }
    let size = PhotoSize(rawValue: form["size"])
    if size == .thumbnail { throw PhotoShelfError.notFound }
    let stream = PhotoArchive(shelf: shelf, photos: photos, size: size)
    return WebAnswer(
      .ok,
      [
        .contentType: "application/zip", .cacheControl: "no-store",
        .contentDisposition: "attachment; filename=\"photos.zip\"",
      ], .unmeasured(ByteStream(unfolding: { try await stream.next() })))
  }
}
