public import PhotoModel

/// Live photos.
extension LibraryPhotos {
  /// `…#live` of a photo's own id.
  public func film(of id: PhotoID) -> PhotoID? { id.text.contains("#") ? nil : PhotoID(id.text + "#live") }
}
