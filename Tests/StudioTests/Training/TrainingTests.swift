import BoothCore
import Documents
import NIOHTTP1
import StudioModel
import StudioTesting
import Testing

@testable import StudioServer
@testable import Training

@Suite struct TrainingTests {
  static let key = "AAAAAAAAAAAAAAAAAAAA"
  static let other = "BBBBBBBBBBBBBBBBBBBB"

  @Test(arguments: Language.allCases) func `every sentence is there in every language`(_ language: Language) {
    let table = TrainingText.table(language)
    for text in TrainingText.allCases {
      #expect(table[text]?.isEmpty == false, "\(text.rawValue) in \(language.rawValue)")
      let blanks = { (words: String?) in Set((1...2).filter { words?.contains("%\($0)") == true }) }
      #expect(blanks(table[text]) == blanks(TrainingText.table(.english)[text]), "\(text.rawValue)")
    }
  }

  static func draft(_ lab: TrainingLab, to: TrainingLab.Guest, key: String = key, picture: String = "p3") -> String {
    """
    {"key":"\(key)","photographer":"\(to.person.id.text)","kind":"improvement","notes":" One\\n\\nTwo ",\
    "pictures":[{"picture":"\(picture).jpg","thumbnail":"\(picture)-small.jpg","name":"C:\\\\x\\\\IMG 1.PNG"}]}
    """
  }

  @Test func `the only photographer reads why nothing can be shared`() async throws {
    try await TrainingLab.run(LabStore.allCases[0]) { lab in
      let dana = try await lab.join("dana", .photographer)
      let alone = try await lab.get("/training", as: dana).text
      #expect(alone.contains("you need another photographer") && !alone.contains(Self.shareLink))
      _ = try await lab.join("zoe", .photographer)
      let both = try await lab.get("/training", as: dana).text
      #expect(!both.contains("you need another photographer") && both.contains(Self.shareLink))
    }
  }

  private static let shareLink = "href=\"/training/new\" aria-label=\"Share a training photo\""

  @Test func `an administrator reads who may share, and a manager finds the button`() async throws {
    try await TrainingLab.run(LabStore.allCases[0]) { lab in
      let admin = try await lab.join("admin", Standing(.admin))
      let mia = try await lab.join("mia", Standing(.manager))
      // Without a photographer there is nothing to share, for a manager either.
      #expect(try await !lab.get("/training/team", as: mia).text.contains(Self.shareLink))
      let dana = try await lab.join("dana", .photographer)
      let why = "Administrators cannot share training photos."
      for path in ["/training/team", "/training/team/\(dana.person.id.text)"] {
        let page = try await lab.get(path, as: admin).text
        #expect(page.contains(why) && page.contains("href=\"/people\"") && !page.contains("class=\"button share-link"))
        let own = try await lab.get(path, as: mia).text
        #expect(!own.contains(why) && own.contains("class=\"button share-link"), "\(path)")
      }
      // An administrator who photographs shares as a photographer.
      let boss = try await lab.join("boss", Standing(.admin, isPhotographer: true))
      #expect(try await lab.get("/training?show=all", as: boss).text.contains(Self.shareLink))
    }
  }

  @Test func `the numbers are the filters, and the team says what was not seen`() async throws {
    try await TrainingLab.run(LabStore.allCases[0]) { lab in
      let mia = try await lab.join("mia", Standing(.manager))
      let dana = try await lab.join("dana", .photographer)
      let own = try await lab.put(Self.key, from: mia, to: dana)
      try await lab.put(Self.other, from: mia, to: dana, ["exampleType": "bad"])
      let team = try await lab.get("/training/team", as: mia).text
      #expect(team.contains("2 training photos") && team.contains("2 not seen"))
      let list = try await lab.get("/training?show=good", as: dana).text
      #expect(list.contains("href=\"/training?show=good\" aria-current=\"true\""))
      for count in ["All <strong>2</strong>", "Good <strong>1</strong>", "To improve <strong>1</strong>"] {
        #expect(list.contains(count), "\(count)")
      }
      #expect(try await lab.get(own, as: dana).text.contains("Training photo from Mia</h1>"))
      #expect(try await lab.get(own, as: mia).text.contains("Training photo for Dana</h1>"))
      let after = try await lab.get("/training/team", as: mia).text
      #expect(after.contains("1 not seen") && !after.contains("2 not seen"))
    }
  }

