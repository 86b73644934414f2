/// What a printer does with a picture that has another size than the paper (`print-scaling`, PWG 5100.16).
public enum PrintScaling: String, Sendable, Codable, CaseIterable {
  /// Fills the paper; what reaches beyond it is cut off.
  case fill
  /// Prints it in its own size. For pictures that are made for the printer's own number of pixels and say their density: CUPS
  /// enlarges what says none, and prints only its middle.
  case none
  /// Shows all of it, with white edges where the proportions differ.
  case fit
}
