/// When a file was changed, as one number: nanoseconds since 1970 for as long as such a number reaches (1677 to 2262); beyond that,
/// where disks have dates too, whole seconds behind the last of them.
public enum FileMoment {
  /// Where nanoseconds end, in seconds: 2262-03-03.
  private static let last: Int64 = 9_220_000_000
  private static let beyond = last * 1_000_000_000
  /// What fits behind them: a hundred million years.
  private static let most = Int64.max - beyond

  /// - Parameters:
  ///   - seconds: since 1970.
  ///   - nanoseconds: from 0 to 999,999,999.
  public static func number(seconds: Int64, nanoseconds: Int64 = 0) -> Int64 {
    if (-last + 1..<last).contains(seconds) { return seconds * 1_000_000_000 + nanoseconds }
    return seconds < 0 ? -beyond - min(most, -max(seconds, -.max)) : beyond + min(most, seconds)
  }

  /// The same of seconds with parts; nil for what is no number.
  public static func number(_ unixSeconds: Double) -> Int64? {
    guard unixSeconds.isFinite else { return nil }
    if abs(unixSeconds) < Double(last) { return Int64(exactly: (unixSeconds * 1e9).rounded()) }
    return Int64(exactly: unixSeconds.rounded(.down)).map { number(seconds: $0) }
  }

  /// Whole seconds since 1970, rounded down.
  public static func seconds(_ number: Int64) -> Int64 {
    if number >= beyond { return number - beyond }
    if number <= -beyond { return number + beyond }
    return number / 1_000_000_000 - (number % 1_000_000_000 < 0 ? 1 : 0)
  }

  /// What is behind whole seconds, in nanoseconds from 0.
  public static func nanoseconds(_ number: Int64) -> Int64 {
    guard number < beyond, number > -beyond else { return 0 }
    let rest = number % 1_000_000_000
    return rest < 0 ? rest + 1_000_000_000 : rest
  }
}
