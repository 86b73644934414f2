import BoothCore
import Documents
import HTTPTypes
import Hummingbird
import Logging
import StudioModel
import WebSupport

/// The studio without its sockets.
struct Studio: HTTPResponder {
  let shell: StudioShell
  let tenants: [any StudioTenant]
  let accounts: any AccountBook
  let watches: BoothWatches
  let preferences: PreferenceShelf
  /// What is held open and is not at its path any more, in words.
  let misplaced: @Sendable () -> String?
  let logger: Logger
  let wallClock: @Sendable () -> Double

  func respond(to request: Request, context: WebContext) async throws -> Response {
    let call = WebCall(request, publicBaseURL: configuration.publicBaseURL)
    var visit = Visit(call, context, now: wallClock())
    var answer: WebAnswer
    var person: String?
    var isForEverybody = false
    do {
      guard HostGuard.allows(request.head.authority, publicBaseURL: configuration.publicBaseURL) else {
        throw StudioFault.wrongHost(request.head.authority ?? "")
      }
      if let words = misplaced() { throw StudioFault.misplaced(words) }
      let other = BoothPath.split(call.path)
      visit.otherBooth = other?.id
      let route = StudioRoute(method: request.method, path: other?.own ?? call.path)
      isForEverybody = route.isForEverybody
      for secret in visit.secrets where !isForEverybody && !route.isOneTimeLink && visit.person == nil {
        guard let (person, place) = try await accounts.signedIn(secret, at: visit.now) else { continue }
        (visit.person, visit.place, visit.secret) = (person, place, secret)
        visit.requester = .person(
          ActingPerson(person.principal, place: place.id) { [absence = visit.absence] in absence.put($0) })
      }
      visit.isPersonKnown = !isForEverybody && !route.isOneTimeLink
      if !isForEverybody { person = visit.person.map(StudioShell.mark(of:)) ?? StudioShell.nobody }
      if let person = visit.person { visit.preferences = try await preferences.of(person) }
      answer = try await dispatch(route, visit)
      // What was written meanwhile is acknowledged only where the next start finds it.
      if let words = misplaced() { throw StudioFault.misplaced(words) }
    } catch let fault as StudioFault {
      answer = refused(fault, visit)
    } catch let error as AccountError {
      if case .unavailable(let words) = error {
        answer = refused(.unavailable(words), visit)
      } else {
        answer = refused(.unavailable("\(error)"), visit)
      }
    } catch let fault as UploadFault {
      answer = notTaken(fault, visit)
    } catch is TooLargeFault {
      answer = page(visit, .contentTooLarge, .tooLarge).closing()
    }
    if request.headers[.upgrade] != nil { answer = answer.closing() }
    if !isForEverybody { answer = answer.forOnePerson() }
    answer.headers[StudioShell.personField] = person
    if let place = visit.place {
      answer.headers[StudioShell.personSecondsField] = String(Int(AccountRules.secondsLeft(of: place, at: visit.now)))
    }
    return answer.with([Self.resourcePolicy: "same-origin"]).response(to: request.head, context)
  }

  /// Nothing of ours stands in a page of another origin, such as another port of this machine.
  private static let resourcePolicy = HTTPField.Name("Cross-Origin-Resource-Policy")!

  private func dispatch(_ route: StudioRoute, _ visit: Visit) async throws -> WebAnswer {
    switch route {
    case .health: .json(.members(["status": .string(await remarks().isEmpty ? "ok" : "trouble")]))
    case .worker: shell.worker
    case .offline: shell.offlinePage(visit)
    case .session: try session(visit)
    case .staticFile(let name): shell.staticFile(name, visit)
    case .home: try home(visit)
    case .signInPage: try await signInPage(visit)
    case .signIn: try await signIn(visit)
    case .signOut: try await signOut(visit)
    case .joinPage(let secret): try await joinPage(visit, secret)
    case .join(let secret): try await join(visit, secret)
    case .boothPage: try await boothPage(visit)
    case .boothState: try await boothState(visit)
    case .boothEvents: try await boothEvents(visit)
    case .boothScreen: try await boothScreen(visit)
    case .boothOrder(let name): try await boothOrder(visit, name)
    case .boothJSON(let question): try await boothJSON(visit, question)
    case .otherBooths: try await otherBoothsPage(visit)
    case .changeOtherBooths: try await changeOtherBooths(visit)
    case .eventPicture: try await eventPicture(visit)
    case .sessionsPage: try await sessionsPage(visit)
    case .checkPage: try await checkPage(visit)
    case .logPage: try await logPage(visit)
    case .peoplePage: try await peoplePage(visit)
    case .invite: try await invite(visit)
    case .changeStanding: try await changeStanding(visit)
    case .newPasswordLink: try await newPasswordLink(visit)
    case .endAccount: try await endAccount(visit)
    case .withdraw: try await withdraw(visit)
    case .accountPage: try await accountPage(visit)
    case .changePassword: try await changePassword(visit)
    case .chooseLanguage: try await chooseLanguage(visit)
    case .endPlace: try await endPlace(visit)
    case .chooseName: try await chooseName(visit)
    case .chooseLook: try await chooseLook(visit)
    case .settingsPage: try await settingsPage(visit)
    case .saveSettings: try await saveSettings(visit)
    case .wrongMethod(let allowed):
      visit.person == nil
        ? try stranger(visit) : WebAnswer.text(.methodNotAllowed, "Not this way").with([.allow: allowed])
    case .notFound: visit.person == nil ? try stranger(visit) : try await tenant(visit)
    }
  }

