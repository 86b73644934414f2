import BoothCore
import Documents
import NIOHTTP1
import StudioModel
import StudioTesting
import Testing

@testable import StudioServer
@testable import Training

/// What is said to a critique: sent once, told to the other one, and read when it was looked at.
@Suite struct AnswerTests {
  private static let key = TrainingTests.key
  private static let answer = "CCCCCCCCCCCCCCCCCCCC"

  private static func body(_ text: String, key: String = answer, isDone: Bool = false) -> String {
    #"{"key":"\#(key)","text":"\#(text)","isDone":\#(isDone)}"#
  }

  private static func unread(_ lab: TrainingLab, _ guest: TrainingLab.Guest) async throws -> String {
    try await lab.get("/training/unread", as: guest).text
  }

  @Test(arguments: LabStore.allCases)
  func `an answer that is sent twice is there once, and unread until its reader opens the critique`(_ store: LabStore)
    async throws
  {
    try await TrainingLab.run(store) { lab in
      let mia = try await lab.join("mia", Standing(.manager))
      let max = try await lab.join("max", Standing(.manager))
      let dana = try await lab.join("dana", .photographer)
      let own = try await lab.put(Self.key, from: mia, to: dana)
      // She has not opened it, which counts as well.
      #expect(try await Self.unread(lab, dana) == #"{"count":1}"#)
      _ = try await lab.get(own, as: dana)
      #expect(try await Self.unread(lab, dana) == #"{"count":0}"#)
      for _ in 0..<2 {
        let reply = try await lab.script(own + "/answers", as: dana, Self.body("<b>Thanks</b>"))
        #expect(reply.status == 200, "\(reply.text)")
      }
      let changed = try await lab.script(own + "/answers", as: dana, Self.body("Other"))
      #expect(changed.status == 409)
      #expect(try await Self.unread(lab, mia) == #"{"count":1}"#)
      #expect(try await Self.unread(lab, max) == #"{"count":0}"#)
      #expect(try await Self.unread(lab, dana) == #"{"count":0}"#)
      let team = try await lab.get("/training/team", as: mia).text
      #expect(team.contains("1 new answer") && team.contains("New answer from dana"))
      let list = "/training/team/\(dana.person.id.text)"
      #expect(try await lab.get(list, as: mia).text.contains("1 new answer"))
      #expect(try await !lab.get(list, as: max).text.contains("1 new answer"))
      // Another manager who reads it takes nothing away from its reader.
      #expect(try await lab.get(own, as: max).text.contains("&lt;b&gt;Thanks"))
      #expect(try await Self.unread(lab, mia) == #"{"count":1}"#)
      let page = try await lab.get(own, as: mia).text
      #expect(page.contains("class=\"fresh\"") && page.contains("&lt;b&gt;Thanks") && !page.contains("<b>Thanks"))
      #expect(page.split(separator: "data-answer=").count == 2)
      #expect(try await Self.unread(lab, mia) == #"{"count":0}"#)
      #expect(try await !lab.get(own, as: mia).text.contains("class=\"fresh\""))
      #expect(try await !lab.get(list, as: mia).text.contains("1 new answer"))
      // The document of the apps is as it was.
      let document = try #require(try await lab.documents.document(at: try Critique.path(Self.key)))
      #expect(document.fields["answers"] == nil && document.updateTime == document.createTime)
    }
  }

