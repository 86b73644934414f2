import BoothTesting
import Documents
import FoundationEssentials
import StudioModel
import Synchronization

/// People with accounts of their own: each with tokens that say whose they are, as Google's do.
extension StandInFirestore {
  /// A person who may sign in.
  public func enlist(_ id: String, email: String, password: String) {
    state.withLock { $0.members[email] = Member(id: id, password: password) }
  }

  /// As an administrator does in the project's console: new tokens are given no more.
  public func setDisabled(_ isDisabled: Bool, email: String) {
    state.withLock { $0.members[email]?.isDisabled = isDisabled }
  }

  /// Makes everything invalid that was given to a person, as "revoke refresh tokens" does.
  public func revoke(email: String) {
    state.withLock { state in
      guard var member = state.members[email] else { return }
      member.generation += 1
      state.members[email] = member
      for (token, owner) in state.owners where owner == member.id {
        state.owners[token] = nil
        state.tokens.remove(token)
      }
    }
  }

  /// Whether nothing answers at all.
  public func setAway(_ isAway: Bool) { state.withLock { $0.isAway = isAway } }

  /// By how much its clock is ahead of this machine's.
  public func setAhead(seconds: Int64) { state.withLock { $0.ahead = seconds } }

  /// Whose a token is; nil for one of no person in particular.
  public func owner(of token: String) -> String? { state.withLock { $0.owners[token] } }

  /// Nil for what is not about members.
  static func members(
    _ path: String, _ query: String, _ exchange: RawServer.Exchange, _ state: inout State
  ) -> (Int, [UInt8])? {
    guard !state.members.isEmpty, path.hasPrefix("/v1/accounts:") || path == "/v1/token" else { return nil }
    guard query == "key=key" else {
      return refusal(400, "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key.")
    }
    let text = String(decoding: exchange.body, as: UTF8.self)
    if path == "/v1/token" {
      let name = text.split(separator: "=").last.map(String.init) ?? ""
      guard let found = state.members.first(where: { $0.value.refresh == name }) else {
        return refusal(400, "INVALID_ARGUMENT", "INVALID_REFRESH_TOKEN")
      }
      guard !found.value.isDisabled else { return refusal(400, "INVALID_ARGUMENT", "USER_DISABLED") }
      let token = token(of: found.value.id, &state)
      return (
        200,
        DocumentJSON.members([
          ("id_token", .string(token)), ("refresh_token", .string(name)), ("expires_in", .string("3600")),
          ("user_id", .string(found.value.id)), ("project_id", .string("1")),
        ]).bytes
      )
    }
    let body: DocumentJSON
    do throws(DocumentJSONFault) { body = try DocumentJSON(bytes: exchange.body) } catch {
      return refusal(400, "INVALID_ARGUMENT", "Invalid JSON payload received.")
    }
    switch path {
    case "/v1/accounts:signInWithPassword":
      guard let email = body["email"]?.text else { return refusal(400, "INVALID_ARGUMENT", "MISSING_EMAIL") }
      guard let member = state.members[email], member.password == body["password"]?.text else {
        return refusal(400, "INVALID_ARGUMENT", "INVALID_LOGIN_CREDENTIALS")
      }
      guard !member.isDisabled else { return refusal(400, "INVALID_ARGUMENT", "USER_DISABLED") }
      let token = token(of: member.id, &state)
      return (
        200,
        DocumentJSON.members([
          ("localId", .string(member.id)), ("email", .string(email)), ("idToken", .string(token)),
          ("refreshToken", .string(member.refresh)), ("expiresIn", .string("3600")),
        ]).bytes
      )
    case "/v1/accounts:lookup":
      guard let owner = body["idToken"]?.text.flatMap({ state.owners[$0] }),
        let found = state.members.first(where: { $0.value.id == owner })
      else { return refusal(400, "INVALID_ARGUMENT", "INVALID_ID_TOKEN") }
      guard !found.value.isDisabled else { return refusal(400, "INVALID_ARGUMENT", "USER_DISABLED") }
      return (
        200,
        DocumentJSON.members([
          ("users", .array([.members([("localId", .string(owner)), ("email", .string(found.key))])]))
        ]).bytes
      )
    default: return nil
    }
  }

  private static func token(of id: String, _ state: inout State) -> String {
    state.number += 1
    let claims = DocumentJSON.members([
      ("iat", .number("\(Int64(Date().timeIntervalSince1970) + state.ahead)")), ("sub", .string(id)),
      ("aud", .string(project)), ("n", .number("\(state.number)")),
    ])
    let text = Data(claims.bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
      .replacing("=", with: "")
    let token = "h.\(text).s"
    state.tokens.insert(token)
    state.owners[token] = id
    return token
  }
}
