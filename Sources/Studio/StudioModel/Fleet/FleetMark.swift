/// The form of a booth's mark: ten letters and digits, of which none is taken for another.
public enum FleetMark {
  /// What a mark is made of.
  public static let signs = Array("ABCDEFGHJKLMNPQRSTUVWXYZ23456789")
  /// How many it has.
  public static let count = 10

  /// Whether a text is a mark.
  public static func isOne(_ text: some StringProtocol) -> Bool {
    text.utf8.count == count && text.allSatisfy { signs.contains($0) }
  }
}
