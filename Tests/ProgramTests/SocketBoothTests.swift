import BoothCore
import BoothRuntime
import BoothStore
import BoothTesting
import Documents
import FoundationEssentials
import StudioModel
import Testing

@testable import CommandSupport
@testable import booth

@Suite struct SocketBoothTests {
  @Test func `pages name what lies in the data folder, and not where that is`() async throws {
    let folder = try TemporaryFolder()
    let booth = SocketBooth(settings: try await Settings(flags: [.data: folder.path], environment: [:], file: nil))
    #expect(
      booth.withoutPlace("\(folder.path)/booth.json: found 0 bytes; see \(folder.path)")
        == "booth.json: found 0 bytes; see the data folder")
    let error = await #expect(throws: OperatedBoothError.self) { try await booth.report() }
    #expect(error?.words.contains(folder.path) == false && error?.kind == .notRunning, "\(error?.words ?? "")")
    try folder.put("booth.sqlite", Array("no database".utf8))
    let unread = await #expect(throws: OperatedBoothError.self) { try await booth.sessions(limit: 1) }
    #expect(unread?.words.contains(folder.path) == false && unread?.words.contains("booth.sqlite") == true)
  }

  @Test func `why the flow does nothing is a value that pages word`() {
    for reason in IgnoreReason.allCases {
      #expect(OperatedBoothError.Reason(OperatorError(reason)) != nil, "\(reason)")
    }
    #expect(OperatedBoothError.Reason(OperatorError(.nothingToRetake)) == .nothingToRetake)
    #expect(OperatedBoothError.Reason(OperatorError(.tooEarly)) == .busy)
    #expect(OperatedBoothError.Reason(OperatorError("erased here, but x", isPartlyDone: true)) == .partlyErased)
    #expect(OperatedBoothError.Reason(OperatorError("a sentence")) == nil)
  }

  @Test func `what was asked of a booth that rests and is not there has its reason`() async throws {
    let folder = try TemporaryFolder()
    try VaultSessionStore.open(folder: folder.path).close()
    let booth = SocketBooth(settings: try await Settings(flags: [.data: folder.path], environment: [:], file: nil))
    for (order, reason) in [
      (BoothOrder.cancel("77"), OperatedBoothError.Reason.noSuchJob), (.cancel("no number"), .noSuchJob),
      (.erase("no session"), .noSuchSession),
    ] {
      let error = await #expect(throws: OperatedBoothError.self) { try await booth.perform(order) }
      #expect(error?.kind == .refused && error?.reason == reason, "\(order)")
    }
    #expect(try await booth.thumbnail(ofSession: "../booth.sqlite") == nil)
  }

  @Test func `a booth is started with the data folder in use`() async throws {
    func command(_ flags: [SettingKey: String], _ environment: [String: String] = [:]) async throws -> String? {
      SocketBooth(settings: try await Settings(flags: flags, environment: environment, file: nil)).startCommand
    }
    #expect(try await command([.data: "/srv/my booth"]) == "booth run --data '/srv/my booth'")
    #expect(try await command([:], ["BOOTH_DATA": "/srv/booth"]) == "booth run --data /srv/booth")
    #expect(try await command([.data: DataFolder.ofService]) == "systemctl start booth")
    #expect(try await command([:], ["HOME": "/home/anna"]) == "booth run")
  }

  @Test func `what a check finds has a value beside its words`() async throws {
    let folder = try TemporaryFolder()
    let findings = try await Program.run(["doctor", "--json", "--mock-camera", "--data", folder.path + "/new"])
    struct Told: Decodable {
      var subject: String
      var verdict: String
      var condition: BoothCondition?
    }
    let told = try JSONDecoder().decode([Told].self, from: Data(findings.output.utf8))
    #expect(told.first { $0.subject == "disk" }?.condition?.facts.count == 2, "\(findings.output)")
    for finding in told {
      #expect(finding.condition?.kind != nil, "\(finding.subject)")
    }
  }

  /// Where a user of this machine has installed them for all.
  private static let areWeightsShared = ["/usr/local/share", "/usr/share"].contains {
    FileManager.default.fileExists(atPath: $0 + "/booth/features.weights")
  }

  @Test(.enabled(if: !areWeightsShared, "the weights are installed for all users of this machine"))
  func `missing weights are a note with what to do, in the command and as a value`() async throws {
    let folder = try TemporaryFolder()
    try folder.put("locations.sqlite", [])
    let findings = try await Program.run(
      ["doctor", "--json", "--mock-camera", "--data", folder.path], environment: ["XDG_DATA_HOME": folder.path("none")])
    struct Told: Decodable {
      var subject: String
      var verdict: String
      var remedy: String?
      var condition: BoothCondition
    }
    let told = try JSONDecoder().decode([Told].self, from: Data(findings.output.utf8))
    let features = try #require(told.first { $0.subject == "features" }, "\(findings.output)")
    #expect(features.verdict == "warning" && features.condition.kind == .featuresMissing)
    #expect(features.remedy == "install them: Scripts/setup weights")
  }

  @Test func `a network that guests' phones cannot use is not told beside the trouble with their links`() {
    let network = BoothReport.Part("network", .good, "192.0.2.2", .init(.networkAddresses, "192.0.2.2"))
    let links = BoothReport.Part("links", .warning, "no address", .init(.linksNoAddress))
    let disk = BoothReport.Part("disk", .good, "9 GB", .init(.diskFree, "9.0"))
    #expect(BoothReport.agreeing([network, links, disk]) == [links, disk])
    #expect(BoothReport.agreeing([network, disk]) == [network, disk])
  }

  @Test(arguments: [
    "camera", "photo", "clip", "sound", "disk", "storage", "gallery", "own gallery", "gallery place", "gallery folder",
    "links", "files", "folders", "locations", "event", "journal", "deletion", "marked points", "e-mail addresses",
    "panel left", "upload", "erase",
  ])
  func `a trouble that a running booth knows is a value`(_ topic: String) {
    #expect(BoothCondition(trouble: topic).kind != .troubleLogged)
  }

  @Test func `a trouble of a topic that has no sentence leads to the log, which has it`() {
    #expect(BoothCondition(trouble: "flux").kind == .troubleLogged)
  }
}
