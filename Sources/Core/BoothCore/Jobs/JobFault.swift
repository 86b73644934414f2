/// Why a job failed, by what the pump does about it.
public struct JobFault: Error, Sendable, Equatable, Codable {
  /// What the pump does about it.
  public enum Kind: String, Sendable, Codable {
    /// It may pass: tried again by the retry policy.
    case mayPass
    /// Only the operator can help.
    case needsOperator
    /// The event's expiry has passed: not tried again.
    case expired
    /// It can never succeed (the clip's bytes are no film): not tried again, and nothing waits for it.
    case impossible
  }

  /// Where the fault lies: other jobs are kept from a gallery that is away, not from a bad file.
  public enum Cause: String, Sendable, Codable {
    /// Something of this job: its files, the disk, its pictures.
    case here
    /// The gallery did not answer, or not as it should: other jobs would fare the same.
    case gallery
  }

  /// What the pump does about it.
  public var kind: Kind
  /// Words for the operator, with the remedy where there is one. Kept as ``Job/lastFailure``, so never a token or a
  /// signed link.
  public var detail: String
  /// Not before this long, whatever the policy says. With ``Kind/needsOperator``: when it may be asked again all the
  /// same, as the remedy may be made elsewhere.
  public var retryAfter: Duration?
  /// Where the fault lies.
  public var cause: Cause
  /// Waiting alone rarely mends it: of a gallery's failures the operator hears at the first, not after many.
  public var isToldAtOnce: Bool

  /// A failure of this job alone, without a wait of its own, unless said otherwise.
  public init(
    _ kind: Kind, _ detail: String, retryAfter: Duration? = nil, cause: Cause = .here, isToldAtOnce: Bool = false
  ) {
    self.kind = kind
    self.detail = detail
    self.retryAfter = retryAfter
    self.cause = cause
    self.isToldAtOnce = isToldAtOnce
  }
}
