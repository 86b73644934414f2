/// What a person may want to do in the studio.
public enum StudioAction: String, Sendable, CaseIterable {
  /// The booth's state, and what its guests see.
  case seeBooth
  /// Press its buttons, pause, resume, choose the event, try the queue again.
  case operateBooth
  /// Sessions of guests, with their links.
  case seeSessions
  /// Erase a session, here and at the gallery.
  case eraseSession
  /// Give a job of the queue up.
  case cancelJob
  /// End the booth.
  case shutDownBooth
  /// What the booth's program writes down of its work.
  case seeLog
  /// Who belongs to the organisation.
  case seePeople
  /// Invite, change and end accounts.
  case managePeople
  /// Old photographs and their places.
  case seeLocations
  /// Add and change them, and take them again.
  case editLocations
  /// Delete them; the person who added one may delete it, too.
  case deleteLocation
  /// Bring them to the organisation's other machines, and from there.
  case syncLocations
  /// What photographers are sent to learn from.
  case seeCritiques
  /// Send them some.
  case publishCritique
  /// Look at what all of them were sent, and whether they have seen it.
  case overseeCritiques
  /// Change one; the sender may do so, too.
  case editCritique
  /// Delete one; the sender may do so, too.
  case deleteCritique
  /// Fill in daily reports, and see one's own.
  case writeReport
  /// A report; its sender, managers and administrators.
  case seeReport
  /// Amend one; the same.
  case amendReport
  /// Delete one, with all that it was before; the same.
  case deleteReport
  /// Forms of reports, and the schools that they lead to.
  case editTemplates
  /// Photographs of all sources, and copies of them.
  case seePhotos
  /// Give them stars and colours.
  case markPhotos
  /// Add and forget sources, have them read, and move photographs to the bin.
  case managePhotos
}

/// What something is done to, as far as the rules look at it.
public struct StudioSubject: Sendable, Hashable {
  /// Whose it is.
  public var organisation: OrganisationID
  /// Who made it; nil if no person counts as that.
  public var owner: UserID?

  public init(_ organisation: OrganisationID, owner: UserID? = nil) {
    self.organisation = organisation
    self.owner = owner
  }
}

/// Who may do one thing.
struct StudioGrant: Sendable, Equatable {
  var roles: Set<StudioRole>
  var photographers = false
  var owners = false

  static let everybody = StudioGrant(roles: Set(StudioRole.allCases))
  static let staff = StudioGrant(roles: [.admin, .manager], photographers: true)
  static let managers = StudioGrant(roles: [.admin, .manager])
  static let admins = StudioGrant(roles: [.admin])
  static let adminsAndOwners = StudioGrant(roles: [.admin], owners: true)
  static let managersAndPhotographers = StudioGrant(roles: [.manager], photographers: true)
  static let managersAndOwners = StudioGrant(roles: [.admin, .manager], owners: true)
}

extension StudioAction {
  /// The whole table of rules; the tests go through every row of it.
  var grant: StudioGrant {
    switch self {
    case .seeBooth, .seeLocations, .seeCritiques, .writeReport, .seePhotos: .everybody
    case .operateBooth, .seeSessions, .editLocations, .markPhotos: .staff
    case .eraseSession, .cancelJob, .shutDownBooth, .seeLog, .seePeople, .syncLocations, .overseeCritiques,
      .editTemplates, .managePhotos:
      .managers
    case .managePeople: .admins
    case .deleteLocation, .seeReport, .amendReport, .deleteReport: .managersAndOwners
    // The existing apps' rules: an administrator changes and deletes, and publishes only as a photographer.
    case .publishCritique: .managersAndPhotographers
    case .editCritique, .deleteCritique: .adminsAndOwners
    }
  }
}

extension Principal {
  /// Whether they may do it; never in another organisation.
  /// - Parameter subject: nil for what is their own organisation's and no person's in particular.
  public func may(_ action: StudioAction, on subject: StudioSubject? = nil) -> Bool {
    let subject = subject ?? StudioSubject(organisation)
    guard subject.organisation == organisation else { return false }
    let grant = action.grant
    return grant.roles.contains(standing.role) || (grant.photographers && standing.isPhotographer)
      || (grant.owners && subject.owner == user)
  }
}
