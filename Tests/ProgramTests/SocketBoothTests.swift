import BoothTesting
import Documents
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
}
