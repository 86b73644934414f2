import Documents
import FoundationEssentials
import StudioModel

/// A person's account as Identity Toolkit describes it.
public struct IdentityAccount: Sendable, Equatable {
  /// Firebase's `uid`.
  public var id: String
  /// What they sign in with; empty where there is none.
  public var email: String
  /// What they are called; empty if not said.
  public var name: String

  public init(id: String, email: String, name: String) {
    self.id = id
    self.email = email
    self.name = name
  }
}

/// What a token of Firebase's says of itself ("Verify ID Tokens"): a JSON Web Token, of which only what it says is read. Nothing is
/// decided by it: the receiver of the token decides.
public struct TokenClaims: Sendable, Equatable {
  /// When it was made by the service's clock, in seconds since 1970.
  public var issuedAt: Int64
  /// Whose it is.
  public var user: String
  /// For which project.
  public var project: String

  /// Nil for what is no such token.
  public init?(_ token: String) {
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let bytes = Self.base64(parts[1]) else { return nil }
    do throws(DocumentJSONFault) {
      let json = try DocumentJSON(bytes: bytes)
      guard let issuedAt = json["iat"]?.integer, let user = json["sub"]?.text, let project = json["aud"]?.text else {
        return nil
      }
      (self.issuedAt, self.user, self.project) = (issuedAt, user, project)
    } catch { return nil }
  }

  /// RFC 4648, 5, without its ends.
  private static func base64(_ text: Substring) -> [UInt8]? {
    var standard = String(text).replacing("-", with: "+").replacing("_", with: "/")
    standard += String(repeating: "=", count: (4 - standard.utf8.count % 4) % 4)
    return Data(base64Encoded: standard).map { Array($0) }
  }
}
