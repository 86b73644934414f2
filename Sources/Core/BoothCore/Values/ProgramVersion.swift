/// Which version of the program this is.
public enum ProgramVersion {
  /// What `--version` prints, what the program calls itself in a network, and what stands in records that others read for years.
  public static let text = "0.1.0"
}
