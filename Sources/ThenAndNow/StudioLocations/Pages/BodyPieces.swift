import BoothCore
import WebSupport

extension PlacesPages {
  /// The file of a form, pulled piece by piece as it is written to the disk.
  static func pieces(_ form: MultipartForm) -> ByteStream { ByteStream(unfolding: { try await form.piece() }) }
}
