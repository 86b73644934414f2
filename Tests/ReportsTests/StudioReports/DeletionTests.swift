import BoothCore
import Documents
import NIOHTTP1
import Reports
import StudioModel
import Testing

@testable import StudioReports
@testable import StudioServer

@Suite(.timeLimit(.minutes(15))) struct DeletionTests {
  private static let keys = ["0a", "1b", "2c"].map { String(repeating: $0, count: 16) }

  private func send(_ lab: ReportsLab, _ cookie: String, _ keys: [String]) async throws {
    for key in keys {
      let body = #"{"key": "\#(key)", "template": "fall", "date": "2024-01-15", "answers": {"job": "A"}}"#
      #expect(try await lab.post("/reports/send", cookie, body).status == 200)
    }
  }

  private func delete(
    _ lab: ReportsLab, _ cookie: String, _ keys: [String], sure: Bool = true, back: String = "", token: Bool = true
  ) async throws -> ReportsLab.Reply {
    let chosen = keys.enumerated().map { ("r\($0)", $1) }
    return try await lab.submit(
      "/reports/delete", cookie, chosen + [("back", back), ("sure", sure ? "yes" : "")], token: token)
  }

  @Test func `several are deleted at once, after it was said which`() async throws {
    try await ReportsLab.run { lab in
      let (ben, max) = (try await lab.join("ben", .photographer), try await lab.join("max", Standing(.manager)))
      try await send(lab, ben, Self.keys)
      let list = try await lab.get("/reports", ben).text
      #expect(list.ranges(of: "data-pick name").count == 3)
      #expect(list.contains("Select: Fall &lt;Sports&gt;, 2024-01-15, ben"))
      // A script shows the boxes when a person asks for them.
      #expect(list.contains("data-select=\"Select\" data-cancel=\"Cancel\" hidden>Select</button>"))
      let asked = try await delete(lab, max, Array(Self.keys.prefix(2)), sure: false)
      #expect(asked.status == 200 && asked.text.contains("Delete 2 reports permanently"))
      #expect(asked.text.contains("Fall &lt;Sports&gt;"))
      #expect(try await lab.reports().count == 3, "nothing is gone before somebody is sure")
      #expect(try await delete(lab, max, Self.keys, token: false).status == 403)
      let done = try await delete(lab, max, Array(Self.keys.prefix(2)), back: "when=month\r\nX: y")
      #expect(done.status == 303 && done.headers.first(name: "location") == "/reports?when=monthX:y")
      #expect(try await lab.get("/reports", max).text.contains("2 reports deleted."))
      #expect(try await lab.reports().map(\.id) == [Self.keys[2]])
      for key in Self.keys.prefix(2) { #expect(try await lab.get("/reports/report/\(key)", ben).status == 404) }
      #expect(!(try await lab.get("/reports/export.csv", max).text.contains(Self.keys[0])))
    }
  }

  @Test func `who may not see a report cannot delete it, and is told nothing of it`() async throws {
    try await ReportsLab.run { lab in
      let (ben, carl) = (try await lab.join("ben", .photographer), try await lab.join("carl", .photographer))
      try await send(lab, ben, Self.keys)
      for keys in [Self.keys, ["none"], [], ["..", "a/b", "\u{0}"]] {
        for sure in [false, true] {
          let answer = try await delete(lab, carl, keys, sure: sure)
          #expect(answer.status == 303 && !answer.text.contains(Self.keys[0]), "\(keys)")
        }
      }
      #expect(try await lab.reports().count == 3)
      #expect(try await lab.get("/reports", carl).text.contains("You have not sent a report yet."))
      #expect(try await lab.get("/reports/delete", ben).status == 405)
      // One's own, from its page.
      let page = try await lab.get("/reports/report/\(Self.keys[0])", ben).text
      #expect(page.contains("action=\"/reports/delete\""))
      #expect(try await delete(lab, ben, [Self.keys[0]]).status == 303)
      #expect(try await lab.reports().count == 2)
    }
  }

  @Test func `a page that has nothing says why`() async throws {
    try await ReportsLab.run { lab in
      let (ben, max) = (try await lab.join("ben", .photographer), try await lab.join("max", Standing(.manager)))
      #expect(try await lab.get("/reports", max).text.contains("No reports yet."))
      #expect(try await lab.get("/reports?whose=mine", max).text.contains("You have not sent a report yet."))
      #expect(try await lab.get("/reports?q=none", ben).text.contains("No reports match."))
      try await send(lab, ben, [Self.keys[0]])
      let far = try await lab.get("/reports?after=0~~1~a", ben).text
      #expect(far.contains("No more reports.") && far.contains("First page"))
    }
  }
}
