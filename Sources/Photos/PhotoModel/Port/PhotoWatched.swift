/// A source that says by itself when something in it may be different.
public protocol PhotoWatched: PhotoProvider {
  /// What it hears, for as long as there is a listener.
  func changes() -> AsyncStream<PhotoWatchStep>
}

/// What a source that is watched says.
public enum PhotoWatchStep: Sendable, Equatable {
  /// Changes are heard of from here on; what happened before may have been missed.
  case hearing
  /// Something may be different.
  case changed
  /// Not every change is heard of, for a reason in words, so that it has to be looked at now and then.
  case deaf(String)
}
