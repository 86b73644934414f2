import BoothTesting
import PhotoModel
import PhotoSources
import Testing

@Suite struct PhotoPlaceTests {
  private static let account = "3F2504E0-4F89-41D3-9A0C-0305E82C3301"

  @Test func `a place is known by what it is`() throws {
    let folder = try TemporaryFolder()
    try folder.put("My Photos.photoslibrary/database/x", [1])
    try folder.put("renamed/database/Photos.sqlite", [1])
    try folder.put("booth/booth.sqlite", [1])
    try folder.put("plain/a.jpg", [1])
    func named(_ name: String) throws -> PhotoPlace? { try PhotoPlace.named(folder.path(name)) { $0 } }
    #expect(try named("My Photos.photoslibrary")?.kind == .applePhotos)
    #expect(try named("My Photos.photoslibrary")?.displayName == "My Photos")
    #expect(try named("renamed")?.kind == .applePhotos)
    #expect(try named("booth")?.kind == .sessions)
    #expect(try named("plain") == nil)
    #expect(try PhotoPlace.named("nowhere") { _ in nil } == nil)
    let bucket = try PhotoPlace.named("s3://photos/\(Self.account)") { _ in nil }
    #expect(bucket == PhotoPlace(kind: .s3, place: "s3://photos/\(Self.account)") && bucket?.displayName == "photos")
    #expect(throws: PhotoPlaceError.self) { try PhotoPlace.named("s3://photos/me@example.org") { _ in nil } }
    // What can never be an endpoint is not listed, by any person.
    for endpoint in ["http://elsewhere.example", "https://169.254.169.254"] {
      let address = "s3://photos/\(Self.account)"
      #expect(throws: PhotoPlaceError.self) { try PhotoPlace.named("\(address)?endpoint=\(endpoint)") { _ in nil } }
      #expect(throws: PhotoPlaceError.self) {
        try PhotoPlace.named(address, environment: ["AWS_ENDPOINT_URL_S3": endpoint]) { _ in nil }
      }
    }
  }

  @Test func `each kind opens as its own source, and a bucket without keys is not authorized`() async throws {
    let id = try #require(PhotoSourceID("one"))
    for (kind, place) in [
      (PhotoSourceKind.applePhotos, "/nowhere/A.photoslibrary"), (.sessions, "/nowhere"),
      (.s3, "s3://photos/\(Self.account)"),
    ] {
      let source = PhotoPlace(kind: kind, place: place).open(as: id, environment: [:]) { _ in nil }
      #expect(source.kind == kind && source.identifier == id && source.capabilities == .readOnly)
      do {
        for try await _ in source.scan(since: nil) {}
        Issue.record("\(place) has been read")
      } catch let error as PhotoSourceError {
        if kind == .s3 {
          #expect(error == .notAuthorized)
        } else if case .sourceUnavailable = error {
        } else {
          Issue.record("\(error)")
        }
      }
    }
    // What makes no sense on this machine stands in the list, and says why.
    for (kind, place, environment) in [
      (PhotoSourceKind.folder, "/", [:]), (.s3, "s3://x", [:]),
      (.s3, "s3://photos/\(Self.account)", ["AWS_ENDPOINT_URL": "http://elsewhere.example"]),
    ] {
      let keys = ["AWS_ACCESS_KEY_ID": "a", "AWS_SECRET_ACCESS_KEY": "b"]
      let source = PhotoPlace(kind: kind, place: place).open(as: id, environment: environment.merging(keys) { $1 }) {
        _ in nil
      }
      do {
        for try await _ in source.scan(since: nil) {}
        Issue.record("\(place) has been read")
      } catch { #expect("\(error)".contains(place)) }
      await #expect(throws: PhotoSourceError.self) { _ = try await source.open(PhotoID("x")) }
    }
  }
}
