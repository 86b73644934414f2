import BoothCore
import HTTPTypes
import Synchronization
import Testing

@testable import GalleryClient

/// Two booths of one event bring the addresses that their guests have left.
@Suite struct `The file of addresses` {
  /// A gallery that stores what is put, as a Worker does; `besides` is what ours says more.
  private static func gallery(
    at base: Base, _ besides: String = "", refusing refused: String? = nil
  ) -> ScriptedGallery {
    ScriptedGallery { seen in
      guard seen.path.hasSuffix("/presign") else { return .init(.ok) }
      let body = seen.body.replacing("\\/", with: "/")
      let path = body.firstMatch(of: /private\/emails\/[^"]*/).map { String($0.output) } ?? ""
      if let refused, path.contains(refused) { return .init(.badRequest, "{\"error\":\"Path not allowed\"}") }
      let target = "{\"path\":\"\(path)\",\"method\":\"PUT\",\"url\":\"\(base.text)/upload/\(path)\"}"
      return .init(.ok, "{\"uploads\":[\(target)],\"expires_in_seconds\":900\(besides)}")
    }
  }

  /// Where it listens, known once it does.
  private final class Base: Sendable {
    private let known = Mutex("")
    var text: String {
      get { known.withLock { $0 } }
      set { known.withLock { $0 = newValue } }
    }
  }

  private static func names(_ gallery: ScriptedGallery) -> [String] {
    gallery.seen.filter { $0.method == "PUT" }.map { String($0.path.split(separator: "/").last ?? "") }
  }

  @Test func `stands beside each booth's own at a gallery that lets them replace each other`() async throws {
    let base = Base()
    let worker = Self.gallery(at: base)
    try await worker.run { address in
      base.text = address
      for booth in ["AAAA", "BBBB"] {
        let client = HTTPGalleryClient(base: address, booth: booth, token: "t")
        try await client.uploadEmails(Array("[\"\(booth)\"]".utf8), event: 7)
        try await client.shutdown()
      }
    }
    #expect(Self.names(worker) == ["emails_7.json", "emails_7.AAAA.json", "emails_7.json", "emails_7.BBBB.json"])
    #expect(
      worker.seen.filter { $0.method == "PUT" }.map(\.body) == ["[\"AAAA\"]", "[\"AAAA\"]", "[\"BBBB\"]", "[\"BBBB\"]"])
  }

  @Test func `is one at a gallery that merges them, and at one that takes no other`() async throws {
    for (besides, refused) in [(",\"emails\":\"merged\"", nil), ("", "AAAA")] as [(String, String?)] {
      let base = Base()
      let ours = Self.gallery(at: base, besides, refusing: refused)
      try await ours.run { address in
        base.text = address
        let client = HTTPGalleryClient(base: address, booth: "AAAA", token: "t")
        try await client.uploadEmails([], event: 7)
        try await client.shutdown()
      }
      #expect(Self.names(ours) == ["emails_7.json"])
    }
  }
}
