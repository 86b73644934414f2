import BoothTesting
import FoundationEssentials
import Testing

@testable import BoothCore
@testable import BoothVault

/// The look and the language that guests chose are kept with their session.
@Suite struct LookKeptTests {
  private func opened(_ booth: TestVault, _ look: PhotoFilter?) throws -> SessionRecord {
    let event = Event(id: 7, slug: "party", name: "Party", date: "2026-06-20", filters: [.none, .sepia])
    var plan = event.plan
    plan.look = look
    plan.language = "ar"
    return try booth.vault.openSession(
      TestVault.id(1), event: event, plan: plan, consent: nil, linkBase: "https://g.example", at: booth.time)
  }

  @Test(arguments: [PhotoFilter?.none, .some(.sepia), .some(.none)])
  func `lost books are written anew with it`(_ look: PhotoFilter?) throws {
    let booth = try TestVault()
    let session = try opened(booth, look)
    try booth.photo(session, 0, [1])
    _ = try booth.vault.finishSession(session.id, quiet: false)
    let (again, ledger) = booth.withoutDatabase()
    try again.open()
    let plan = try #require(ledger.state.session(session.id)?.plan)
    #expect(plan.look == look && plan.language == "ar")
  }

  @Test func `a look that a newer program knows is left out, not the session`() throws {
    let booth = try TestVault()
    let session = try opened(booth, .sepia)
    let bytes = try #require(booth.disk[Vault.sheetPath(of: session.id)])
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains(#""look":"sepia""#))
    let sheet = try SessionSheet(json: Array(text.replacing("sepia", with: "comic").utf8))
    #expect(sheet.plan.look == nil && sheet.session == session.id)
  }

  @Test func `a journal of an earlier version has none`() throws {
    let json = #"{"strips":[{"start":"automatic","countdown":[3,0],"review":[5,0]}]}"#
    let plan = try JSONDecoder().decode(CapturePlan.self, from: Data(json.utf8))
    #expect(plan.look == nil && plan.language == nil && plan.strips.count == 1)
    let again = try String(decoding: JSONEncoder().encode(plan), as: UTF8.self)
    #expect(!again.contains("look") && !again.contains("language"))
  }
}
