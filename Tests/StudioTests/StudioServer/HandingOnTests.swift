import Documents
import Imaging
import NIOHTTP1
import Reports
import StudioModel
import StudioReports
import StudioTesting
import Testing
import Training

@testable import StudioServer
@testable import StudioStore
@testable import WebSupport

@Suite(.timeLimit(.minutes(15))) struct HandingOnTests {
  @Test func `a link that was made is there once, to be copied, shared and scanned`() async throws {
    try await StudioLab.run { lab in
      let admin = try await lab.join("anna", Standing(.admin))
      let host = ("Host", "192.0.2.7:8090")
      let invited = try await lab.send(
        .POST, "/people/invite", cookie: admin, [host, ("Origin", "http://192.0.2.7:8090")],
        form: ["standing": "photographer", FormGuard.field: FormGuard.token(admin)])
      #expect(invited.status == 303)
      let page = try await lab.send(.GET, "/people", cookie: admin, [host]).text
      let start = try #require(page.firstRange(of: "id=\"link\" class=\"link\" readonly dir=\"ltr\" value=\""))
      let link = String(page[start.upperBound...].prefix { $0 != "\"" })
      #expect(link.contains("/join/"))
      #expect(page.contains("data-copy=\"link\"") && page.contains("data-share=\"link\" hidden"))
      #expect(page.contains(try QRCode(link).html(text: "QR code of the link").text))
      let again = try await lab.get("/people", cookie: admin).text
      #expect(!again.contains(link) && !again.contains("class=\"code\""))
    }
  }

  @Test(arguments: ["127.0.0.1:8090", "localhost:8090", "[::1]:8090"])
  func `a link to this computer is copied only, and the page says how others get one`(here: String) async throws {
    try await StudioLab.run(command: "booth studio --data '/srv/my booth'") { lab in
      let admin = try await lab.join("anna", Standing(.admin))
      let invited = try await lab.send(
        .POST, "/people/invite", cookie: admin, [("Host", here), ("Origin", "http://" + here)],
        form: ["standing": "photographer", FormGuard.field: FormGuard.token(admin)])
      #expect(invited.status == 303)
      let page = try await lab.send(.GET, "/people", cookie: admin, [("Host", here)]).text
      // As it was started: another folder would be another studio, without any account.
      #expect(
        page.contains("<code dir=\"ltr\">booth studio --data &#39;/srv/my booth&#39; --listen 0.0.0.0:8090</code>"))
      #expect(page.contains("stop the studio") && page.contains("Then create a new link."))
      #expect(page.contains("data-copy=\"link\"") && !page.contains("data-share") && !page.contains("class=\"code\""))
    }
  }

  @Test func `a code in a page has the modules of the code, with its light border`() throws {
    let code = try QRCode("https://example.org/join/0123456789")
    let html = code.html(text: "<a>").text
    let side = code.side + 2 * QRCode.standardQuietZone
    #expect(html.contains("viewBox=\"0 0 \(side) \(side)\"") && html.contains("aria-label=\"&lt;a&gt;\""))
    var drawn = [[Bool]](repeating: [Bool](repeating: false, count: side), count: side)
    let start = try #require(html.firstRange(of: " d=\""))
    for run in html[start.upperBound...].prefix(while: { $0 != "\"" }).split(separator: "M") {
      // Each is `X Yh WIDTH v1h-WIDTH z`.
      let numbers = run.split { !$0.isNumber }.compactMap { Int($0) }
      try #require(numbers.count == 5 && numbers[2] == numbers[4] && numbers[3] == 1)
      for x in numbers[0]..<numbers[0] + numbers[2] { drawn[numbers[1]][x] = true }
    }
    #expect(drawn == code.modules())
  }

  @Test func `people who may make what is missing have the way there, and all others are told who may`() async throws {
    let documents = MemoryDocumentStore()
    let features: @Sendable (SQLiteAccountStore) -> [any StudioFeature] = { accounts in
      [
        TrainingFeature(
          documents: PerRequester(same: documents), pictures: PerRequester(same: ForeignPictures()), accounts: accounts),
        ReportsFeature(
          documents: PerRequester(same: documents), attachments: PerRequester(same: ForeignFiles()),
          weather: NoWeather()),
      ]
    }
    try await StudioLab.run(more: features) { lab in
      let (admin, manager) = (
        try await lab.join("anna", Standing(.admin)), try await lab.join("mia", Standing(.manager))
      )
      let employee = try await lab.join("eve", Standing(.employee))
      let way = "href=\"/reports/forms/new\""
      for cookie in [admin, manager] {
        let page = try await lab.get("/reports/new", cookie: cookie).text
        #expect(page.contains(way) && !page.contains("A manager can create one"))
      }
      let told = try await lab.get("/reports/new", cookie: employee).text
      #expect(told.contains("A manager can create one") && !told.contains(way))
      let team = try await lab.get("/training/team", cookie: admin).text
      #expect(
        team.contains("href=\"/people\">Invite a photographer</a>") && !team.contains("An administrator can invite"))
      #expect(try await lab.get("/training/team", cookie: manager).text.contains("An administrator can invite them"))
    }
  }
}