  @Test(arguments: LabStore.allCases)
  func `the photographer says that it is done, the sender answers, and both go with the critique`(_ store: LabStore)
    async throws
  {
    try await TrainingLab.run(store) { lab in
      let mia = try await lab.join("mia", Standing(.manager))
      let dana = try await lab.join("dana", .photographer)
      let own = try await lab.put(Self.key, from: mia, to: dana)
      #expect(try await lab.get(own, as: dana).text.contains("data-do=\"done\""))
      #expect(try await !lab.get(own, as: mia).text.contains("data-do=\"done\""))
      #expect(try await lab.script(own + "/answers", as: dana, Self.body("", isDone: true)).status == 200)
      let back = Self.body("Very good", key: TrainingTests.other)
      #expect(try await lab.script(own + "/answers", as: mia, back).status == 200)
      let list = try await lab.get("/training", as: dana).text
      #expect(list.contains("1 new answer") && list.contains("class=\"new by\""))
      let page = try await lab.get(own, as: dana).text
      let (done, said) = (page.firstRange(of: "data-answer=\"\(Self.answer)\""), page.firstRange(of: "Very good"))
      let (first, second) = (try #require(done), try #require(said))
      #expect(first.lowerBound < second.lowerBound)
      #expect(try await lab.form(own + "/delete", as: mia).status == 303)
      for id in [Self.answer, TrainingTests.other] {
        #expect(try await lab.documents.document(at: try CritiqueAnswer.path(id)) == nil)
      }
      #expect(try await Self.unread(lab, mia) == #"{"count":0}"#)
    }
  }

  @Test(arguments: LabStore.allCases)
  func `who has nothing to do with a critique does not answer it, and what is no answer is refused`(_ store: LabStore)
    async throws
  {
    try await TrainingLab.run(store) { lab in
      let mia = try await lab.join("mia", Standing(.manager))
      let dana = try await lab.join("dana", .photographer)
      let zoe = try await lab.join("zoe", .photographer)
      let ben = try await lab.join("ben", Standing(.employee))
      let own = try await lab.put(Self.key, from: mia, to: dana)
      let foreign = try await lab.put(TrainingTests.other, from: mia, to: dana, organisation: "elsewhere")
      for guest in [zoe, ben] {
        #expect(try await lab.script(own + "/answers", as: guest, Self.body("Me too")).status == 403)
        #expect(try await !lab.get(own, as: guest).text.contains("class=\"answer\""))
      }
      #expect(try await lab.script(foreign + "/answers", as: dana, Self.body("Hello")).status == 404)
      let long = String(repeating: "a", count: CritiqueAnswer.longestText + 1)
      for text in [
        "{", "[]", "{}", Self.body("  "), Self.body(long), Self.body("Hello", key: "../x"),
        #"{"key":"\#(Self.answer)"}"#,
      ] {
        #expect(try await lab.script(own + "/answers", as: dana, text).status == 422, "\(text.prefix(60))")
      }
      let bare = try await lab.send(.POST, own + "/answers", as: dana, [("Origin", lab.base)], body: Array("{}".utf8))
      #expect(bare.status == 403)
      #expect(try await lab.get(own + "/answers", as: dana).status == 405)
      #expect(try await lab.get("/training/unread", as: nil).status == 303)
      #expect(try await lab.documents.document(at: try CritiqueAnswer.path(Self.answer)) == nil)
    }
  }

  /// The sender's open page hears of the answer, and home does not say that all is seen.
  @Test(arguments: LabStore.allCases)
  func `an answer is news of its critique, and stands on the sender's home until it is read`(_ store: LabStore)
    async throws
  {
    try await TrainingLab.run(store) { lab in
      let mia = try await lab.join("mia", Standing(.manager))
      let dana = try await lab.join("dana", .photographer)
      let ben = try await lab.join("ben", Standing(.employee))
      let own = try await lab.put(Self.key, from: mia, to: dana)
      let foreign = try await lab.put(TrainingTests.other, from: mia, to: dana, organisation: "elsewhere")
      let news = "/training/events?critique="
      #expect(try await lab.get(news + String(foreign.split(separator: "/").last ?? ""), as: mia).status == 404)
      #expect(try await lab.get(news + "nothing", as: ben).status == 404)
      let heard = try await lab.events(news + Self.key, as: mia)
      // Both queries tell how it is, then the first look of its photographer, then the answer.
      try await heard.next(2)
      _ = try await lab.get(own, as: dana)
      try await heard.next(1)
      #expect(try await lab.get("/", as: mia).text.contains("Everything has been seen"))
      #expect(try await lab.script(own + "/answers", as: dana, Self.body("Thanks")).status == 200)
      try await heard.next(1)
      let home = try await lab.get("/", as: mia).text
      #expect(home.contains("1 new answer") && !home.contains("Everything has been seen"))
      _ = try await lab.get(own, as: mia)
      #expect(try await !lab.get("/", as: mia).text.contains("1 new answer"))
    }
  }

  @Test func `an answer is read as it was written, and others are none`() throws {
    let critique = Critique(
      id: "C1", organisation: OrganisationID("o"), submitter: UserID("mia"), submitterName: "Mia", submitterEmail: "",
      photographer: UserID("dana/1"), photographerName: "Dana", pictures: [], notes: "", kind: .example,
      createdAt: nil, version: DocumentTimestamp(microseconds: 0))
    let answer = CritiqueAnswer(
      id: Self.answer, critique: "C1", author: UserID("max"), authorName: "Max", text: "One\ntwo", isDone: false)
    #expect(answer.readers(of: critique) == [UserID("dana/1"), UserID("mia")])
    let writes = try answer.writes(to: critique)
    #expect(writes.count == 3 && writes[1].path.id == Self.answer + "~dana%2F1")
    guard case .set(let fields) = writes[0].action else {
      Issue.record("it is written as a whole")
      return
    }
    let time = DocumentTimestamp(microseconds: 7)
    let read = CritiqueAnswer(
      StoredDocument(path: writes[0].path, fields: fields, createTime: time, updateTime: time))
    #expect(read == answer && read?.isSame(as: answer) == true)
    #expect(
      CritiqueAnswer(StoredDocument(path: writes[0].path, fields: [:], createTime: time, updateTime: time)) == nil)
    var done = answer
    done.isDone = true
    #expect(!done.isSame(as: answer))
  }
}
