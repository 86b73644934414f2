import ArgumentParser
import BoothCore

/// Whole numbers of the command line, with the digits of any script.
public enum TypedNumber {
  /// Reads one, for an argument's `transform`.
  /// - Throws: a complaint for what is no whole number, or too large for its type.
  public static func read<Number: FixedWidthInteger & Sendable>(_ text: String) throws -> Number {
    guard let number = Number(PlainDigits.of(text)) else {
      throw ValidationError("expected a whole number, as 12; found \"\(text)\"")
    }
    return number
  }
}
