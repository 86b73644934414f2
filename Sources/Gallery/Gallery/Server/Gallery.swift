import BoothArchives
import BoothCore
import FoundationEssentials
import HTTPTypes
import Hummingbird
import Logging
import WebSupport

/// The gallery without its sockets: answers requests over an object store.
///
/// Its only state is the store, so any number of galleries may serve one, also by turns with the original Worker.
struct Gallery: HTTPResponder {
  let configuration: GalleryConfiguration
  let store: any ObjectStore
  /// The wall clock, for expiry and time stamps.
  let now: @Sendable () -> Date
  /// How far clocks on the wall are ahead of UTC then, for the names of files.
  let secondsFromUTC: @Sendable (Date) -> Int
  let logger: Logger
  let stylesheets: Stylesheets
  /// Completions of one event take turns here, so that within a process none has to try twice.
  let indexTurns = Turns<EventID>()
  let derivedIndexes: DerivedIndexes
  let refusals: RefusalLog
  let pages = PageCache()
  let checksums = ArchiveChecksums()
  /// Nil where lists show pictures as they came.
  let smallPictures: (any SmallPictureMaker)?
  let smallPictureQueue = SmallPictureQueue()
  let readiness: Readiness
  let knownSettings = KnownSettings()
  let knownTokens = KnownTokens()
  let news = EventNews()
  let pace = RequestPace()
  let measuredEvents = MeasuredEvents()
  let pinTries = PINTries()
  /// Tries of one event's PIN take turns here, so that few are written of many that come at once.
  let pinTurns = Turns<EventID>()
  /// Nil where none are asked for.
  let metrics: GalleryMetrics?

  init(
    configuration: GalleryConfiguration, store: any ObjectStore, logger: Logger,
    smallPictures: (any SmallPictureMaker)? = nil, metrics: GalleryMetrics? = nil,
    now: @escaping @Sendable () -> Date = { Date.now },
    secondsFromUTC: @escaping @Sendable (Date) -> Int = CivilMoment.secondsFromUTC
  ) {
    self.configuration = configuration
    self.store = metrics.map { MeteredStore(store: store, metrics: $0) } ?? store
    self.metrics = metrics
    readiness = Readiness(store)
    self.logger = logger
    self.now = now
    self.secondsFromUTC = secondsFromUTC
    self.smallPictures = smallPictures
    derivedIndexes = DerivedIndexes(pause: configuration.indexPause)
    refusals = RefusalLog(logger)
    stylesheets = Stylesheets(events: configuration.events)
  }

  func respond(to request: Request, context: WebContext) async throws -> Response {
    let call = WebCall(request, publicBaseURL: configuration.publicBaseURL)
    let route = GalleryRoute(method: request.method, path: call.path)
    let clock = ContinuousClock()
    let start = clock.now
    var answer = try await answer(route, call, context)
    // What reads requests reads none behind one that asks for another protocol, which there is none of here.
    if request.headers[.upgrade] != nil { answer = answer.closing() }
    let response = answer.response(to: request.head, context)
    guard let metrics else { return response }
    metrics.answered(route, Int(response.status.code), in: clock.now - start)
    return metrics.counting(response)
  }

  /// Answers, whatever happens; throws only when the client has gone.
  func answer(_ route: GalleryRoute, _ call: WebCall, _ context: WebContext) async throws -> WebAnswer {
    if let answer = tooOften(route, call) { return answer }
    do {
      return try await dispatch(route, call, context)
    } catch let refusal as RequestFault {
      return refused(refusal, route, call)
    } catch let error as ObjectStoreError {
      return trouble(error, route, call, context)
    } catch is TooLargeFault {
      return WebAnswer.error(.contentTooLarge, "Request body too large (max 1MB)").closing()
    }
  }

