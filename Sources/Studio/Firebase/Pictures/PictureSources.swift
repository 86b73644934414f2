import Documents
package import StudioModel

/// Where the bytes of pictures are that were entered here and lie in no bucket yet.
package struct PictureSources: Sendable {
  /// A critique's picture by its name; nil for none.
  package var critique: @Sendable (_ name: String, _ album: PictureAlbum) async throws(StudioPictureError) -> [UInt8]?
  /// A report's picture by the hash of what was sent, as a JPEG; nil for none.
  package var report: @Sendable (_ hash: String, _ organisation: OrganisationID) async -> [UInt8]?
  /// What addresses of this studio begin with where documents hold them whole: nothing, or `https://studio.example.org`.
  package var origin: String

  package init(
    origin: String,
    critique: @escaping @Sendable (String, PictureAlbum) async throws(StudioPictureError) -> [UInt8]?,
    report: @escaping @Sendable (String, OrganisationID) async -> [UInt8]?
  ) {
    self.origin = origin
    self.critique = critique
    self.report = report
  }
}
