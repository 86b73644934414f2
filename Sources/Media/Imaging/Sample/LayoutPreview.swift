public import BoothCore

/// An event's composite with drawn guests, to look at before the event.
public enum LayoutPreview {
  /// A link as long as real ones are, for booths that have no gallery yet.
  public static let sampleLink = "https://gallery.example.org/s/3F2504E0-4F89-41D3-9A0C-0305E82C3301"

  /// The composite as guests would get it, as a JPEG.
  /// - Parameters:
  ///   - artwork: the bytes of the event's pictures.
  ///   - time: when the session would have begun; nil prints the event's own day.
  ///   - link: what the code says, where the layout has one.
  ///   - filter: what guests would have chosen.
  /// - Throws: ``ImageError`` for a layout that is too large.
  public static func jpeg(
    of event: Event, artwork: Artwork, at time: WallTime? = nil, link: String? = sampleLink,
    filter: PhotoFilter? = nil, renderer: some Compositor = CompositeRenderer()
  ) throws(ImageError) -> [UInt8] {
    try renderer.composite(try request(of: event, artwork: artwork, at: time, link: link, filter: filter))
  }

  /// The composite with drawn guests, to be drawn; as ``jpeg(of:artwork:at:link:filter:renderer:)``.
  public static func request(
    of event: Event, artwork: Artwork, at time: WallTime? = nil, link: String? = sampleLink, filter: PhotoFilter? = nil
  ) throws(ImageError) -> CompositeRequest {
    var photos: [[UInt8]] = []
    for strip in event.plan.strips.indices { photos.append(try SamplePhoto.jpeg(strip)) }
    return CompositeRequest(photos: photos, event: event, artwork: artwork, at: time, link: link, filter: filter)
  }
}
