import Testing

@testable import Documents
@testable import StudioModel

@Suite struct PermissionTests {
  private static let here = OrganisationID("here")
  private static let elsewhere = OrganisationID("elsewhere")
  private static let standings =
    Standing.all + [Standing(.manager, isPhotographer: true), Standing(.admin, isPhotographer: true)]

  /// The table as it is meant, written down a second time: who may, of admin, manager, photographer, employee, and
  /// whether the owner may as well.
  private static let table: [StudioAction: (String, owner: Bool)] = [
    .seeBooth: ("ampe", false), .operateBooth: ("amp", false), .seeSessions: ("amp", false),
    .eraseSession: ("am", false), .cancelJob: ("am", false), .shutDownBooth: ("am", false), .seePeople: ("am", false),
    .seeLog: ("am", false),
    .managePeople: ("a", false), .seeLocations: ("ampe", false), .editLocations: ("amp", false),
    .deleteLocation: ("am", true), .syncLocations: ("am", false),
    .seeCritiques: ("ampe", false), .publishCritique: ("mp", false), .overseeCritiques: ("am", false),
    .editCritique: ("a", true), .deleteCritique: ("a", true),
    .writeReport: ("ampe", false), .seeReport: ("am", true), .amendReport: ("am", true),
    .deleteReport: ("am", true), .editTemplates: ("am", false),
    .seePhotos: ("ampe", false), .markPhotos: ("amp", false), .managePhotos: ("am", false),
  ]

  private static func letter(_ standing: Standing) -> [Character] {
    let role: Character =
      switch standing.role {
      case .admin: "a"
      case .manager: "m"
      case .employee: "e"
      }
    return standing.isPhotographer ? [role, "p"] : [role]
  }

  @Test(arguments: StudioAction.allCases)
  func `role, action, owner and organisation decide as the table says`(action: StudioAction) throws {
    let (who, owner) = try #require(Self.table[action])
    for standing in Self.standings {
      let principal = Principal(user: UserID("me"), organisation: Self.here, standing: standing)
      let isIn = Self.letter(standing).contains { who.contains($0) }
      #expect(principal.may(action) == isIn, "\(standing)")
      for (user, isOwn) in [("me", true), ("you", false)] {
        let subject = StudioSubject(Self.here, owner: UserID(user))
        #expect(principal.may(action, on: subject) == (isIn || owner && isOwn), "\(standing), owned by \(user)")
        let foreign = StudioSubject(Self.elsewhere, owner: UserID(user))
        #expect(!principal.may(action, on: foreign), "\(standing), in another organisation")
      }
    }
  }

  @Test func `a standing is read back from what it is called`() {
    for standing in Standing.all { #expect(Standing(name: standing.name) == standing) }
    #expect(Standing.all.map(\.name) == ["admin", "manager", "photographer", "employee"])
    #expect(Standing(name: "Admin") == nil && Standing(name: "") == nil)
  }

  @Test func `each order asks for its right`() {
    let orders: [BoothOrder] = [
      .press("start"), .pause, .resume, .shutDown, .chooseEvent("x"), .retry(nil), .cancel("1"), .erase("s"),
      .prints(.pause),
    ]
    #expect(
      orders.map(\.action) == [
        .operateBooth, .operateBooth, .operateBooth, .shutDownBooth, .operateBooth, .operateBooth, .cancelJob,
        .eraseSession, .operateBooth,
      ])
  }
}
