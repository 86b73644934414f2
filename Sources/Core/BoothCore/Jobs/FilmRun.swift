/// A session's films, one after the other. A pure value: one effect is out at a time.
///
/// One that cannot be made does not stop the others; what went wrong with it is told at the end. What may pass is
/// worth another try of all that is left: of several faults it is the one to tell.
public struct FilmRun: Sendable, Equatable {
  /// What became of the last film.
  public enum Input: Sendable, Equatable {
    /// The film is kept, and will be brought to the gallery.
    case kept
    case failed(JobFault)
  }

  /// What is to be done next; answered by one input, unless it is ``finish(_:)``.
  public enum Effect: Sendable, Equatable {
    /// Make it, keep it, and have it brought to the gallery.
    case make(FilmKind)
    /// All were tried; nil: and made.
    case finish(JobFault?)
  }

  private var rest: ArraySlice<FilmKind>
  private var failure: JobFault?

  /// - Parameter films: what to make, in this order; where there is none, the first effect is the end.
  public init(_ films: [FilmKind]) { rest = films[...] }

  /// The first effect; called once.
  public mutating func start() -> Effect { rest.popFirst().map { .make($0) } ?? .finish(failure) }

  /// The next film, or the end.
  public mutating func handle(_ input: Input) -> Effect {
    if case .failed(let failure) = input, failure.kind == .mayPass || self.failure == nil { self.failure = failure }
    return start()
  }
}
