/// What a studio needs to be a client of another one: the name of the cookie, and what forms must carry.
package enum StudioPass {
  /// Holds a session's secret.
  package static let cookie = StudioContext.cookie

  /// What a form must carry under `token` that is sent with this secret.
  package static func token(_ secret: String) -> String { FormGuard.token(secret) }

  /// The secret in a `Set-Cookie` header; nil where it is about another cookie, or takes it away.
  package static func secret(in header: String) -> String? {
    guard let pair = header.split(separator: ";").first, pair.hasPrefix(cookie + "=") else { return nil }
    let secret = pair.dropFirst(cookie.utf8.count + 1)
    return secret.isEmpty ? nil : String(secret)
  }
}