  @Test func `who shares chooses the kind, and reads what is required`() async throws {
    try await TrainingLab.run(LabStore.allCases[0]) { lab in
      let mia = try await lab.join("mia", Standing(.manager))
      _ = try await lab.join("dana", .photographer)
      let page = try await lab.get("/training/new", as: mia).text
      #expect(page.split(separator: "name=\"kind\"").count == 3 && !page.contains("value=\"example\" checked"))
      #expect(page.contains("value=\"example\" required") && page.split(separator: "(required)").count == 4)
    }
  }

  @Test(arguments: LabStore.allCases)
  func `what is published twice is there once, with both copies of the fields`(_ store: LabStore) async throws {
    try await TrainingLab.run(store) { lab in
      let mia = try await lab.join("mia", Standing(.manager))
      let dana = try await lab.join("dana", .photographer)
      #expect(try await lab.script("/training/uploads/\(Self.key)", as: mia, "abc").status == 200)
      for _ in 0..<2 {
        let reply = try await lab.script("/training/publish", as: mia, Self.draft(lab, to: dana))
        #expect(reply.status == 200 && reply.text.contains("/training/critiques/\(Self.key)"))
      }
      let document = try #require(try await lab.documents.document(at: try Critique.path(Self.key)))
      #expect(document.fields["managerNotes"] == "One\n\nTwo" && document.fields["notes"] == "One\n\nTwo")
      #expect(document.fields["submitterId"] == .string(mia.person.id.text))
      #expect(document.fields["imageNames"] == ["IMG 1.jpg"])
      // Pictures are not added to what is published, or publishes under its id.
      #expect(try await lab.script("/training/uploads/\(Self.key)", as: mia, "abcd").status == 422)
      let zoe = try await lab.join("zoe", .photographer)
      #expect(try await lab.script("/training/publish", as: zoe, Self.draft(lab, to: dana)).status == 409)
      // Nor with something else in it, by anybody.
      let other = Self.draft(lab, to: dana).replacing("Two", with: "Three")
      #expect(try await lab.script("/training/publish", as: mia, other).status == 409)
      #expect(try await lab.get("/training/critiques/\(Self.key)", as: dana).text.contains("Two"))
      // What was changed since was still published as it was sent.
      _ = try await lab.form("/training/critiques/\(Self.key)/edit", as: mia, ["notes": "Four", "kind": "example"])
      #expect(try await lab.script("/training/publish", as: mia, Self.draft(lab, to: dana)).status == 200)
      #expect(try await lab.get("/training/critiques/\(Self.key)", as: dana).text.contains("Four"))
      // It is on her list, and hers alone.
      #expect(try await lab.get("/training", as: dana).text.contains(Self.key))
      #expect(try await !lab.get("/training", as: zoe).text.contains(Self.key))
    }
  }

  @Test(arguments: LabStore.allCases)
  func `a draft that lacks something is refused in a sentence`(_ store: LabStore) async throws {
    try await TrainingLab.run(store) { lab in
      let mia = try await lab.join("mia", Standing(.manager))
      let dana = try await lab.join("dana", .photographer)
      let heic = try await lab.script("/training/uploads/\(Self.key)", as: mia, "heic…")
      #expect(heic.status == 422 && heic.text.contains("HEIC") && heic.text.contains("libheif"))
      // What helps is said, and how much of it is there.
      let others = [("vips…", "libvips42"), ("cut…", "only 60 % of it arrived")]
      for (bytes, words) in others {
        let answer = try await lab.script("/training/uploads/\(Self.key)", as: mia, bytes)
        #expect(answer.status == 422 && answer.text.contains(words), "\(answer.text)")
      }
      // A picture whose bytes were not sent; a person who is no photographer; what is no JSON.
      let lacking = try await lab.script("/training/publish", as: mia, Self.draft(lab, to: dana))
      // It is named: the page sends it again.
      #expect(lacking.status == 422 && lacking.text.contains(#""missing":["p3.jpg"]"#), "\(lacking.text)")
      _ = try await lab.script("/training/uploads/\(Self.key)", as: mia, "abc")
      #expect(try await lab.script("/training/publish", as: mia, Self.draft(lab, to: mia)).status == 422)
      #expect(try await lab.script("/training/publish", as: mia, "{").status == 422)
      let traversal = Self.draft(lab, to: dana, picture: "../../p3")
      #expect(try await lab.script("/training/publish", as: mia, traversal).status == 422)
      #expect(try await lab.documents.document(at: try Critique.path(Self.key)) == nil)
      // Not from a page of ours.
      let foreign = try await lab.send(
        .POST, "/training/publish", as: mia, [("Origin", "http://evil.example")],
        body: Array(Self.draft(lab, to: dana).utf8))
      #expect(foreign.status == 403)
    }
  }

