import Foundation
import Testing

/// Run by `Scripts/lab/powercut` in a guest that has lost its power: the database against the record kept outside.
@Suite(.timeLimit(.minutes(20))) struct PowerCutTests {
  private static let variables = ProcessInfo.processInfo.environment

  @Test(.enabled(if: variables["BOOTH_BOOKS"] != nil, "run by Scripts/test --powercut"))
  func `after a power cut the books balance`() async throws {
    let folder = try #require(Self.variables["BOOTH_BOOKS"])
    let events = try #require(Self.variables["BOOTH_BOOKS_EVENTS"])
    let record = try String(contentsOfFile: #require(Self.variables["BOOTH_BOOKS_RECORD"]), encoding: .utf8)
    let list = record.split(separator: "\n").map(String.init)
    // The last line may have been cut with the power.
    let whole = record.hasSuffix("\n") ? list : Array(list.dropLast())
    let faults = try await Records.faults(in: folder, events: events, after: whole)
    for fault in faults { print("BOOKS \(fault)") }
    #expect(faults.isEmpty)
    print("BOOKS hold \(Promises(whole).standing.count) promised files, all there")
  }
}
