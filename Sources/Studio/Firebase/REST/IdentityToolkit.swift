import BoothCore
public import Documents
import StudioModel

/// A person who has signed in with Firebase's own accounts (Identity Toolkit's REST), and whose token is fetched anew
/// before it ends.
public actor IdentityToolkit: TokenSource {
  /// Where the two services are, and the project's key for browsers and apps, which is no secret.
  public struct Settings: Sendable, Equatable {
    /// Signs in; without a slash at its end.
    public var accounts = "https://identitytoolkit.googleapis.com"
    /// Gives new tokens; without a slash at its end.
    public var tokens = "https://securetoken.googleapis.com"
    /// `AIza…`.
    public var key: String
    /// How long one request may take.
    public var request = Duration.seconds(20)
    /// Google's.
    public init(key: String) { self.key = key }
  }

  private let settings: Settings
  private let line: FirestoreLine
  private let now: @Sendable () -> Instant
  private var life: TokenLife?
  private var refresh: String?
  private var user: String?
  private var renewing: Task<Result<String, DocumentStoreError>, Never>?
  private static let subject = "sign-in"

  /// Before the first sign-in.
  /// - Parameters:
  ///   - refresh: what an earlier session has kept (``refreshToken``); it goes on as that person.
  ///   - user: who that is; a token that turns out to be another account's is refused.
  public init(_ settings: Settings, refresh: String? = nil, user: String? = nil) {
    let start = ContinuousClock.now
    self.init(settings, refresh: refresh, user: user) {
      Instant(nanoseconds: (ContinuousClock.now - start).wholeNanoseconds)
    }
  }

  init(
    _ settings: Settings, refresh: String?, user: String? = nil, now: @escaping @Sendable () -> Instant
  ) {
    self.settings = settings
    self.refresh = refresh
    self.user = user
    self.now = now
    line = FirestoreLine(limit: settings.request, answerBytes: 1 << 20)
  }

  /// Closes the connections. It must not be used afterwards.
  public func shutdown() async throws { try await line.shutdown() }

  /// What a later session goes on with: as secret as a password.
  public var refreshToken: String? { refresh }

  /// Signs in.
  /// - Returns: the account's id, Firebase's `uid`.
  /// - Throws: `unauthenticated` for a wrong name or password, never saying which; `exhausted` after too many tries.
  public func signIn(email: String, password: String) async throws(DocumentStoreError) -> String {
    let body = DocumentJSON.members([
      ("email", .string(email)), ("password", .string(password)), ("returnSecureToken", .bool(true)),
    ])
    let started = now()
    let answer = try Self.answer(
      await line.post(
        settings.accounts + "/v1/accounts:signInWithPassword?key=" + settings.key.percentEncoded, body.bytes, token: nil
      )
    )
    guard let id = answer["localId"]?.text, let token = answer["idToken"]?.text,
      let refresh = answer["refreshToken"]?.text, let seconds = answer["expiresIn"]?.integer
    else { throw Self.garbage }
    life = TokenLife(token, from: started, lasts: .seconds(min(max(seconds, 0), 86_400)))
    self.refresh = refresh
    user = id
    return id
  }

  /// Asks the service whether the account is still good: a token goes on for up to an hour after its account was disabled, or
  /// everything of it was revoked.
  /// - Throws: `unauthenticated` where it is not.
  public func look() async throws(DocumentStoreError) -> IdentityAccount {
    let body = DocumentJSON.members([("idToken", .string(try await token()))])
    let answer = try Self.answer(
      await line.post(
        settings.accounts + "/v1/accounts:lookup?key=" + settings.key.percentEncoded, body.bytes, token: nil))
    guard let found = answer["users"]?.elements?.first, let id = found["localId"]?.text else { throw Self.garbage }
    guard found["disabled"] != .bool(true) else {
      throw DocumentStoreError(.unauthenticated, subject: Self.subject, detail: "the account is disabled")
    }
    guard user == nil || user == id else { throw Self.foreign }
    return IdentityAccount(id: id, email: found["email"]?.text ?? "", name: found["displayName"]?.text ?? "")
  }

  private static var foreign: DocumentStoreError {
    DocumentStoreError(.unauthenticated, subject: subject, detail: "the token is somebody else's")
  }

  /// Fetches another one where it ends within five minutes.
  public func token() async throws(DocumentStoreError) -> String {
    if let life, life.isGood(at: now()) { return life.text }
    return try await renewed()
  }

  /// Fetches another one, unless that was done meanwhile.
  public func token(insteadOf refused: String) async throws(DocumentStoreError) -> String {
    if let life, life.text != refused { return try await token() }
    return try await renewed()
  }

  /// One request for all who wait.
  private func renewed() async throws(DocumentStoreError) -> String {
    let task =
      renewing
      ?? Task { [self] () -> Result<String, DocumentStoreError> in
        do throws(DocumentStoreError) { return .success(try await renew()) } catch { return .failure(error) }
      }
    renewing = task
    let result = await task.value
    if renewing == task { renewing = nil }
    return try result.get()
  }

  private func renew() async throws(DocumentStoreError) -> String {
    guard let refresh else {
      throw DocumentStoreError(.unauthenticated, subject: Self.subject, detail: "nobody has signed in")
    }
    let started = now()
    let body = "grant_type=refresh_token&refresh_token=" + refresh.percentEncoded
    let answer = try Self.answer(
      await line.post(
        settings.tokens + "/v1/token?key=" + settings.key.percentEncoded, Array(body.utf8),
        type: "application/x-www-form-urlencoded", token: nil))
    guard let token = answer["id_token"]?.text, let seconds = answer["expires_in"]?.integer else { throw Self.garbage }
    if let user, let found = answer["user_id"]?.text, found != user { throw Self.foreign }
    life = TokenLife(token, from: started, lasts: .seconds(min(max(seconds, 0), 86_400)))
    self.refresh = answer["refresh_token"]?.text ?? refresh
    return token
  }

  private static var garbage: DocumentStoreError {
    DocumentStoreError(.unavailable, subject: subject, detail: "what answers there is no Identity Toolkit")
  }

  private static func answer(_ outcome: FirestoreOutcome) throws(DocumentStoreError) -> DocumentJSON {
    switch outcome {
    case .answered(let bytes):
      do throws(DocumentJSONFault) { return try DocumentJSON(bytes: bytes) } catch { throw garbage }
    case .refused(let refusal): throw failure(refusal)
    case .notSent(let words), .cut(let words), .tooLarge(let words):
      throw DocumentStoreError(.unavailable, subject: subject, detail: words)
    case .cancelled: throw DocumentStoreError(.cancelled, subject: subject, detail: "the task was cancelled")
    }
  }

  /// Their words begin with a name ("Error codes" of Identity Toolkit's REST reference).
  private static func failure(_ refusal: FirestoreRefusal) -> DocumentStoreError {
    let name = refusal.words.prefix { $0.isLetter || $0 == "_" }
    switch name {
    case "EMAIL_NOT_FOUND", "INVALID_PASSWORD", "INVALID_LOGIN_CREDENTIALS", "INVALID_EMAIL", "MISSING_PASSWORD":
      return DocumentStoreError(.unauthenticated, subject: subject, detail: "the name or the password is wrong")
    case "USER_DISABLED", "USER_NOT_FOUND", "TOKEN_EXPIRED", "INVALID_REFRESH_TOKEN", "INVALID_ID_TOKEN",
      "CREDENTIAL_TOO_OLD_LOGIN_AGAIN":
      return DocumentStoreError(
        .unauthenticated, subject: subject, detail: "the account was ended, or its password changed")
    case "TOO_MANY_ATTEMPTS_TRY_LATER":
      return DocumentStoreError(
        .exhausted, subject: subject, detail: "too many tries have failed", retryAfter: refusal.retryAfter)
    default:
      return DocumentStoreError(
        refusal.kind(isQuery: false), subject: subject, detail: refusal.description, retryAfter: refusal.retryAfter)
    }
  }
}