  /// As the contract has it: who reads, publishes, oversees, changes and deletes.
  @Test(arguments: LabStore.allCases)
  func `role by action by owner by organisation, over HTTP`(_ store: LabStore) async throws {
    try await TrainingLab.run(store) { lab in
      let admin = try await lab.join("admin", Standing(.admin))
      let mia = try await lab.join("mia", Standing(.manager))
      let max = try await lab.join("max", Standing(.manager))
      let dana = try await lab.join("dana", .photographer)
      let ben = try await lab.join("ben", Standing(.employee))
      let own = try await lab.put(Self.key, from: mia, to: dana)
      let foreign = try await lab.put(Self.other, from: mia, to: dana, organisation: "elsewhere")
      let team = "/training/team/\(dana.person.id.text)"
      for (guest, letters) in [(admin, "roed"), (mia, "rpoed"), (max, "rpo"), (dana, "rp"), (ben, "r")] {
        func expect(_ letter: Character, _ status: Int) {
          #expect((status == 200) == letters.contains(letter), "\(guest.person.name) \(letter): \(status)")
          #expect(status == 200 || status == 403, "\(guest.person.name) \(letter): \(status)")
        }
        expect("r", try await lab.get(own, as: guest).status)
        expect("p", try await lab.get("/training/new", as: guest).status)
        expect("p", try await lab.script("/training/uploads/CCCCCCCCCCCCCCCCCCCC", as: guest, "abc").status)
        expect("o", try await lab.get("/training/team", as: guest).status)
        expect("o", try await lab.get(team, as: guest).status)
        expect("e", try await lab.get(own + "/edit", as: guest).status)
        let marks = try await lab.script(own + "/marks", as: guest, #"{"pictures":[{"add":[],"remove":[]}]}"#).status
        expect("e", marks)
        if !letters.contains("e") {
          #expect(try await lab.form(own + "/edit", as: guest, ["notes": "x"]).status == 403)
          #expect(try await lab.form(own + "/delete", as: guest).status == 403)
        }
        for path in [foreign, foreign + "/edit"] { #expect(try await lab.get(path, as: guest).status == 404) }
        #expect(try await lab.form(foreign + "/delete", as: guest).status == 404)
        #expect(try await lab.form(foreign + "/edit", as: guest, ["notes": "x"]).status == 404)
      }
      for path in [own, foreign, "/training", "/training/new", "/training/events", "/training/nothing", team] {
        #expect(try await lab.get(path, as: nil).status == 303, "\(path)")
      }
      #expect(try await lab.form(own + "/edit", as: admin, ["notes": "Better", "kind": "improvement"]).status == 303)
      #expect(try await lab.get(own, as: dana).text.contains("Better"))
      #expect(try await lab.form(own + "/delete", as: mia).status == 303)
      #expect(try await lab.get(own, as: dana).status == 404)
      #expect(try await lab.documents.document(at: try Critique.path(Self.other)) != nil)
    }
  }

  @Test(arguments: LabStore.allCases)
  func `an edit of what somebody else has changed is not made`(_ store: LabStore) async throws {
    try await TrainingLab.run(store) { lab in
      let mia = try await lab.join("mia", Standing(.manager))
      let dana = try await lab.join("dana", .photographer)
      let own = try await lab.put(Self.key, from: mia, to: dana)
      let stale = try await lab.form(own + "/edit", as: mia, ["notes": "Mine", "version": "17"])
      #expect(stale.status == 422 && stale.text.contains("Mine"))
      #expect(try await lab.get(own, as: dana).text.contains("Notes of"))
    }
  }

  @Test(arguments: LabStore.allCases)
  func `seen is kept for the photographer, and told to the sender`(_ store: LabStore) async throws {
    try await TrainingLab.run(store) { lab in
      let mia = try await lab.join("mia", Standing(.manager))
      let dana = try await lab.join("dana", .photographer)
      let own = try await lab.put(Self.key, from: mia, to: dana)
      #expect(try await lab.get(own, as: mia).text.contains("Not seen yet"))
      #expect(try await lab.get("/training", as: dana).text.contains("class=\"new dot\""))
      #expect(try await !lab.get(own, as: dana).text.contains("<dt>Seen"))
      #expect(try await !lab.get(own, as: mia).text.contains("Not seen yet"))
      #expect(try await !lab.get("/training", as: dana).text.contains("class=\"new dot\""))
    }
  }

  @Test(arguments: LabStore.allCases)
  func `the newest hundred are there at once, and what is gone is named to who has kept it`(_ store: LabStore)
    async throws
  {
    try await TrainingLab.run(store) { lab in
      let mia = try await lab.join("mia", Standing(.manager))
      let dana = try await lab.join("dana", .photographer)
      func id(_ number: Int) -> String { "K" + String(repeating: "x", count: 16) + "\(number + 100)" }
      for number in 0..<110 { try await lab.put(id(number), from: mia, to: dana) }
      try await lab.put(Self.other, from: mia, to: dana, organisation: "elsewhere")
      let newest = try await lab.get("/training/newest", as: dana)
      #expect(newest.text.split(separator: "<li ").count == 101)
      #expect(newest.text.contains(id(109)) && !newest.text.contains(id(9)))
      #expect(newest.headers.first(name: "X-Booth-Keep") == "picture")
      _ = try await lab.form("/training/critiques/\(id(5))/delete", as: mia)
      let ids = [id(5), id(6), Self.other, "nothing", "../x", "%2e%2e"].joined(separator: ",")
      let kept = try await lab.get("/training/kept?ids=" + ids, as: dana)
      #expect(kept.status == 200 && !kept.text.contains(id(6)))
      for gone in [id(5), Self.other, "nothing"] { #expect(kept.text.contains(gone)) }
      #expect(try await lab.get("/training/kept", as: dana).text == #"{"gone":[]}"#)
      for path in ["/training/newest", "/training/kept?ids=x"] {
        #expect(try await lab.get(path, as: nil).status == 303)
      }
    }
  }

  @Test(arguments: LabStore.allCases)
  func `a photo that the studio has already is shared without being sent`(_ store: LabStore) async throws {
    try await TrainingLab.run(store) { lab in
      let mia = try await lab.join("mia", Standing(.manager))
      let dana = try await lab.join("dana", .photographer)
      let page = try await lab.get("/training/new?photos=folder:1,folder:2", as: mia).text
      #expect(page.contains("folder:1") && !page.contains("folder:2") && page.contains("IMG &lt;1&gt;.jpg"))
      let up = "/training/uploads/\(Self.key)?photo="
      #expect(try await lab.script(up + "folder:1", as: mia, "").text.contains("p4.jpg"))
      for id in ["folder:2", "../etc"] { #expect(try await lab.script(up + id, as: mia, "").status == 422) }
      // What guests may have erased is named, and refused in words.
      #expect(try await lab.get("/training/new?photos=guests:1", as: mia).text.contains("photo_0.jpg"))
      let refused = try await lab.script(up + "guests:1", as: mia, "")
      #expect(refused.status == 422 && refused.text.contains("can have it erased"), "\(refused.text)")
      let draft = Self.draft(lab, to: dana, picture: "p4")
      #expect(try await lab.script("/training/publish", as: mia, draft).status == 200)
    }
  }

  @Test(arguments: LabStore.allCases)
  func `marks are kept beside the picture, and wrong ones are not`(_ store: LabStore) async throws {
    try await TrainingLab.run(store) { lab in
      let mia = try await lab.join("mia", Standing(.manager))
      let dana = try await lab.join("dana", .photographer)
      let own = try await lab.put(Self.key, from: mia, to: dana)
      let mark = ##"{"shape":"pin","colour":"#ff0000","points":[0.5,1e-3],"note":"<b>here</b>"}"##
      #expect(try await lab.script(own + "/marks", as: mia, Self.change(add: mark)).status == 200)
      let page = try await lab.get(own, as: dana).text
      #expect(page.contains("&lt;b&gt;here") && !page.contains("<b>here"))
      let wrong = [
        "[]", "{}", #"{"pictures":[]}"#, #"{"pictures":[[]]}"#, #"{"pictures":[{"add":[],"remove":[]},{}]}"#,
        Self.change(add: "{}"), Self.change(remove: "../x"),
        Self.change(add: #"{"shape":"pin","colour":"red","points":[0,0]}"#),
        Self.change(add: ##"{"shape":"pin","colour":"#ff0000","points":[0,2]}"##),
      ]
      for text in wrong { #expect(try await lab.script(own + "/marks", as: mia, text).status == 422, "\(text)") }
      #expect(try await lab.get(own, as: dana).text.contains("here"))
    }
  }

  @Test(arguments: LabStore.allCases)
  func `marks that were drawn before are published with their picture, and too many are not`(_ store: LabStore)
    async throws
  {
    try await TrainingLab.run(store) { lab in
      let mia = try await lab.join("mia", Standing(.manager))
      let dana = try await lab.join("dana", .photographer)
      #expect(try await lab.script("/training/uploads/\(Self.key)", as: mia, "abc").status == 200)
      func draft(_ marks: String) -> String {
        Self.draft(lab, to: dana).replacing(#""name":"#, with: #""marks":[\#(marks)],"name":"#)
      }
      let pin = ##"{"id":"k1","shape":"pin","colour":"#ff0000","points":[0.25,0.5],"note":"<b>Here</b>"}"##
      let many = Array(repeating: pin, count: CritiqueMark.mostMarks + 1).joined(separator: ",")
      for wrong in [many, "{}", pin.replacing("0.25", with: "2")] {
        #expect(try await lab.script("/training/publish", as: mia, draft(wrong)).status == 422)
      }
      for _ in 0..<2 { #expect(try await lab.script("/training/publish", as: mia, draft(pin)).status == 200) }
      // Not with others.
      let other = pin.replacing("Here", with: "There")
      #expect(try await lab.script("/training/publish", as: mia, draft(other)).status == 409)
      let document = try #require(try await lab.documents.document(at: try Critique.path(Self.key)))
      let marks = try Critique(document).pictures[0].marks
      #expect(marks == [CritiqueMark(.pin, [.init(x: 0.25, y: 0.5)].compactMap { $0 }, note: "<b>Here</b>", id: "k1")])
      let page = try await lab.get("/training/critiques/\(Self.key)", as: dana).text
      #expect(page.contains("&lt;b&gt;Here") && !page.contains("<b>Here"))
    }
  }

  private static func change(add mark: String = "", remove id: String? = nil) -> String {
    "{\"pictures\":[{\"add\":[\(mark)],\"remove\":[\(id.map { "\"\($0)\"" } ?? "")]}]}"
  }

  @Test(arguments: LabStore.allCases)
  func `two who draw at the same time lose nothing, and take away only what they have seen`(_ store: LabStore)
    async throws
  {
    try await TrainingLab.run(store) { lab in
      let mia = try await lab.join("mia", Standing(.manager))
      let admin = try await lab.join("admin", Standing(.admin))
      let dana = try await lab.join("dana", .photographer)
      let own = try await lab.put(Self.key, from: mia, to: dana)
      func pin(_ id: String) -> String {
        ##"{"id":"\##(id)","shape":"pin","colour":"#ff0000","points":[0.5,0.5],"note":"note \##(id)"}"##
      }
      #expect(try await lab.script(own + "/marks", as: mia, Self.change(add: pin("first"))).status == 200)
      // Neither has seen the other's; all at once.
      try await withThrowingTaskGroup { group in
        for number in 0..<6 {
          group.addTask {
            try await lab.script(
              own + "/marks", as: number % 2 == 0 ? mia : admin, Self.change(add: pin("k\(number)"))
            ).status
          }
        }
        for try await status in group { #expect(status == 200) }
      }
      let answer = try await lab.script(own + "/marks", as: admin, Self.change(add: pin("last"), remove: "first"))
      #expect(answer.status == 200)
      for number in 0..<6 { #expect(answer.text.contains("note k\(number)")) }
      // The same again is the same.
      #expect(try await lab.script(own + "/marks", as: admin, Self.change(add: pin("last"))).text.contains("note k3"))
      let document = try #require(try await lab.documents.document(at: try Critique.path(Self.key)))
      let ids = try Critique(document).pictures[0].marks.map(\.id)
      #expect(ids.count == 7 && !ids.contains("first") && ids.last == "last")
    }
  }

  @Test(arguments: LabStore.allCases)
  func `pictures that were sent and never published go after a day, and no others`(_ store: LabStore) async throws {
    try await TrainingLab.run(store) { lab in
      let mia = try await lab.join("mia", Standing(.manager))
      let dana = try await lab.join("dana", .photographer)
      for key in [Self.key, Self.other] {
        #expect(try await lab.script("/training/uploads/\(key)", as: mia, "abc").status == 200)
      }
      _ = try await lab.script("/training/publish", as: mia, Self.draft(lab, to: dana))
      let albums = [Self.key, Self.other].map { PictureAlbum(organisation: lab.organisation.text, name: $0) }
      #expect(await Set(lab.pictures.albums.keys) == Set(albums))
      // The lab's pictures were put there at 1000.
      await lab.feature.tend(at: 1000 + 86_399)
      #expect(await Set(lab.pictures.albums.keys) == Set(albums))
      #expect(lab.feature.drafts.hold(Self.other))
      await lab.feature.tend(at: 1000 + 90_000)
      #expect(await Set(lab.pictures.albums.keys) == Set(albums), "somebody works on it")
      lab.feature.drafts.release(Self.other)
      await lab.feature.tend(at: 1000 + 90_000)
      #expect(await Set(lab.pictures.albums.keys) == [albums[0]])
      #expect(lab.feature.drafts.take(Self.other) && !lab.feature.drafts.hold(Self.other))
      #expect(try await lab.script("/training/uploads/\(Self.other)", as: mia, "abc").status == 503)
    }
  }

  @Test(arguments: LabStore.allCases)
  func `what cannot be read is counted and told`(_ store: LabStore) async throws {
    try await TrainingLab.run(store) { lab in
      let dana = try await lab.join("dana", .photographer)
      try await lab.put(Self.key, from: nil, to: dana)
      try await lab.put(Self.other, from: nil, to: dana, ["createdAt": "long ago"])
      let page = try await lab.get("/training", as: dana).text
      #expect(page.contains("1 training photo is damaged") && page.contains(Self.key) && !page.contains(Self.other))
    }
  }

  @Test(arguments: LabStore.allCases)
  func `a critique without pictures says so, and is there`(_ store: LabStore) async throws {
    try await TrainingLab.run(store) { lab in
      let dana = try await lab.join("dana", .photographer)
      let none: DocumentFields = [
        "imageUrls": .array([]), "thumbnailUrls": .array([]), "imageUrl": "", "thumbnailUrl": "",
      ]
      let own = try await lab.put(Self.key, from: nil, to: dana, none)
      for path in ["/training", own] {
        let page = try await lab.get(path, as: dana)
        #expect(page.status == 200 && page.text.contains("No picture"), "\(path)")
        #expect(page.text.contains("Notes of \(Self.key)"), "\(path)")
      }
    }
  }

  @Test(arguments: LabStore.allCases)
  func `notes of 100 KB are shown whole, and cut in the list`(_ store: LabStore) async throws {
    try await TrainingLab.run(store) { lab in
      let dana = try await lab.join("dana", .photographer)
      let long = String(repeating: "עברית ", count: 10_000) + "the end"
      let own = try await lab.put(Self.key, from: nil, to: dana, ["managerNotes": .string(long)])
      #expect(try await lab.get(own, as: dana).text.contains("the end"))
      #expect(try await lab.get("/training", as: dana).text.utf8.count < 20_000)
    }
  }
}
