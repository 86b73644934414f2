/// What had to be mended, or left out, so that a composite or a film can be seen and read.
public enum CompositeNote: Sendable, Equatable {
  /// Words of a composite.
  public enum Words: Sendable, Equatable {
    case footer
    /// Of a print's texts, from 0.
    case text(Int)
  }

  /// Words that could not be read on the picture below them, and how they can be now.
  case words(Words, GroundedWords.Outcome)
  /// The theme's frame over all photos is not drawn.
  case stripFrame(FrameFit.Misfit)
  /// The theme's frame over each photo is not drawn.
  case photoFrame(FrameFit.Misfit)
}
