public import BoothCore

/// One thing that goes wrong with a ``MockCamera``: when, what, and whether again and again.
///
/// All counting starts at 1 and goes on over closing and opening again, as if the same camera stayed on the table.
public struct MockFault: Sendable, Equatable {
  /// When it happens.
  public enum Moment: Sendable, Equatable {
    /// The n-th time the camera is opened (tries while it is away do not count).
    case open(Int)
    /// The n-th start of live view.
    case start(Int)
    /// The n-th photo asked for.
    case still(Int)
    /// The n-th live frame captured; when that one came too late to be delivered, the next one.
    case frame(Int)
    /// After so much live view altogether, counted in frames.
    case seconds(Double)
  }

  /// What happens.
  public enum Action: Sendable, Equatable {
    /// The call never returns and its thread is blocked for ever. For open, start and still.
    case hang
    /// The camera is gone: calls fail as disconnected, `reports` says lost, opening fails until it is back.
    /// Nil: it stays away.
    case lose(backAfter: Duration?)
    /// The call throws this. For open, start and still.
    case fail(CameraError.Code)
    /// The call takes so much longer; live view goes on. For open, start and still.
    case slow(Duration)
    /// The lens finds no focus. For still.
    case failFocus
    /// The photo's second half is missing. For still.
    case truncate
    /// The photo has no bytes. For still.
    case empty
    /// The photo is a good JPEG of 160x120. For still.
    case wrongSize
    /// The photo is whole, and nearly black, as without its flash. For still.
    case dark
    /// The photo is whole, and nothing in it is sharp. For still.
    case blurred
    /// No frames come, though the camera claims to be fine. For frame and seconds.
    case stall(Duration)
    /// Frames come, with a good header and damaged behind it, so that none can be decoded, also after closing and opening
    /// again. Nil: it stays so. For frame and seconds.
    case garbage(Duration?)
    /// A person presses the shutter on the body. For frame and seconds.
    case unaskedPhoto
  }

  /// When it happens; with ``repeats``, for the first time.
  public var at: Moment
  /// What happens then. Not every action suits every moment: each says for which calls it is.
  public var action: Action
  /// Happens at every n-th open, start, still or frame, or every so many seconds, instead of once.
  public var repeats: Bool

  /// A fault that happens once, unless `repeats`: `MockFault(at: .still(2), .failFocus)`.
  public init(at: Moment, _ action: Action, repeats: Bool = false) {
    self.at = at
    self.action = action
    self.repeats = repeats
  }
}
