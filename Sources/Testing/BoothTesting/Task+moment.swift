extension Task where Success == Never, Failure == Never {
  /// Waits for a moment, in a loop that asks for something of which nothing tells. With `Task.yield()` such a loop takes a processor from
  /// what it waits for. A cancelled task goes on at once.
  public static func moment() async {
    // Cancelled alone, which the loop sees by itself.
    try? await ContinuousClock().sleep(for: .milliseconds(5))
  }
}
