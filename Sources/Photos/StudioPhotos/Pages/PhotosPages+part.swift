import Documents
import HTTPTypes
import PhotoLibrary
import PhotoModel
import StudioModel
import StudioServer
import WebSupport

/// Parts of photos, as the viewer asks for them where a person looks closely.
extension PhotosPages {
  func part(_ number: Int64, _ stamp: String, _ part: PhotoPart) async throws -> WebAnswer {
    let principal = try shell.principal(context, may: .seePhotos)
    let photo = try await known(number, stamp)
    let bytes = try await library.part(photo, part, for: principal.user.text)
    return WebAnswer(.ok, [.cacheControl: Self.unkept, .contentType: "image/jpeg"], .bytes(bytes))
  }

  /// How many pixels the viewer can go down to; nil also where the file cannot be had: its picture says why, and all else is known.
  func pixels(_ photo: PhotoRecord) async -> PhotoPixels? {
    do throws(PhotoLibraryError) { return try await library.pixels(photo) } catch { return nil }
  }
}
