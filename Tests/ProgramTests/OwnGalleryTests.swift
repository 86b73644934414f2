import BoothTesting
import Logging
import Testing

@testable import CommandSupport
@testable import booth

@Suite struct OwnGalleryTests {
  private func gallery(_ host: String, publicURL: String? = nil) async throws -> OwnGallery {
    let folder = try TemporaryFolder()
    var flags: [SettingKey: String] = [.data: folder.path, .galleryHost: host]
    flags[.galleryPublicURL] = publicURL
    let settings = try await Settings(flags: flags, environment: [:], file: nil)
    return try OwnGallery(
      settings: settings, events: [], isBooths: true, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
  }

  @Test(arguments: [
    ("127.0.0.1", "http://127.0.0.1:8123", true), ("localhost", "http://localhost:8123", true),
    ("::1", "http://[::1]:8123", true), ("192.0.2.7", "http://192.0.2.7:8123", false),
    ("2001:db8::7", "http://[2001:db8::7]:8123", false), ("booth.example", "http://booth.example:8123", false),
  ]) func `links name the host as a URL does, and say whether other machines reach it`(
    _ host: String, _ base: String, _ isLocal: Bool
  ) async throws {
    let gallery = try await gallery(host)
    #expect(gallery.publicBase(port: 8123) == base)
    #expect(gallery.localBase(port: 8123) == base)
    #expect(gallery.isLocalOnly(port: 8123) == isLocal)
  }

  @Test(arguments: ["0.0.0.0", "::"]) func `a gallery on all addresses is called at the loopback by the booth`(
    _ host: String
  ) async throws {
    let gallery = try await gallery(host)
    #expect(gallery.localBase(port: 8123) == "http://127.0.0.1:8123")
    #expect(!gallery.publicBase(port: 8123).contains(host))
  }

  @Test func `an address that guests are told goes before the host`() async throws {
    let gallery = try await gallery("127.0.0.1", publicURL: "https://photos.example")
    #expect(gallery.publicBase(port: 8123) == "https://photos.example")
    #expect(!gallery.isLocalOnly(port: 8123))
  }
}