  /// Whether somebody is still signed in: for scripts that were without a network.
  private func session(_ visit: Visit) throws -> WebAnswer {
    guard visit.person != nil else { throw StudioFault.signInNeeded }
    return WebAnswer(.noContent, [.cacheControl: "no-store"])
  }

  /// What no page of the shell's own is asked for may be one of a tenant's.
  private func tenant(_ visit: Visit) async throws -> WebAnswer {
    for tenant in tenants {
      if let answer = try await tenant.answer(visit, shell) { return answer }
    }
    return page(visit, .notFound, .notFound)
  }

  /// Whoever is not signed in learns nothing of what there is.
  private func stranger(_ visit: Visit) throws -> WebAnswer { throw StudioFault.signInNeeded }

  private func home(_ visit: Visit) throws -> WebAnswer {
    guard visit.person != nil else { throw StudioFault.signInNeeded }
    return Self.redirect("/booth")
  }

  /// Scripts that send files are told in a sentence, and when to try again; a form without one gets a page.
  private func notTaken(_ fault: UploadFault, _ visit: Visit) -> WebAnswer {
    switch fault {
    case .tooMany
    where !visit.wantsPart && MultipartForm.boundary(visit.call.request.headers[.contentType] ?? "") != nil:
      return page(visit, .serviceUnavailable, .tooManyUploads).with([.retryAfter: "2"]).closing()
    case .tooMany:
      let words = StudioWords(visit.language)[.tooManyUploads]
      return WebAnswer.json(.members(["error": .string(words), "said": .string(words)]), .serviceUnavailable)
        .with([.retryAfter: "2"]).closing()
    case .cutShort: return page(visit, .requestTimeout, .trouble).closing()
    case .noRoom: return page(visit, DiskRefusal.full.status, .full, said: fault.description).closing()
    case .unavailable(let words): return refused(StudioFault.unavailable(words), visit).closing()
    }
  }

  private func refused(_ fault: StudioFault, _ visit: Visit) -> WebAnswer {
    switch fault {
    case .signInNeeded:
      let isReading = visit.call.request.method == .get || visit.call.request.method == .head
      guard isReading, !visit.wantsPart, visit.call.path != "/session" else {
        return page(visit, .unauthorized, .signInNeeded)
      }
      let path = visit.call.path
      return Self.redirect(
        path == "/" ? "/sign-in" : "/sign-in?to=" + PercentEncoding.component(path + visit.call.search))
    case .forbidden: return page(visit, .forbidden, .forbidden)
    case .foreignForm: return page(visit, .forbidden, .foreignForm)
    case .notFound: return page(visit, .notFound, .notFound)
    case .wrongHost(let host):
      logger.warning("asked under a foreign name", metadata: ["studio.host": "\(host.prefix(100))"])
      return page(visit, .misdirectedRequest, .wrongHost)
    case .misplaced:
      if visit.call.path == "/health" {
        return .json(.members(["status": .string("trouble")]), .serviceUnavailable)
      }
      return page(visit, .serviceUnavailable, .misplaced).closing()
    case .unavailable(let words), .trouble(let words):
      // The studio ends, or whoever asked has gone: what was under way for them was let go, and failed of that.
      guard !Task.isCancelled else {
        logger.info("an answer was let go")
        return page(visit, .serviceUnavailable, .trouble).with([.retryAfter: "5"])
      }
      logger.error("the studio cannot answer", metadata: ["studio.error": "\(words)"])
      let said = visit.person == nil || fault == .trouble(words) ? nil : words
      if let refusal = DiskRefusal(saidIn: words) { return page(visit, refusal.status, refusal.message, said: said) }
      return page(visit, .serviceUnavailable, .trouble, said: said).with([.retryAfter: "5"])
    }
  }
}

extension Visit {
  /// A script asks, for a part of a page.
  package var wantsPart: Bool { call.request.headers[Self.part] != nil }
  private static let part = HTTPField.Name("X-Booth-Part")!
}

extension StudioRoute {
  /// Who asks makes no difference.
  var isForEverybody: Bool {
    switch self {
    case .staticFile, .health, .worker, .offline: true
    default: false
    }
  }

  /// Whoever follows one is another person than the one who may still be signed in in this browser.
  var isOneTimeLink: Bool {
    switch self {
    case .joinPage, .join: true
    default: false
    }
  }
}
