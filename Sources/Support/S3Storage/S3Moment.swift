/// A moment as signatures write it: `20150830T123600Z`.
public struct S3Moment: Sendable, Hashable {
  /// Seconds since 1970.
  public var seconds: Int64

  /// Seconds since 1970.
  public init(seconds: Int64) { self.seconds = seconds }

  /// Reads `20150830T123600Z`; nil for anything else.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 16, bytes[8] == 0x54, bytes[15] == 0x5A else { return nil }
    func number(_ range: Range<Int>) -> Int64? {
      bytes[range].reduce(Int64?(0)) { sum, byte in
        guard let sum, (0x30...0x39).contains(byte) else { return nil }
        return sum * 10 + Int64(byte - 0x30)
      }
    }
    guard let year = number(0..<4), let month = number(4..<6), let day = number(6..<8), let hour = number(9..<11),
      let minute = number(11..<13), let second = number(13..<15), (1...12).contains(month), (1...31).contains(day),
      hour < 24, minute < 60, second < 61
    else { return nil }
    seconds = Self.days(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second
  }

  /// Reads the `Date` of an HTTP answer, `Sun, 30 Aug 2015 12:36:00 GMT` (RFC 9110, 5.6.7); nil for anything else.
  public init?(http text: String) {
    let words = text.split(separator: " ")
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    guard words.count == 6, words[5] == "GMT", let day = Int64(words[1]), let year = Int64(words[3]),
      let month = months.firstIndex(of: String(words[2])), (1...31).contains(day), (1970...9999).contains(year)
    else { return nil }
    let clock = words[4].split(separator: ":").compactMap { Int64($0) }
    guard clock.count == 3, zip(clock, [24, 60, 61]).allSatisfy({ (0..<$1).contains($0) }) else { return nil }
    seconds = Self.days(year, Int64(month + 1), day) * 86_400 + clock[0] * 3600 + clock[1] * 60 + clock[2]
  }

  /// `20150830`.
  public var day: String { String(text.prefix(8)) }

  /// `20150830T123600Z`.
  public var text: String {
    let day = seconds / 86_400 - (seconds % 86_400 < 0 ? 1 : 0)
    let rest = seconds - day * 86_400
    let shifted = day + 719_468
    let age = shifted / 146_097
    let dayOfAge = shifted - age * 146_097
    let yearOfAge = (dayOfAge - dayOfAge / 1460 + dayOfAge / 36_524 - dayOfAge / 146_096) / 365
    let dayOfYear = dayOfAge - (365 * yearOfAge + yearOfAge / 4 - yearOfAge / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return
      "\(yearOfAge + age * 400 + (month <= 2 ? 1 : 0))\(two(month))\(two(dayOfYear - (153 * marchMonth + 2) / 5 + 1))"
      + "T\(two(rest / 3600))\(two(rest % 3600 / 60))\(two(rest % 60))Z"
  }

  /// Years are counted from March, so that the leap day is the last of its year.
  private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    let marchYear = month > 2 ? year : year - 1
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return 365 * marchYear + marchYear / 4 - marchYear / 100 + marchYear / 400 + dayOfYear - 719_468
  }
}
