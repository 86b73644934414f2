public import FoundationEssentials

/// The checkout that the tests were built from, for what is bundled with the program.
public enum SourceTree {
  public static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
}
