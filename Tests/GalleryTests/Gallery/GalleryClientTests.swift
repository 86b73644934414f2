import BoothTesting
import GalleryClient
import Testing

/// The booth's client and our own gallery, over HTTP.
@Suite struct GalleryClientTests {
  @Test(arguments: GalleryConformance.checks)
  func `keep the promises of the port together`(_ check: GalleryConformance) async throws {
    try await GalleryLab.run { lab in
      let client = HTTPGalleryClient(base: lab.base, token: GalleryLab.token)
      do { try await check.run(client) } catch {
        try await client.shutdown()
        throw error
      }
      try await client.shutdown()
    }
  }
}
