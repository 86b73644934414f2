import BoothCore
import Documents
import StudioModel
import WebSupport

/// What the studio's own pages show on the home: the booth of this machine, and the organisation's people.
extension Studio {
  /// How many sessions are looked at for today's.
  private static let counted = 200

  func boothOffer(_ visit: HomeVisit, _ words: HomeWords) async -> HomeOffer {
    guard visit.principal.may(.operateBooth) else { return .none }
    let outcome = await watches.own.report()
    let sessions = await newestSessions(visit.principal)
    let open = HomeLink(words[.openBooth], "/booth")
    let isInCharge = visit.principal.may(.shutDownBooth)
    if isInCharge, sessions?.isEmpty == true, !Self.hasCamera(outcome) {
      return HomeOffer(steps: [
        HomeStep("camera", .camera, words[.connectCamera], words[.connectCameraText], action: open)
      ])
    }
    guard case .success(let report) = outcome else {
      // Photographers press its buttons, and do not start it.
      guard isInCharge else { return .none }
      return HomeOffer(cards: [
        HomeCard(
          "booth", .usual, .camera, StudioWords(words.language)[.booth],
          sentence: StudioWords(words.language)[.notRunning], action: open)
      ])
    }
    let isAtFault = report.state == "outOfOrder" || report.parts.contains { $0.health == .bad }
    let state = StudioText.state(report.state).map { StudioWords(words.language)[$0] } ?? report.state
    var figures: [HomeCard.Figure] = []
    if let sessions {
      let today = sessions.count { session in
        session.photos > 0
          && CivilDate.day(WallTime(unixSeconds: session.openedAt, secondsFromUTC: session.secondsFromUTC).day)
            == visit.today
      }
      figures.append(.init(today < Self.counted ? "\(today)" : "\(today)+", words[.sessionsToday]))
    }
    figures.append(.init(report.queue.count, words[.waiting]))
    return HomeOffer(cards: [
      HomeCard(
        "booth", isAtFault ? .due : .usual, .camera, StudioWords(words.language)[.booth],
        sentence: isAtFault ? words[.boothAttention] : state,
        figures: figures, action: open)
    ])
  }

  /// Whether a booth runs that sees a camera.
  private static func hasCamera(_ outcome: BoothWatch.Outcome) -> Bool {
    guard case .success(let report) = outcome else { return false }
    return report.parts.contains { $0.topic == "camera" && $0.health != .bad }
  }

  /// Nil where they may not be seen, or cannot be read.
  private func newestSessions(_ principal: Principal) async -> [GuestSession]? {
    guard principal.may(.seeSessions) else { return nil }
    do throws(OperatedBoothError) { return try await watches.own.booth.sessions(limit: Self.counted) } catch {
      return nil
    }
  }

  func peopleOffer(_ visit: HomeVisit, _ words: HomeWords) async throws -> HomeOffer {
    let organisation = visit.principal.organisation
    guard visit.principal.may(.managePeople), accounts.keeps(organisation) else { return .none }
    guard try await visit.people().count(where: { $0.endedAt == nil }) < 2,
      try await accounts.invitations(to: organisation, at: visit.context.now).isEmpty
    else { return .none }
    return HomeOffer(steps: [
      HomeStep(
        "people", .personPlus, words[.inviteTeam], words[.inviteTeamText],
        action: HomeLink(words[.invitePeople], "/people"))
    ])
  }
}
