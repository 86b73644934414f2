import BoothCore
import CommandSupport
import GalleryClient

/// Where a booth's uploads go: to its own gallery, or to one elsewhere; and what its links begin with.
struct GalleryChoice: Sendable {
  let client: any GalleryClient
  /// What guests' links begin with at the moment: this machine's address in its network may change.
  let linkBase: @Sendable () -> String
  /// What links that were recorded are at the moment.
  let links: @Sendable () -> SessionLinks
  /// Why guests' phones may not reach what links lead to, in words, or nil.
  let linkTrouble: @Sendable () -> String?
  /// Ends the client's connections.
  let shutdown: @Sendable () async throws -> Void

  /// - Parameters:
  ///   - own: the booth's own gallery; nil where it is elsewhere.
  ///   - lost: one elsewhere whose address cannot be read.
  init(_ settings: Settings, own: KeptGallery?, lost: LostGallery? = nil) {
    // Where the settings are lost, what they said holds.
    if lost == nil {
      let place = own.map { GalleryListens(host: settings.text(.galleryHost) ?? "0.0.0.0", port: $0.port) }
      GalleryLinkNote(settings).keep(settings.data, place: place)
    }
    if let lost {
      linkBase = { lost.linkBase }
      links = { .recorded }
      linkTrouble = { nil }
      client = lost
      shutdown = {}
    } else if let own {
      linkBase = { own.own.publicBase(port: own.port) }
      links = { .own(base: own.own.reachableBase(port: own.port)) }
      linkTrouble = { own.own.linkTrouble(port: own.port) }
      client = own
      shutdown = { try await own.shutDownClient() }
    } else {
      let url = settings.text(.galleryURL) ?? ""
      let base = settings.text(.galleryPublicURL) ?? url
      linkBase = { base }
      links = { .recorded }
      linkTrouble = { nil }
      let client = HTTPGalleryClient(
        base: url, booth: BoothMark.load(folder: settings.data), token: settings.text(.galleryToken) ?? "")
      self.client = client
      shutdown = { try await client.shutdown() }
    }
  }
}
