import BoothCore
import BoothTesting
import FoundationEssentials
import Logging
import Synchronization
import Testing

@testable import Gallery

@Suite struct `What a gallery refuses` {
  /// Keeps what is logged.
  private struct Lines: LogHandler {
    final class Kept: Sendable { let lines = Mutex<[String]>([]) }
    let kept = Kept()
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.warning

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      let facts = (event.metadata ?? [:]).sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
      kept.lines.withLock { $0.append("\(event.message)\(facts)") }
    }

    /// What was said since the last time.
    var said: [String] {
      kept.lines.withLock { lines in
        defer { lines = [] }
        return lines
      }
    }
  }

  private let path = Sample.folder() + "photo_0.jpg"

  @Test func `is told in its log, with what to do and without any link`() async throws {
    let lines = Lines()
    try await GalleryLab.run(maxUploadBytes: 2 << 20, logger: Logger(label: "gallery") { _ in lines }) { lab in
      let url = try await lab.presign(path)
      #expect(try await lab.put(url.replacing("sig=", with: "sig=x"), [1]).status == 403)
      var said = lines.said
      #expect(said.count == 1 && said.first?.contains("gallery.upload_secret") == true, "\(said)")
      let large = try await lab.put(url, [UInt8](repeating: 0, count: 2 << 20 + 1))
      #expect(large.status == 413 && large.text == "File too large (max 2MB)")
      said = lines.said
      #expect(said.count == 1 && said[0].contains("gallery.max_upload_mb") && said[0].hasSuffix("upload.limit_mb=2"))
      lab.clock.advance(940)
      #expect(try await lab.put(url, [1]).status == 403)
      said = lines.said
      #expect(said.count == 1 && said[0].contains("clocks") && said[0].hasSuffix("upload.seconds_too_late=40"))
      #expect(try await lab.post("/presign", "{}", token: "wrong").status == 401)
      said = lines.said
      #expect(said.count == 1 && said[0].contains("PRESIGN_TOKEN"))
      // A guest who looks at a closed page is no booth with a wrong token.
      #expect(try await lab.post("/presign", "{}", token: nil).status == 401)
      #expect(lines.said.isEmpty)
      #expect(try await lab.put(url.replacing("expires=", with: "expires=-9223372036854775807&x="), [1]).status == 403)
    }
  }

  @Test func `is told once in ten minutes, with how often it was not`() {
    let lines = Lines()
    let log = RefusalLog(Logger(label: "gallery") { _ in lines })
    let start = Date(timeIntervalSince1970: 1_738_434_015)
    for second in [0.0, 1, 599] { log.note(.expired, at: start.addingTimeInterval(second)) }
    #expect(lines.said.count == 1)
    log.note(.wrongToken, at: start)
    #expect(lines.said.count == 1, "another reason is other news")
    log.note(.expired, at: start.addingTimeInterval(601))
    let said = lines.said
    #expect(said.count == 1 && said[0].hasSuffix("refusals.before=2"))
    // A clock that was set back does not silence it.
    log.note(.expired, at: start.addingTimeInterval(-86_400))
    #expect(lines.said.count == 1)
  }
}