  private func dispatch(_ route: GalleryRoute, _ call: WebCall, _ context: WebContext) async throws -> WebAnswer {
    switch route {
    case .health: try await health(call)
    case .ready: await ready()
    case .presign: try await presign(call, context)
    case .upload: try await upload(call, context)
    case .complete: try await complete(call, context)
    case .erase(let event, let session):
      try await erase(try EventNames.read(event), try SessionName(session), call)
    case .asset: try await asset(call).with(SecurityHeaders.unlisted)
    case .media: try await media(call).with(SecurityHeaders.unlisted)
    case .small: try await small(call).with(SecurityHeaders.unlisted)
    case .assetPreflight: Self.preflight(methods: "GET, HEAD, OPTIONS")
    case .sessionPage(let id): try await sessionPage(typed: id, call)
    case .sessionPrint(let id): try await printSession(try SessionName(id), call, context)
    case .eventPage(let id): try await eventPage(typed: id, call)
    case .eventPIN(let id): try await openByPIN(try EventNames.read(id), call, context)
    case .hostPage(let id): try await hostPage(try EventNames.read(id), call)
    case .moderation(let id): try await moderate(try EventNames.read(id), call, context)
    case .showPage(let id): try await showPage(try EventNames.read(id), call)
    case .eventNews(let id): try await eventNews(try EventNames.read(id), call)
    case .home: home(call)
    case .eventIndex(let id): try await eventIndex(try EventNames.read(id), call)
    case .eventThumbnails(let id): try await eventThumbnails(try EventNames.read(id), call)
    case .eventLink(let id): try await eventLink(try EventNames.read(id), call)
    case .sessionArchive(let id): try await sessionArchive(try SessionName(id), call).with(SecurityHeaders.unlisted)
    case .eventArchive(let id): try await eventArchive(try EventNames.read(id), call).with(SecurityHeaders.unlisted)
    case .strips(let id): try await strips(try SessionName(id), call)
    case .stripsPreflight: Self.preflight(methods: "GET, HEAD, OPTIONS")
    case .staticFile(let name): stylesheets.answer(name, accepting: call.request.headers[.acceptEncoding]) ?? .notFound
    case .notFound: lost(call)
    }
  }

  /// A gallery whose folder is gone answers for none of the links that it gave.
  private func health(_ call: WebCall) async throws -> WebAnswer {
    _ = try await store.place()
    guard let challenge = call.query["challenge"], let secret = configuration.proofSecret,
      let proof = GalleryProof.answer(to: challenge, secret: secret)
    else { return .json(.members(["status": "ok"])) }
    return .json(.members(["status": "ok", "proof": .string(proof)]))
  }

  private static func preflight(methods: String) -> WebAnswer {
    WebAnswer(
      .noContent,
      [
        .accessControlAllowOrigin: "*", .accessControlAllowMethods: methods, .accessControlAllowHeaders: "Range",
        .accessControlMaxAge: "86400",
      ])
  }

  /// What a client is told when the store fails: whether to come again. The log never names an object, as its key
  /// holds the guests' link.
  private func trouble(
    _ error: ObjectStoreError, _ route: GalleryRoute, _ call: WebCall, _ context: WebContext
  ) -> WebAnswer {
    context.logger.error(
      "the object store failed", metadata: ["store.code": "\(error.code.rawValue)", "store.detail": "\(error.detail)"])
    let (status, text): (HTTPResponse.Status, String) =
      switch error.code {
      case .full:
        (HTTPResponse.Status(code: 507, reasonPhrase: "Insufficient Storage"), "The gallery's storage is full")
      case .unavailable, .conditionFailed: (.serviceUnavailable, "The gallery's storage does not answer, try again")
      case .incomplete: (.badRequest, "The body is incomplete: \(error.detail)")
      case .refused: (.badRequest, "The storage cannot hold this path: \(error.detail)")
      }
    let retry: HTTPFields = status == .serviceUnavailable ? [.retryAfter: "5"] : [:]
    switch route {
    case .upload, .asset, .media, .small: return WebAnswer.text(status, text).with(retry)
    case .sessionPage, .eventPage, .eventPIN, .home: return troublePage(status, call).with(retry)
    case .hostPage, .moderation, .showPage, .sessionPrint: return troublePage(status, call, depth: 3).with(retry)
    default: return WebAnswer.error(status, text).with(retry)
    }
  }
}
