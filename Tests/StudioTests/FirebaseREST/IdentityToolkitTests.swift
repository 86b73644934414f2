import BoothCore
import BoothTesting
import Documents
import StudioModel
import Synchronization
import Testing

@testable import Firebase

/// Signing in, at a stand-in for Identity Toolkit and the token's service.
@Suite struct IdentityToolkitTests {
  /// Knows one person; each token has a number.
  private final class StandIn: Sendable {
    struct State {
      var number = 0
      var isEnded = false
      var bodies: [String] = []
    }
    let state = Mutex(State())
    let server: RawServer

    init() throws {
      let mine = Weak()
      server = try RawServer { exchange in mine.value.withLock { $0.standIn }?.answer(exchange) ?? false }
      mine.value.withLock { $0.standIn = self }
    }

    private final class Weak: Sendable {
      struct Reference { weak var standIn: StandIn? }
      let value = Mutex(Reference())
    }

    private func answer(_ exchange: RawServer.Exchange) -> Bool {
      let body = String(decoding: exchange.body, as: UTF8.self)
      let (code, text) = state.withLock { state -> (Int, String) in
        state.bodies.append(exchange.target + " " + body)
        func refuse(_ words: String) -> (Int, String) { (400, #"{"error":{"code":400,"message":"\#(words)"}}"#) }
        switch exchange.target {
        case "/v1/accounts:signInWithPassword?key=k%20y":
          guard body.contains(#""password":"right""#) else { return refuse("INVALID_LOGIN_CREDENTIALS") }
          state.number += 1
          return (
            200,
            #"{"localId":"u1","idToken":"id\#(state.number)","refreshToken":"r/\#(state.number)","expiresIn":"3600"}"#
          )
        case "/v1/token?key=k%20y":
          guard !state.isEnded else { return refuse("USER_DISABLED") }
          guard body == "grant_type=refresh_token&refresh_token=r%2F\(state.number)" else {
            return refuse("INVALID_REFRESH_TOKEN")
          }
          state.number += 1
          return (
            200, #"{"id_token":"id\#(state.number)","refresh_token":"r/\#(state.number)","expires_in":"3600"}"#
          )
        default: return (404, "nothing")
        }
      }
      return exchange.send("HTTP/1.1 \(code) X\r\nContent-Length: \(text.utf8.count)\r\n\r\n\(text)")
    }
  }

  private final class Lab: Sendable {
    let standIn: StandIn
    let moment = Mutex(Instant(nanoseconds: 0))
    init() throws { standIn = try StandIn() }

    func open(refresh: String? = nil) -> IdentityToolkit {
      var settings = IdentityToolkit.Settings(key: "k y")
      settings.accounts = "http://127.0.0.1:\(standIn.server.port)"
      settings.tokens = settings.accounts
      return IdentityToolkit(settings, refresh: refresh) { [self] in moment.withLock { $0 } }
    }

    func pass(_ duration: Duration) { moment.withLock { $0 = $0 + duration } }
  }

  private func failure(_ body: () async throws -> Void) async -> DocumentStoreError? {
    do {
      try await body()
      return nil
    } catch { return error as? DocumentStoreError }
  }

  @Test func `somebody signs in, and the token is fetched anew before it ends`() async throws {
    let lab = try Lab()
    let person = lab.open()
    #expect(try await person.signIn(email: "a@example.org", password: "right") == "u1")
    #expect(try await person.token() == "id1")
    lab.pass(.seconds(3299))
    #expect(try await person.token() == "id1")
    lab.pass(.seconds(1))
    #expect(try await person.token() == "id2")
    #expect(await person.refreshToken == "r/2")
    #expect(try await person.token(insteadOf: "id1") == "id2", "somebody has fetched another already")
    #expect(try await person.token(insteadOf: "id2") == "id3")
    try await person.shutdown()
  }

  @Test func `many who wait for a new token cost one request`() async throws {
    let lab = try Lab()
    let person = lab.open()
    _ = try await person.signIn(email: "a@example.org", password: "right")
    lab.pass(.seconds(3600))
    let tokens = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<16 { group.addTask { try await person.token() } }
      return try await group.reduce(into: Set<String>()) { $0.insert($1) }
    }
    #expect(tokens == ["id2"])
    #expect(lab.standIn.state.withLock { $0.bodies.count } == 2)
    try await person.shutdown()
  }

  @Test func `a later session goes on with what was kept`() async throws {
    let lab = try Lab()
    let first = lab.open()
    _ = try await first.signIn(email: "a@example.org", password: "right")
    let second = lab.open(refresh: await first.refreshToken)
    #expect(try await second.token() == "id2")
    try await first.shutdown()
    try await second.shutdown()
  }

  @Test func `who may not come in is told so, and no secret is in the words`() async throws {
    let lab = try Lab()
    let person = lab.open()
    let nobody = await failure { _ = try await person.token() }
    #expect(nobody?.kind == .unauthenticated)
    let wrong = await failure { _ = try await person.signIn(email: "a@example.org", password: "secret!") }
    #expect(wrong?.kind == .unauthenticated && wrong?.detail == "the name or the password is wrong")
    _ = try await person.signIn(email: "a@example.org", password: "right")
    lab.standIn.state.withLock { $0.isEnded = true }
    lab.pass(.seconds(3600))
    let ended = await failure { _ = try await person.token() }
    #expect(ended?.kind == .unauthenticated)
    lab.standIn.server.stop()
    let gone = await failure { _ = try await person.token() }
    #expect(gone?.kind == .unavailable)
    for error in [nobody, wrong, ended, gone] {
      let words = error?.description ?? ""
      #expect(!words.contains("secret!") && !words.contains("k y") && !words.contains("r/") && !words.contains("a@"))
    }
    try await person.shutdown()
  }
}
