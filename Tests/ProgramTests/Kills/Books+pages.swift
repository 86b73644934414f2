import AsyncHTTPClient
import BoothCore
import BoothStore
import Logging
import NIOCore
import NIOHTTP1

@testable import CommandSupport
@testable import booth

extension Records {
  /// Every uploaded session's link opens a page that shows all its files.
  mutating func lookAtPages(_ sessions: [SessionRecord]) async throws {
    let settings = try await Settings(
      flags: [.data: data, .events: events, .galleryHost: "127.0.0.1", .galleryPort: "0"],
      environment: [:], file: nil)
    let log = Logger(label: "kills") { _ in SwiftLogNoOpLogHandler() }
    let events = try EventPlaces.load(settings, bundledOnly: false).events
    let gallery = try await RunningGallery.start(
      try OwnGallery(settings: settings, events: events, isBooths: true, logger: log), log: log)
    do {
      for session in sessions where session.state == .uploaded {
        let url = GalleryPath.link(base: "http://127.0.0.1:\(gallery.port)", session: session.id)
        let response = try await HTTPClient.shared.execute(HTTPClientRequest(url: url), timeout: .seconds(20))
        let page = String(buffer: try await response.body.collect(upTo: 8 << 20))
        if response.status != .ok { note("page: \(session.id) answers \(response.status.code)") }
        for asset in session.assets {
          let name = asset.kind.isComposite ? asset.kind.rawValue : "\(asset.kind.rawValue)_\(asset.strip)"
          if !page.contains("\(name).\(asset.kind.fileExtension)") { note("page: \(session.id) lacks \(name)") }
        }
      }
    } catch {
      try await gallery.stop()
      throw error
    }
    try await gallery.stop()
  }
}
