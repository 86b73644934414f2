import BoothTesting
import Documents
import NIOHTTP1
import Reports
import StudioModel
import StudioReports
import StudioTesting
import Synchronization
import Testing
import Training
import WebSupport

@testable import StudioServer
@testable import StudioStore

@Suite(.timeLimit(.minutes(15))) struct HomeTests {
  // MARK: Landing

  @Test(arguments: Standing.all) func `everybody lands on their home, and strangers at the door`(standing: Standing)
    async throws
  {
    try await StudioLab.run { lab in
      let home = try await lab.get("/", cookie: try await lab.join("anna", standing))
      #expect(home.status == 200 && home.text.contains("<h1>Hello, <bdi>anna</bdi></h1>"))
      #expect(home.text.contains("id=\"home\" data-day=\"1970-01-01\""))
      #expect(home.headers.first(name: "X-Booth-Keep") == nil, "an old one would say what is no longer so")
      #expect(try await lab.get("/").location == "/sign-in")
    }
  }

  @Test func `a script has the inner part alone, of the reader's day, which is at most one off the studio's`()
    async throws
  {
    try await StudioLab.run { lab in
      lab.moment.change { $0 = 20_000 * 86_400 + 1000 }
      let cookie = try await lab.join("anna", Standing(.admin))
      for (asked, day) in [
        ("2024-10-04", "2024-10-04"), ("2024-10-03", "2024-10-03"), ("2024-10-05", "2024-10-05"),
        ("2024-10-06", "2024-10-04"), ("yesterday", "2024-10-04"), ("", "2024-10-04"),
      ] {
        let part = try await lab.send(.GET, "/?today=\(asked)", cookie: cookie, [("X-Booth-Part", "1")])
        #expect(part.status == 200 && part.text.hasPrefix("<div id=\"home\" data-day=\"\(day)\" "), "\(asked)")
      }
    }
  }

  // MARK: First steps

  @Test func `an administrator's first steps are there until the first thing is`() async throws {
    let documents = MemoryDocumentStore()
    try await StudioLab.run(features: [Self.reports(documents)]) { lab in
      lab.booth.notes.withLock { $0.report = .failure(OperatedBoothError(.notRunning, "no booth")) }
      let anna = try await lab.join("anna", Standing(.admin))
      #expect(try await Self.names(lab, anna) == ["camera", "people", "form"])
      #expect(try await lab.get("/", cookie: anna).text.contains("href=\"/people\">Invite people</a>"))
      let secret = try await lab.accounts.invite(
        .join(.photographer, name: nil), to: lab.accounts.organisation, by: nil, at: lab.moment.value)
      #expect(try await Self.names(lab, anna) == ["camera", "form"], "an open link is the first thing")
      _ = try await lab.accounts.accept(
        secret, name: "ben", displayName: "", password: StudioLab.password, agent: "", at: lab.moment.value)
      try await Self.putForm(documents, of: lab.accounts.organisation)
      lab.booth.notes.withLock { $0.report = .success(NotedBooth.report()) }
      #expect(try await Self.names(lab, anna) == ["reports", "booth"])
    }
  }

  @Test func `first steps are shown only to people who may take them`() async throws {
    try await StudioLab.run(features: [Self.reports(MemoryDocumentStore())]) { lab in
      lab.booth.notes.withLock { $0.report = .failure(OperatedBoothError(.notRunning, "no booth")) }
      let manager = try await lab.join("mia", Standing(.manager))
      #expect(try await Self.names(lab, manager) == ["camera", "form"])
      let photographer = try await lab.join("paul", .photographer)
      #expect(try await Self.names(lab, photographer) == [], "the booth is not theirs to start")
      let employee = try await lab.join("eve", Standing(.employee))
      let home = try await lab.get("/", cookie: employee).text
      #expect(try await Self.names(lab, employee) == [] && home.contains("You’re all caught up"))
    }
  }

  @Test func `cards that are hidden at once in several tabs are all hidden`() async throws {
    try await StudioLab.run { lab in
      let anna = try await lab.join("anna", Standing(.admin))
      let names = (0..<20).map { String(UnicodeScalar(UInt8(ascii: "a") + UInt8($0))) }
      try await withThrowingTaskGroup(of: Int.self) { group in
        for name in names {
          group.addTask { try await lab.post("/home/hide", cookie: anna, ["card": name]).status }
        }
        for try await status in group { #expect(status == 303) }
      }
      let person = try #require(
        try await lab.accounts.people(of: lab.accounts.organisation, for: .studio).first { $0.name == "anna" })
      #expect(Studio.hidden(try await lab.accounts.preferences(of: person.id.text)) == Set(names))
    }
  }

  @Test func `a manager's first step in the training is there when there is a photographer, until something is shared`()
    async throws
  {
    let features: @Sendable (SQLiteAccountStore) -> [any StudioFeature] = { accounts in
      [
        TrainingFeature(
          documents: PerRequester(same: MemoryDocumentStore()), pictures: PerRequester(same: ForeignPictures()),
          accounts: accounts)
      ]
    }
    try await StudioLab.run(more: features) { lab in
      let (admin, manager) = (
        try await lab.join("anna", Standing(.admin)), try await lab.join("mia", Standing(.manager))
      )
      #expect(try await !Self.names(lab, manager).contains("training"))
      let photographer = try await lab.join("paul", .photographer)
      #expect(try await Self.names(lab, manager).contains("training"))
      #expect(
        try await lab.get("/", cookie: manager).text.contains("href=\"/training/new\">Share a training photo</a>"))
      for cookie in [admin, photographer] { #expect(try await !Self.names(lab, cookie).contains("training")) }
    }
  }

  // MARK: The booth

  @Test func `the booth's card has its state, today's sessions and its queue, and comes first when it is out of order`()
    async throws
  {
    try await StudioLab.run(features: [OneCard(name: "other", urgency: .news)]) { lab in
      lab.booth.notes.withLock { notes in
        notes.sessions = [(1000.0, 1), (2000.0, 0), (86_400.0 * 2, 3)].map { openedAt, photos in
          GuestSession(
            id: "S", event: "wedding", state: "uploaded", openedAt: openedAt, secondsFromUTC: 0, link: nil,
            photos: photos)
        }
      }
      let cookie = try await lab.join("paul", .photographer)
      let home = try await lab.get("/", cookie: cookie).text
      #expect(home.contains("<strong>1</strong> <span>Sessions today</span>"), "one without a photo is none")
      #expect(home.contains("<strong>1</strong> <span>In the queue</span>"))
      #expect(try await Self.names(lab, cookie) == ["other", "booth"])
      lab.booth.notes.withLock { $0.report = .success(NotedBooth.report(state: "outOfOrder")) }
      // A report that was asked for a moment ago is still shown.
      try await eventually { try await Self.names(lab, cookie) == ["booth", "other"] }
      #expect(try await lab.get("/", cookie: cookie).text.contains("Needs your attention"))
    }
  }

  // MARK: Reports

  @Test func `a photographer is told whether today's report is sent, and a manager who has not sent one`() async throws
  {
    let documents = MemoryDocumentStore()
    try await StudioLab.run(features: [Self.reports(documents)]) { lab in
      let organisation = lab.accounts.organisation
      let template = try await Self.putForm(documents, of: organisation)
      let manager = try await lab.join("mia", Standing(.manager))
      let (paul, ben) = (try await lab.join("paul", .photographer), try await lab.join("ben", .photographer))
      let before = try await lab.get("/", cookie: paul).text
      #expect(before.contains("Not sent yet today") && before.contains("href=\"/reports/new/fall\""))
      let person = try #require(try await lab.accounts.signedIn(paul, at: lab.moment.value)).0
      let document = ReportSubmission(
        key: String(repeating: "0a", count: 16), date: "1970-01-01", answers: ["notes": .string("x")], attachments: []
      ).document(template, by: person.principal, photographer: "Paul")
      _ = try await documents.commit([
        .set(
          try DocumentPath("dailyJobReports/\(String(repeating: "0a", count: 16))"), document.fields,
          serverTimes: document.serverTimes)
      ])
      let after = try await lab.get("/", cookie: paul).text
      #expect(after.contains("Sent today") && after.contains("/reports/report/0a0a") && !after.contains("Not sent yet"))
      let team = try await lab.get("/", cookie: manager).text
      #expect(team.contains("<strong>1</strong> <span>Sent</span>"))
      // Who is missing stands with the number of them, and is said once.
      #expect(team.contains("<strong>1</strong> <span>Not sent yet</span> <span class=\"names\"><bdi>ben</bdi></span>"))
      #expect(!team.contains("<bdi>paul</bdi>") && team.ranges(of: "<bdi>ben</bdi>").count == 1)
      #expect(team.contains("href=\"/reports?when=today&amp;today=1970-01-01\""))
      let his = try await lab.get("/", cookie: ben).text
      #expect(his.contains("Not sent yet today") && !his.contains("Today’s reports"))
      // On the next day all of them are asked for one again.
      lab.moment.change { $0 += 86_400 }
      #expect(try await lab.get("/", cookie: paul).text.contains("Not sent yet today"))
    }
  }

  // MARK: Training

  @Test func `what a photographer has not opened is counted, for them and for who oversees it`() async throws {
    let documents = MemoryDocumentStore()
    let training: @Sendable (SQLiteAccountStore) -> [any StudioFeature] = { accounts in
      [
        TrainingFeature(
          documents: PerRequester(same: documents), pictures: PerRequester(same: ForeignPictures()), accounts: accounts)
      ]
    }
    try await StudioLab.run(more: training) { lab in
      let manager = try await lab.join("mia", Standing(.manager))
      let (paul, ben) = (try await lab.join("paul", .photographer), try await lab.join("ben", .photographer))
      let (his, other) = (
        try #require(try await lab.accounts.signedIn(paul, at: 1000)).0,
        try #require(try await lab.accounts.signedIn(ben, at: 1000)).0
      )
      let ids = ["A", "B", "C"].map { $0 + String(repeating: "A", count: 19) }
      for (id, person) in zip(ids, [his, his, other]) {
        let critique = Critique(
          id: id, organisation: lab.accounts.organisation, submitter: UserID("mia"), submitterName: "Mia",
          submitterEmail: "", photographer: person.id, photographerName: person.name,
          pictures: [
            .init(address: "/training/pictures/\(id)/a.jpg", thumbnail: "/training/pictures/\(id)/a-small.jpg")
          ], notes: "Look at <b>", kind: .example, createdAt: nil, version: DocumentTimestamp(microseconds: 0))
        _ = try await documents.commit([
          .set(try Critique.path(id), critique.fields, serverTimes: ["createdAt", "updatedAt"])
        ])
        if id == ids[1] { _ = try await documents.commit([try CritiqueSeen.noting(critique, by: his.id)]) }
      }
      let home = try await lab.get("/", cookie: paul).text
      #expect(home.contains("<strong>1</strong> <span>New</span>"))
      #expect(home.contains("href=\"/training/critiques/\(ids[0])\"") && home.contains("alt=\"Look at &lt;b&gt;\""))
      #expect(!home.contains(ids[1]) && !home.contains(ids[2]), "seen, or another's")
      let team = try await lab.get("/", cookie: manager).text
      // Who has not seen them stands with the number of them, and is said once.
      let named = "<strong>2</strong> <span>Not seen yet</span> <span class=\"names\">"
      #expect(
        team.contains(named + "<bdi>paul</bdi>, <bdi>ben</bdi></span>")
          || team.contains(named + "<bdi>ben</bdi>, <bdi>paul</bdi></span>"))
      #expect(team.ranges(of: "<bdi>ben</bdi>").count == 1)
    }
  }

  // MARK: Faults

  @Test func `a part that fails is left out with a sentence, and all others are there`() async throws {
    try await StudioLab.run(features: [BrokenHome(), OneCard(name: "well", urgency: .usual)]) { lab in
      let cookie = try await lab.join("eve", Standing(.employee))
      let home = try await lab.get("/", cookie: cookie)
      #expect(home.status == 200 && home.text.contains("Broken can’t be shown right now."))
      #expect(!home.text.contains("secret path"), "what it failed with is for the log")
      #expect(try await Self.names(lab, cookie) == ["well"])
    }
  }

  @Test func `a part that does not answer is not waited for`() async throws {
    let gate = Gate()
    gate.shut()
    defer { gate.open() }
    let outcomes = await HomeGathering.outcomes(
      of: [
        .init(title: "slow") {
          await gate.pass()
          return .none
        }
      ], within: .milliseconds(1))
    guard case .late? = outcomes.first, outcomes.count == 1 else {
      Issue.record("\(outcomes)")
      return
    }
  }

  @Test func `all answers are there, in their order, whichever comes first`() async throws {
    let gate = Gate()
    gate.shut()
    let outcomes = await HomeGathering.outcomes(
      of: [
        .init(title: "second to answer") {
          await gate.pass()
          return HomeOffer(steps: [HomeStep("a", .camera, "A", "", action: HomeLink("", "/"))])
        },
        .init(title: "first to answer") {
          gate.open()
          throw CancellationError()
        },
      ], within: .seconds(240))
    guard case .offered(let offer) = outcomes[0], case .failed = outcomes[1] else {
      Issue.record("\(outcomes)")
      return
    }
    #expect(offer.steps.map(\.name) == ["a"])
    #expect(await HomeGathering.outcomes(of: [], within: .seconds(240)).isEmpty)
  }

  @Test func `among cards that matter as soon, what people wait for is first`() async throws {
    let cards = [("photos", HomeCard.Urgency.usual), ("reports", .usual), ("places", .news), ("team-training", .news)]
    try await StudioLab.run(features: cards.map { OneCard(name: $0.0, urgency: $0.1) }) { lab in
      let eve = try await lab.join("eve", Standing(.employee))
      #expect(try await Self.names(lab, eve) == ["team-training", "places", "reports", "photos"])
    }
  }

  @Test func `schools are a first step where a form asks for one, for who may add them, until there is one`()
    async throws
  {
    let documents = MemoryDocumentStore()
    try await StudioLab.run(features: [Self.reports(documents)]) { lab in
      let organisation = lab.accounts.organisation
      let (manager, paul) = (
        try await lab.join("mia", Standing(.manager)), try await lab.join("paul", .photographer)
      )
      try await Self.putForm(documents, of: organisation)
      #expect(try await !Self.names(lab, manager).contains("schools"), "the form asks for none")
      try await Self.putForm(documents, of: organisation, [TemplateField("m", .mileage, "Miles")])
      #expect(try await Self.names(lab, manager).contains("schools"))
      #expect(try await !Self.names(lab, paul).contains("schools"))
      // A single step is a line.
      let home = try await lab.get("/", cookie: manager).text
      #expect(home.contains("<ul class=\"tiles alone\">\n<li data-card=\"schools\">"))
      #expect(home.contains("href=\"/reports/schools\">Add schools</a>"))
      _ = try await documents.commit([
        .set(
          try DocumentPath("schools/a"),
          ["organizationID": .string(organisation.text), "type": .string("school"), "value": .string("Adams")])
      ])
      #expect(try await !Self.names(lab, manager).contains("schools"))
    }
  }

  // MARK: Hiding

  @Test func `a person hides cards of their own home, and brings them back`() async throws {
    let cards = [OneCard(name: "one", urgency: .due), OneCard(name: "two", urgency: .usual)]
    try await StudioLab.run(features: cards) { lab in
      let (eve, ben) = (
        try await lab.join("eve", Standing(.employee)), try await lab.join("ben", Standing(.employee))
      )
      let home = try await lab.get("/", cookie: eve).text
      #expect(!home.contains("/home/show"))
      // Behind a menu: a card is not hidden by a slip.
      #expect(home.ranges(of: "<details class=\"home-menu\" data-menu>").count == 2)
      #expect(home.contains("aria-label=\"Options for “one”\"") && home.contains(">Hide card</button>"))
      let hidden = try await lab.post("/home/hide", cookie: eve, ["card": "one"])
      #expect(hidden.status == 303 && hidden.location == "/")
      #expect(try await Self.names(lab, eve) == ["two"])
      #expect(try await Self.names(lab, ben) == ["one", "two"], "another person's home is as it was")
      #expect(try await lab.get("/", cookie: eve).text.contains("action=\"/home/show\""))
      #expect(try await lab.post("/home/hide", cookie: eve, ["card": "two"]).status == 303)
      #expect(try await lab.post("/home/hide", cookie: eve, ["card": "two"]).status == 303)
      #expect(try await Self.names(lab, eve) == [])
      #expect(try await lab.post("/home/show", cookie: eve, ["card": "one"]).status == 303)
      #expect(try await Self.names(lab, eve) == ["one"])
      #expect(try await lab.post("/home/show", cookie: eve).status == 303)
      #expect(try await Self.names(lab, eve) == ["one", "two"])
    }
  }

  @Test(arguments: ["", "One", "a b", "<b>", String(repeating: "a", count: 41), "../x"])
  func `what is no card's name is not kept`(name: String) async throws {
    try await StudioLab.run { lab in
      let cookie = try await lab.join("eve", Standing(.employee))
      #expect(try await lab.post("/home/hide", cookie: cookie, ["card": name]).status == 404)
      let person = try #require(try await lab.accounts.signedIn(cookie, at: 1000)).0
      #expect(try await lab.accounts.preferences(of: person.id.text)[.hiddenCards] == nil)
    }
  }

  @Test func `cards are hidden by forms of ours alone, and not without end`() async throws {
    try await StudioLab.run { lab in
      let cookie = try await lab.join("eve", Standing(.employee))
      #expect(try await lab.send(.POST, "/home/hide", cookie: cookie, form: ["card": "one"]).status == 403)
      #expect(try await lab.get("/home/hide", cookie: cookie).status == 404)
      let letters = Array("abcdefghijklmnopqrstuvwxyz")
      for number in 0..<70 {
        let name = "\(letters[number % 26])\(letters[number / 26])"
        #expect(try await lab.post("/home/hide", cookie: cookie, ["card": name]).status == 303)
      }
      let person = try #require(try await lab.accounts.signedIn(cookie, at: 1000)).0
      let kept = try await lab.accounts.preferences(of: person.id.text)[.hiddenCards]?.split(separator: " ")
      #expect(kept?.count == 60 && kept?.last == "rc", "the newest ones")
    }
  }

  // MARK: Pieces

  /// The names of the cards and steps that a person's home shows, in their order.
  private static func names(_ lab: StudioLab, _ cookie: String) async throws -> [String] {
    try await lab.get("/", cookie: cookie).text.split(separator: "data-card=\"").dropFirst()
      .map { String($0.prefix { $0 != "\"" }) }
  }

  private static func reports(_ documents: MemoryDocumentStore) -> ReportsFeature {
    ReportsFeature(
      documents: PerRequester(same: documents), attachments: PerRequester(same: ForeignFiles()), weather: NoWeather())
  }

  @discardableResult private static func putForm(
    _ documents: MemoryDocumentStore, of organisation: OrganisationID,
    _ fields: [TemplateField] = [TemplateField("notes", .textarea, "Notes")]
  ) async throws -> ReportTemplate {
    let template = ReportTemplate(
      id: "fall", name: "Fall", shootType: "sports", organisation: organisation.text,
      fields: fields)
    _ = try await documents.commit([
      .set(try DocumentPath("reportTemplates/fall"), template.document, serverTimes: ["createdAt"])
    ])
    return template
  }
}

/// One card, for everybody.
private struct OneCard: StudioFeature {
  var name: String
  var urgency: HomeCard.Urgency
  var sections: [StudioSection] { [] }
  func answer(_ context: StudioContext, _ shell: StudioShell) async throws -> WebAnswer? { nil }
  func home(_ visit: HomeVisit) async throws -> HomeOffer {
    HomeOffer(cards: [HomeCard(name, urgency, .camera, name, action: HomeLink(name, "/"))])
  }
}

/// Fails whenever it is asked.
private struct BrokenHome: StudioFeature {
  var sections: [StudioSection] { [StudioSection("/broken", .seeBooth, (.camera, .cameraFill)) { _ in "Broken" }] }
  func answer(_ context: StudioContext, _ shell: StudioShell) async throws -> WebAnswer? { nil }
  func home(_ visit: HomeVisit) async throws -> HomeOffer { throw StudioFault.unavailable("a secret path") }
}
