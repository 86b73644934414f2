import BoothCore
import Logging
import Synchronization
import Testing

@testable import Screens

struct LogScreenTests {
  private final class Lines: LogHandler, Sendable {
    private let all = Mutex<[String]>([])
    var lines: [String] { all.withLock { $0 } }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { nil }
      set {}
    }
    var metadata: Logger.Metadata {
      get { [:] }
      set {}
    }
    var logLevel: Logger.Level {
      get { .trace }
      set {}
    }

    func log(event: LogEvent) {
      let facts = (event.metadata ?? [:]).sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
      all.withLock { $0.append(facts.joined(separator: " ")) }
    }
  }

  @Test func `each change of scene is one line, and the code's does not give the link away`() async {
    let lines = Lines()
    let screen = LogScreen(logger: Logger(label: "test") { _ in lines })
    let now = SceneSamples.now
    var code = SceneSamples.picture(.qr(link: SceneSamples.link, until: now), SceneSamples.wedding)
    code.scene.strip = nil
    screen.show(SceneSamples.picture(.attract, SceneSamples.wedding))
    screen.show(SceneSamples.picture(.attract, SceneSamples.wedding))
    screen.show(SceneSamples.picture(.countdown(until: now), SceneSamples.wedding))
    screen.show(SceneSamples.picture(.countdown(until: now + .seconds(1)), SceneSamples.wedding))
    screen.show(code)
    code.upload = UploadProgress(uploaded: 1, total: 2)
    screen.show(code)
    screen.show(SceneSamples.picture(.attract, SceneSamples.wedding))
    await screen.close()
    #expect(
      lines.lines == [
        "event=wedding scene=waiting for guests",
        "event=wedding scene=countdown strip=2 of 3",
        "event=wedding scene=code session=\(SceneSamples.link.split(separator: "/").last!.prefix(8))…",
        "event=wedding scene=waiting for guests",
      ])
  }

  @Test func `every scene has words of its own`() {
    let lines = SceneSamples.all(of: SceneSamples.wedding).map { LogScreen.line(of: $0.picture) }
    #expect(lines.allSatisfy { !$0.scene.isEmpty })
    #expect(Set(lines.map { "\($0.scene) \($0.facts.sorted { $0.key < $1.key })" }).count >= 22)
  }
}
