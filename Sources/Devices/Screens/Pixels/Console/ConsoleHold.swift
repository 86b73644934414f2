/// A virtual terminal that is put away while pictures are shown. ``ConsoleGuard`` is a real one.
protocol ConsoleHold: AnyObject {
  /// Readable when there is news.
  var descriptor: Int32 { get }
  /// Whether it is the terminal that is shown.
  var isActive: Bool { get }
  /// What has happened since the last look. Never blocks.
  func takeNews() -> [ConsoleNews]
  /// Nothing is drawn any more; another terminal may be shown. The answer to ``ConsoleNews/leave``.
  func letGo()
  /// Gives the terminal back as it was found.
  func close()
}

enum ConsoleNews: Equatable {
  /// A person wants another terminal: stop drawing, then ``ConsoleHold/letGo()``. It is not waited for longer than a
  /// second and a half.
  case leave
  /// It is shown again.
  case back
  /// Its keeper has been killed: the terminal switches as it likes, and no process is told.
  case lost
}
