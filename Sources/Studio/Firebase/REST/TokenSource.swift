import BoothCore
public import Documents
import StudioModel

/// Whose rights a call has: the person's own, so that the organisation's rules decide. From any thread.
public protocol TokenSource: Sendable {
  /// A token that is good for some minutes at least.
  func token() async throws(DocumentStoreError) -> String
  /// Another one than that which was refused.
  func token(insteadOf refused: String) async throws(DocumentStoreError) -> String
}

/// One token for ever: the emulator takes `owner` for who may do everything.
public struct FixedToken: TokenSource {
  private let text: String
  public init(_ text: String) { self.text = text }
  /// Always the same.
  public func token() async throws(DocumentStoreError) -> String { text }
  /// There is no other.
  public func token(insteadOf refused: String) async throws(DocumentStoreError) -> String { text }
}

/// Until when a token is used: not to its last minute, as calls take their time and clocks differ.
struct TokenLife: Sendable, Equatable {
  /// The token.
  var text: String
  private let renewAt: Instant

  /// - Parameter lasts: what the service says; an hour with Google.
  init(_ text: String, from now: Instant, lasts: Duration) {
    self.text = text
    renewAt = now + max(lasts - .seconds(300), lasts / 2)
  }

  func isGood(at now: Instant) -> Bool { now < renewAt }
}
