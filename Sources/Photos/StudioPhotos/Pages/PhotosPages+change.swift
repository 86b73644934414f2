import BoothCore
import Documents
import HTTPTypes
import PhotoLibrary
import PhotoModel
import StudioModel
import StudioServer
import WebSupport

/// What is done with photographs.
extension PhotosPages {
  /// The most that one request is about.
  private static let most = 20_000

  /// The photos that a form names by their numbers, in its order; those that are gone are left out.
  func named(_ form: StudioForm) async throws -> [PhotoRecord] {
    try await library.photos(numbered: try numbers(form))
  }

  /// The numbers of photos that a form names, at least one, each once.
  func numbers(_ form: StudioForm) throws -> [Int64] {
    let numbers = form["photos"].split(separator: ",").map { Int64($0) }
    guard !numbers.isEmpty, numbers.count <= Self.most, !numbers.contains(nil) else { throw PhotoLibraryError.notFound }
    var seen: Set<Int64> = []
    return numbers.compactMap { $0 }.filter { seen.insert($0).inserted }
  }

  /// How many of those that a form names are not there any longer.
  func absent(_ form: StudioForm, _ photos: [PhotoRecord]) throws -> JSONDocument {
    .integer(try numbers(form).count - photos.count)
  }

  func mark() async throws -> WebAnswer {
    _ = try shell.principal(context, may: .markPhotos)
    let form = try await shell.form(context)
    let star = ["1": true, "0": false][form["star"]]
    let (add, take) = (Int(form["add"]) ?? 0, Int(form["take"]) ?? 0)
    guard (0...127).contains(add), (0...127).contains(take) else { throw PhotoLibraryError.notFound }
    let photos = try await named(form)
    let marked = try await library.mark(
      photos,
      PhotoMarkChange(star: star, adding: PhotoTags(rawValue: add), taking: PhotoTags(rawValue: take)))
    return .json(.members(["count": .integer(marked), "absent": try absent(form, photos)]))
  }

  func trash() async throws -> WebAnswer {
    _ = try shell.principal(context, may: .managePhotos)
    let form = try await shell.form(context)
    let photos = try await named(form)
    let undo = try await library.moveToTrash(photos)
    return .json(
      .members([
        "undo": .string(undo.name), "count": .integer(undo.count), "failed": .integer(undo.troubles.count),
        "troubles": troubles(undo.troubles), "absent": try absent(form, photos),
      ]))
  }

  func undo() async throws -> WebAnswer {
    _ = try shell.principal(context, may: .managePhotos)
    let undone = try await library.undo(try await shell.form(context)["undo"])
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
        .array([.shown(trouble.name), .string(why(trouble.reason))])
      })
  }

  /// Why a photo could not be moved, or a bin not be read.
  func why(_ reason: PhotoBinReason) -> String {
    switch reason {
    case .noBin: albumWords[.noBin]
    case .gone: albumWords[.gone]
    case .nameTaken: albumWords[.nameTaken]
    case .anotherFile: albumWords[.anotherFile]
    case .folderTaken(let folder): albumWords.filled(.folderTaken, "\u{2068}\(folder)\u{2069}")
    case .binUnusable: albumWords[.binUnusable]
    case .away: albumWords[.away]
    case .denied: albumWords[.denied]
    case .failed: albumWords[.diskFailed]
    }
  }

  /// An archive of originals, or of pictures of a size, made while it is sent.
  func export() async throws -> WebAnswer {
    _ = try shell.principal(context, may: .seePhotos)
    let form = try await shell.form(context)
    let found = try await named(form)
    guard let requested = PhotoForm(form["size"]) else { throw PhotoLibraryError.notFound }
    let stream = PhotoArchive(
      library: library, photos: requested.keepsFile ? try await library.withRaws(found) : found, form: requested,
      absent: try numbers(form).count - found.count)
    return WebAnswer(
      .ok,
      [
        .contentType: "application/zip", .cacheControl: "no-store",
        .contentDisposition: AttachmentHeader.of("photos.zip"),
      ], .unmeasured(ByteStream(unfolding: { try await stream.next() })))
  }
}
