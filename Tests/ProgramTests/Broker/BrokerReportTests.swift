import BoothCore
import FoundationEssentials
import Testing

@testable import BoothRuntime
@testable import booth

/// What of a booth's status leaves it for its broker.
@Suite struct BrokerReportTests {
  private func status(_ state: BoothState = .idle, troubles: [String: String] = [:]) -> BoothStatus {
    BoothStatus(
      state: state, scene: "attract", event: "anna-and-jonas", pending: nil, camera: "mock", cameraReady: true,
      abandonedCameras: 0, cameras: [], liveFrames: 0, shownFrameAgeMilliseconds: nil, photoToScreenMilliseconds: nil,
      jobs: [], troubles: troubles, printer: nil, panels: [], freeBytes: nil, storage: StorageNews(.plenty, ""),
      releasedFiles: 0, releasedBytes: 0, events: ["anna-and-jonas"], linkBase: "http://192.0.2.7:8080", facts: [],
      night: NightTally())
  }

  private func text(_ status: BoothStatus) throws -> String {
    String(decoding: try BrokerReport(status).bytes(name: "Left of the bar", at: 1_796_155_200.9), as: UTF8.self)
  }

  @Test func `says that all is well in these bytes`() throws {
    #expect(
      try text(status())
        == #"{"at":1796155200,"health":"All is well.","name":"Left of the bar","prints_left":null,"problem":false,"#
        + #""sessions_tonight":0,"state":"ready","troubles":[],"uploads_waiting":0,"version":"\#(ProgramVersion.text)"}"#
    )
  }

  @Test func `names troubles by their topics, and says nothing of what is in them`() throws {
    let words = "session 1F6F7CA2 of anna@example.com waits: http://192.0.2.7:8080/s/1F6F7CA2"
    let text = try text(status(troubles: ["upload": words, "camera": words]))
    #expect(text.contains("Needs attention: camera, upload. `booth status` says more."))
    #expect(text.contains(#""troubles":["camera","upload"]"#))
    #expect(text.contains(#""problem":true"#))
    for secret in ["1F6F7CA2", "anna", "192.0.2.7", "http"] { #expect(!text.contains(secret), "\(text)") }
  }

  @Test func `the broker's own trouble is none of the booth's`() {
    #expect(!BrokerReport(status(troubles: [BoothBroker.topic: "away"])).problem)
  }

  @Test(arguments: [1, 10, 100, 1000]) func `is short enough for Home Assistant`(count: Int) {
    let troubles = Dictionary(uniqueKeysWithValues: (0..<count).map { ("panel \($0)", "gone") })
    #expect(BrokerReport(status(troubles: troubles)).health.count <= 255)
  }

  @Test func `a booth out of order says why in words of its own`() throws {
    let text = try text(status(.outOfOrder(.camera("/dev/video0 of anna: no frames"))))
    #expect(text.contains("Out of order: the camera does not work.") && !text.contains("anna"))
    #expect(text.contains(#""state":"out_of_order""#) && text.contains(#""troubles":["camera"]"#))
  }

  @Test func `each state has its word`() {
    let now = Instant(nanoseconds: 0)
    let states: [(BoothState, BrokerReport.Word)] = [
      (.starting, .starting), (.idle, .ready), (.paused, .paused), (.stopped, .stopped),
      (.eventSelection(highlighted: 0), .waiting), (.settings(until: now), .waiting),
      (.opening(AttemptID(1), until: now), .session), (.outOfOrder(.noEvents), .outOfOrder),
    ]
    for (state, word) in states { #expect(BrokerReport.Word(state) == word) }
    #expect(Set(states.map(\.1)) == Set(BrokerReport.Word.allCases))
  }
}
