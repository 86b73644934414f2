import AsyncHTTPClient
import BoothCore
import BoothTesting
import FoundationEssentials
import NIOCore
import NIOHTTP1
import Testing

@testable import Gallery
@testable import WebSupport

/// An event's pictures through nginx with its default settings, but for a buffer of 8 MB instead of 1 GB, and guests
/// who take 4 MB a second: nginx takes nothing for two seconds while they take what it has.
@Suite(.serialized, .timeLimit(.minutes(15)), .enabled(if: Nginx.isInstalled, Nginx.skipped))
struct `An event's pictures behind nginx` {
  private static let link = "/api/events/7/all.zip"
  /// An address in the file system has none.
  private static let host = ("Host", "gallery")
  private static let usual = "proxy_max_temp_file_size 8m; limit_rate 4m;"

  /// A session of 24 MB in three files.
  private func bring(to lab: GalleryLab) async throws {
    try await lab.bring()
    for (index, (name, type)) in Sample.files.enumerated() {
      let bytes = (0..<(8 << 20)).map { UInt8(truncatingIfNeeded: ($0 &* 31) >> 3 &+ index) }
      try await lab.upload(Sample.folder() + name, bytes, type: type)
    }
  }

  @Test func `come whole, and go on after a cut, with nothing set`() async throws {
    // No longer patience for proxies: that nginx hands on what comes is enough.
    let limits = ConnectionLimits(sendMilliseconds: 1_500, proxySendMilliseconds: 1_500)
    try await GalleryLab.run(limits: limits) { lab in
      try await bring(to: lab)
      let direct = try await lab.get(Self.link)
      #expect(direct.bytes.count > 24 << 20)
      let nginx = try Nginx(before: lab.port, Self.usual)
      let whole = try await lab.get(nginx.base + Self.link, [Self.host])
      #expect(whole.status == 200 && whole.bytes == direct.bytes)
      #expect(whole["Content-Length"] == "\(direct.bytes.count)" && whole["X-Accel-Buffering"] == nil)
      // A telephone that loses the network after some megabytes, and its browser, which goes on.
      let (begun, tag) = try await beginning(nginx.base + Self.link, most: 5 << 20)
      let rest = try await lab.get(
        nginx.base + Self.link, [Self.host, ("Range", "bytes=\(begun.count)-"), ("If-Range", tag)])
      #expect(rest.status == 206 && begun + rest.bytes == direct.bytes)
    }
  }

  @Test func `come whole from one that keeps what it can, whatever it is asked`() async throws {
    let limits = ConnectionLimits(sendMilliseconds: 1_000)
    try await GalleryLab.run(limits: limits) { lab in
      try await bring(to: lab)
      let direct = try await lab.get(Self.link)
      for others in ["", "proxy_http_version 1.1; proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;"] {
        let nginx = try Nginx(before: lab.port, Self.usual + "proxy_ignore_headers X-Accel-Buffering;" + others)
        let whole = try await lab.get(nginx.base + Self.link, [Self.host])
        #expect(whole.status == 200 && whole.bytes == direct.bytes, "\(others)")
      }
    }
  }

  /// Reads some of an answer and hangs up; with its tag.
  private func beginning(_ url: String, most: Int) async throws -> ([UInt8], String) {
    var request = HTTPClientRequest(url: url)
    request.headers.add(name: Self.host.0, value: Self.host.1)
    let answer = try await HTTPClient.shared.execute(request, timeout: .minutes(10))
    var bytes: [UInt8] = []
    for try await piece in answer.body {
      bytes += piece.readableBytesView
      if bytes.count >= most { break }
    }
    return (bytes, try #require(answer.headers.first(name: "ETag")))
  }
}
