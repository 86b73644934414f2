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
  let features: [any StudioFeature]
  let accounts: any AccountStore
  let watches: BoothWatches
  /// All booths, at a broker and over the network; nil: there is no page of them.
  let fleet: FleetWatches?
  let preferences: PreferenceCache
  /// What is held open and is not at its path any more, in words.
  let misplaced: @Sendable () -> String?
  let logger: Logger
  let wallClock: @Sendable () -> Double

  func respond(to request: Request, context connection: WebContext) async throws -> Response {
    let call = WebCall(request, publicBaseURL: configuration.publicBaseURL)
    var context = StudioContext(call, connection, now: wallClock())
    var answer: WebAnswer
    var person: String?
    var isForEverybody = false
    do {
      guard HostGuard.allows(request.head.authority, publicBaseURL: configuration.publicBaseURL) else {
        throw StudioFault.wrongHost(request.head.authority ?? "")
      }
      if let words = misplaced() { throw StudioFault.misplaced(words) }
      let other = BoothPath.split(call.path)
      context.otherBooth = other?.id
      let route = StudioRoute(method: request.method, path: other?.own ?? call.path)
      isForEverybody = route.isForEverybody
      for secret in context.secrets where !isForEverybody && !route.isOneTimeLink && context.person == nil {
        guard let (person, place) = try await accounts.signedIn(secret, at: context.now) else { continue }
        (context.person, context.place, context.secret) = (person, place, secret)
        context.requester = .person(
          ActingPerson(person.principal, place: place.id) { [absence = context.absence] in absence.put($0) })
      }
      context.isPersonKnown = !isForEverybody && !route.isOneTimeLink
      if !isForEverybody { person = context.person.map(StudioShell.mark(of:)) ?? StudioShell.nobody }
      if let person = context.person { context.preferences = try await preferences.of(person) }
      answer = try await dispatch(route, context)
      // What was written meanwhile is acknowledged only where the next start finds it.
      if let words = misplaced() { throw StudioFault.misplaced(words) }
    } catch let fault as StudioFault {
      answer = refused(fault, context)
    } catch let error as AccountError {
      if case .unavailable(let words) = error {
        answer = refused(.unavailable(words), context)
      } else {
        answer = refused(.unavailable("\(error)"), context)
      }
    } catch let fault as UploadFault {
      answer = notTaken(fault, context)
    } catch is TooLargeFault {
      answer = page(context, .contentTooLarge, .tooLarge).closing()
    }
    if request.headers[.upgrade] != nil { answer = answer.closing() }
    if !isForEverybody { answer = answer.forOnePerson() }
    answer.headers[StudioShell.personField] = person
    if let place = context.place {
      answer.headers[StudioShell.personSecondsField] = String(Int(AccountRules.secondsLeft(of: place, at: context.now)))
    }
    return answer.with([Self.resourcePolicy: "same-origin"]).response(to: request.head, connection)
  }

  /// Nothing of ours stands in a page of another origin, such as another port of this machine.
  private static let resourcePolicy = HTTPField.Name("Cross-Origin-Resource-Policy")!

  private func dispatch(_ route: StudioRoute, _ context: StudioContext) async throws -> WebAnswer {
    switch route {
    case .health: .json(.members(["status": .string(await remarks().isEmpty ? "ok" : "trouble")]))
    case .worker: shell.worker
    case .offline: shell.offlinePage(context)
    case .session: try session(context)
    case .staticFile(let name): shell.staticFile(name, context)
    case .home: try await home(context)
    case .hideCard: try await hideCard(context)
    case .showCards: try await showCards(context)
    case .signInPage: try await signInPage(context)
    case .signIn: try await signIn(context)
    case .signOut: try await signOut(context)
    case .joinPage(let secret): try await joinPage(context, secret)
    case .join(let secret): try await join(context, secret)
    case .design:
      #if DEBUG
        designPage(context)
      #else
        throw StudioFault.notFound
      #endif
    case .boothPage: try await boothPage(context)
    case .boothState: try await boothState(context)
    case .boothEvents: try await boothEvents(context)
    case .boothScreen: try await boothScreen(context)
    case .boothOrder(let name): try await boothOrder(context, name)
    case .boothJSON(let question): try await boothJSON(context, question)
    case .otherBooths: try await otherBoothsPage(context)
    case .changeOtherBooths: try await changeOtherBooths(context)
    case .fleetPage: try await fleetPage(context)
    case .fleetState: try await fleetState(context)
    case .fleetEvents: try await fleetEvents(context)
    case .eventPicture: try await eventPicture(context)
    case .sessionsPage: try await sessionsPage(context)
    case .sessionPhoto: try await sessionPhoto(context)
    case .checkPage: try await checkPage(context)
    case .logPage: try await logPage(context)
    case .peoplePage: try await peoplePage(context)
    case .invite: try await invite(context)
    case .changeStanding: try await changeStanding(context)
    case .newPasswordLink: try await newPasswordLink(context)
    case .endAccount: try await endAccount(context)
    case .withdraw: try await withdraw(context)
    case .accountPage: try await accountPage(context)
    case .changePassword: try await changePassword(context)
    case .chooseLanguage: try await chooseLanguage(context)
    case .endPlace: try await endPlace(context)
    case .chooseName: try await chooseName(context)
    case .chooseLook: try await chooseLook(context)
    case .settingsPage: try await settingsPage(context)
    case .saveSettings: try await saveSettings(context)
    case .wrongMethod(let allowed):
      context.person == nil
        ? try stranger(context) : WebAnswer.text(.methodNotAllowed, "Not this way").with([.allow: allowed])
    case .shared: try await shared(context)
    case .notFound: context.person == nil ? try stranger(context) : try await feature(context)
    }
  }

  /// Whether a person is still signed in: for scripts that were without a network.
  private func session(_ context: StudioContext) throws -> WebAnswer {
    guard context.person != nil else { throw StudioFault.signInNeeded }
    return WebAnswer(.noContent, [.cacheControl: "no-store"])
  }

  /// What no page of the shell's own is asked for may be one of a feature's.
  private func feature(_ context: StudioContext) async throws -> WebAnswer {
    for feature in features {
      if let answer = try await feature.answer(context, shell) { return answer }
    }
    return page(context, .notFound, .notFound)
  }

  /// Behind no door: the link is the key.
  private func shared(_ context: StudioContext) async throws -> WebAnswer {
    for feature in features {
      if let answer = try await feature.answerOutside(context, shell) { return answer }
    }
    return page(context, .notFound, .notFound)
  }

  /// A person who is not signed in learns nothing of what there is.
  private func stranger(_ context: StudioContext) throws -> WebAnswer { throw StudioFault.signInNeeded }

  /// Scripts that send files are told in a sentence, and when to try again; a form without one gets a page.
  private func notTaken(_ fault: UploadFault, _ context: StudioContext) -> WebAnswer {
    switch fault {
    case .tooMany
    where !context.wantsPart && MultipartForm.boundary(context.call.request.headers[.contentType] ?? "") != nil:
      return page(context, .serviceUnavailable, .tooManyUploads).with([.retryAfter: "2"]).closing()
    case .tooMany:
      let words = StudioWords(context.language)[.tooManyUploads]
      return WebAnswer.json(.members(["error": .string(words), "said": .string(words)]), .serviceUnavailable)
        .with([.retryAfter: "2"]).closing()
    case .cutShort: return page(context, .requestTimeout, .trouble).closing()
    case .noRoom: return page(context, DiskRefusal.full.status, .full, said: fault.description).closing()
    case .unavailable(let words): return refused(StudioFault.unavailable(words), context).closing()
    }
  }

  private func refused(_ fault: StudioFault, _ context: StudioContext) -> WebAnswer {
    switch fault {
    case .signInNeeded:
      let isReading = context.call.request.method == .get || context.call.request.method == .head
      guard isReading, !context.wantsPart, context.call.path != "/session" else {
        return page(context, .unauthorized, .signInNeeded)
      }
      let path = context.call.path
      return Self.redirect(
        path == "/" ? "/sign-in" : "/sign-in?to=" + PercentEncoding.component(path + context.call.search))
    case .forbidden:
      // Roles are an administrator's to change: they are not told to ask one.
      return page(context, .forbidden, context.principal?.may(.managePeople) == true ? .forbiddenToAdmin : .forbidden)
    case .foreignForm: return page(context, .forbidden, .foreignForm)
    case .notFound: return page(context, .notFound, .notFound)
    case .wrongHost(let host):
      logger.warning("asked under a foreign name", metadata: ["studio.host": "\(host.prefix(100))"])
      return page(context, .misdirectedRequest, .wrongHost)
    case .misplaced:
      if context.call.path == "/health" {
        return .json(.members(["status": .string("trouble")]), .serviceUnavailable)
      }
      return page(context, .serviceUnavailable, .misplaced).closing()
    case .booth(let error):
      logger.error("a booth does not answer", metadata: ["studio.error": "\(error.words)"])
      if let refusal = DiskRefusal(saidIn: error.words) { return page(context, refusal.status, refusal.message) }
      let heading = StudioWords(context.language)[error.kind == .notRunning ? .notRunning : .boothTrouble]
      let way: HTML =
        "<p><a class=\"button\" href=\"\(context.at("/booth"))\">\(StudioWords(context.language)[.backToBooth])</a></p>"
      return page(
        context, .serviceUnavailable, title: heading, section: .booth,
        "<h1>\(heading)</h1>\n<p>\(BoothWords(context.language).refusal(error))</p>\n\(context.person == nil ? .empty : way)\n"
      ).with([.retryAfter: "5"])
    case .unavailable(let words), .trouble(let words):
      // The studio ends, or the client has gone: what was under way for them was let go, and failed of that.
      guard !Task.isCancelled else {
        logger.info("an answer was let go")
        return page(context, .serviceUnavailable, .trouble).with([.retryAfter: "5"])
      }
      logger.error("the studio cannot answer", metadata: ["studio.error": "\(words)"])
      let said = context.person == nil || fault == .trouble(words) ? nil : words
      if let refusal = DiskRefusal(saidIn: words) { return page(context, refusal.status, refusal.message, said: said) }
      return page(context, .serviceUnavailable, .trouble, said: said).with([.retryAfter: "5"])
    }
  }
}

extension StudioContext {
  /// A script asks, for a part of a page.
  package var wantsPart: Bool { call.request.headers[Self.part] != nil }
  private static let part = HTTPField.Name("X-Booth-Part")!
}

extension StudioRoute {
  /// Who asks makes no difference.
  var isForEverybody: Bool {
    switch self {
    case .staticFile, .health, .worker, .offline, .shared: true
    default: false
    }
  }

  /// A person who follows one is another than the one who may still be signed in in this browser.
  var isOneTimeLink: Bool {
    switch self {
    case .joinPage, .join: true
    default: false
    }
  }
}
