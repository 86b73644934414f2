import BoothCore
import BoothSystem
import FoundationEssentials
import Logging
import StudioModel
import Testing

@testable import CommandSupport
@testable import booth

@Suite struct AnswerWordsTests {
  @Test func `a time is local and names its zone; in a column the header says so`() {
    let date = Date(timeIntervalSince1970: 1_764_427_775)
    let words = LocalTime.words(date)
    #expect(
      words.hasPrefix(LocalTime.cell(date) + " ") && words.firstMatch(of: /^\d{4}-\d\d-\d\d \d\d:\d\d:35 \S+$/) != nil)
  }

  @Test func `a time of a file is local in a table, and what is none stays as it is`() {
    let date = Date(timeIntervalSince1970: 1_764_427_775)
    for text in ["2025-11-29T14:49:35Z", "2025-11-29T14:49:35.250Z", "2025-11-29T16:49:35+02:00"] {
      #expect(LocalTime.cell(iso8601: text) == LocalTime.cell(date), "\(text)")
    }
    #expect(LocalTime.cell(iso8601: "yesterday") == "yesterday")
  }

  @Test func `that the clock was not set is said once for all times`() {
    let right = WallTime(unixSeconds: 1_764_427_775, trusted: true)
    let wrong = WallTime(unixSeconds: 1_764_427_775, trusted: false)
    #expect(WallTime.clockRow([right, right]).isEmpty)
    #expect(WallTime.clockRow([wrong, right, wrong, wrong]).count == 1)
    #expect(!wrong.words.contains("clock"))
  }

  @Test func `a table without rows has no header`() {
    #expect(tableText([["EVENT", "ID"], ["wedding", "7"]]) == "EVENT    ID\nwedding  7\n")
  }

  @Test func `one line sums up what was found and what was played`() {
    let (fine, note) = (Finding.fine("a", "b", .init(.fine)), Finding.warning("a", "b", "c", .init(.clockUnsure)))
    #expect(Finding.total([fine]) == "1 check: no problems.")
    #expect(Finding.total([fine, note]) == "2 checks: no problems, 1 note.")
    #expect(Finding.total([fine, .bad("a", "b", "c", .init(.clockWrong))]).hasPrefix("2 checks: 1 problem, 0 notes. "))
    #expect(Summary().total == "0 sessions played.")
    func file(_ kind: AssetKind) -> Summary.File {
      Summary.File(
        kind: kind.rawValue, strip: 0, path: "/data/sessions/X/photo_0.jpg", sizeBytes: 1, checksum: "", uploaded: true,
        fromLiveView: false)
    }
    let session = Summary.Session(
      id: "X", link: "", state: "uploaded", secondsToQR: 1, files: [file(.photo), file(.photo), file(.video)], notes: []
    )
    #expect(Summary(sessions: [session]).total == "1 session played: 2 photos and 1 clip in /data/sessions.")
  }

  @Test(arguments: [
    (
      Logger.Level.info, "screen", [("scene", "countdown"), ("event", "wedding"), ("strip", "1 of 3")],
      "Countdown (event wedding, strip 1 of 3)"
    ),
    (.info, "screen", [("scene", "starting")], "Starting"),
    (.warning, "trouble", [("booth.clip", "the last clip lost 40 frames")], "Warning: The last clip lost 40 frames"),
    (.notice, "camera", [("camera.report", "mock camera is ready")], "Camera: mock camera is ready"),
    (.error, "no room", [], "Error: No room"),
  ]) func `a line of the log is a sentence on a terminal`(
    _ level: Logger.Level, _ message: String, _ facts: [(String, String)], _ line: String
  ) {
    #expect(ConsoleLog.sentence(level, message, facts.map { (name: $0.0, value: $0.1) }) == line)
    #expect(LocalTime.clock(.now).wholeMatch(of: /\d\d:\d\d:\d\d/) != nil)
  }
}
