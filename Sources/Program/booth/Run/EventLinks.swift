import BoothCore
import CommandSupport
import FoundationEssentials
import Gallery

/// The links to the events' pages, with their keys, for the operator to hand on.
struct EventLinks {
  private let configuration: GalleryConfiguration

  /// - Parameter running: what the links of the booth that runs with these settings' data begin with; nil where none does.
  init(settings: Settings, events: [Event], running: String?) throws {
    let remote = settings.text(.galleryURL)
    let secret: String?
    if remote == nil, FileManager.default.fileExists(atPath: settings.data + "/gallery-secrets.json") {
      secret = try GallerySecrets.load(folder: settings.data).uploadSecret
    } else {
      secret = nil
    }
    configuration = GalleryConfiguration(
      uploadSecret: settings.text(.galleryUploadSecret) ?? secret, publicBaseURL: Self.base(settings, running: running),
      events: Dictionary(events.map { ($0.id, $0) }) { first, _ in first })
  }

  /// What this booth's links begin with: as the running booth says, which may have been started with other flags, or else
  /// as far as the settings tell. A flag of the command itself counts for more.
  static func base(_ settings: Settings, running: String? = nil) -> String {
    let named = settings.values[.galleryPublicURL]
    if let named, named.source.hasPrefix("flag ") { return named.text }
    if let said = running ?? named?.text ?? settings.text(.galleryURL) { return said }
    if case .base(let base)? = GalleryLinkNote.read(settings.data) { return base }
    let place = OwnPlace.known(settings)
    return OwnGallery.base(host: place.host, port: place.port)
  }

  /// Nil where the page needs a key that this machine does not have.
  func link(_ event: EventID) -> String? { configuration.eventLink(event) }

  /// How long a gallery elsewhere may take to give one event's link.
  private static let patience = Duration.seconds(5)

  /// Asks the gallery elsewhere, where one is set with its token, for the links of these events; what it does not give is
  /// left out.
  static func asked(of settings: Settings, for events: [EventID]) async -> [EventID: String] {
    guard let url = settings.text(.galleryURL), let token = settings.text(.galleryToken), !events.isEmpty else {
      return [:]
    }
    return await AskedGallery.at(url, token: token, patience: patience) { gallery in
      var links: [EventID: String] = [:]
      for event in events {
        do throws(GalleryError) { links[event] = try await gallery.link(to: event) } catch { break }
      }
      return links
    }
  }
}
