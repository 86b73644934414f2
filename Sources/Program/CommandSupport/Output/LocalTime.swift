import BoothCore
package import FoundationEssentials
import Glibc

/// Times for people, in this machine's own time zone; JSON has them in UTC.
package enum LocalTime {
  /// `2026-11-29 15:49:35 CET`: to the second, with the zone that counts on that day.
  package static func words(_ date: Date) -> String { written(date, "%Y-%m-%d %H:%M:%S %Z") }

  /// `2026-11-29 15:49:35`, for a column whose header says that times are local.
  package static func cell(_ date: Date) -> String { written(date, "%Y-%m-%d %H:%M:%S") }

  /// ``cell(_:)`` of `2026-11-29T14:49:35Z`, with or without parts of a second; what is no such time stays as it is.
  package static func cell(iso8601 text: String) -> String {
    let whole = try? Date(text, strategy: .iso8601)
    let date = whole ?? (try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
    return date.map(cell) ?? text
  }

  /// `2026-11-29 15:49`, where seconds say nothing.
  package static func minute(_ date: Date) -> String { written(date, "%Y-%m-%d %H:%M") }

  /// `15:49`.
  package static func hour(_ date: Date) -> String { written(date, "%H:%M") }

  /// Of this machine's zone at a moment, in seconds east of UTC.
  package static func secondsFromUTC(at date: Date) -> Int {
    var seconds = time_t(max(min(date.timeIntervalSince1970, 1e11), -1e11).rounded(.down))
    var parts = tm()
    return localtime_r(&seconds, &parts) == nil ? 0 : parts.tm_gmtoff
  }

  /// Reads `2026-11-29` (the day's first moment), `2026-11-29 18:00` or `2026-11-29T18:00[:00]`, in this machine's zone, and ISO
  /// 8601 with a zone; nil for anything else.
  package static func read(_ text: String) -> Date? {
    for style in [Date.ISO8601FormatStyle(), Date.ISO8601FormatStyle(includingFractionalSeconds: true)] {
      do { return try Date(text, strategy: style) } catch { continue }
    }
    let parts = text.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == " " || $0 == "T" }
    guard let day = parts.first, CivilDate.day(day) != nil else { return nil }
    let numbers = day.split(separator: "-").compactMap { Int($0) }
    let clock = parts.count == 2 ? parts[1].split(separator: ":", omittingEmptySubsequences: false) : []
    let hours = clock.compactMap { part in
      part.utf8.count == 2 && part.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(part) : nil
    }
    guard numbers.count == 3, parts.count == 1 || [2, 3].contains(clock.count), hours.count == clock.count,
      zip(hours, [24, 60, 60]).allSatisfy({ $0 < $1 })
    else { return nil }
    var time = tm()
    (time.tm_year, time.tm_mon, time.tm_mday) = (Int32(numbers[0] - 1900), Int32(numbers[1] - 1), Int32(numbers[2]))
    (time.tm_hour, time.tm_min, time.tm_sec) = (
      Int32(hours.first ?? 0), Int32(hours.dropFirst().first ?? 0), Int32(hours.dropFirst(2).first ?? 0)
    )
    // Whether summer time holds then is for the zone to say.
    time.tm_isdst = -1
    return Date(timeIntervalSince1970: Double(mktime(&time)))
  }

  /// `15:49:35`, for lines of one day.
  package static func clock(_ date: Date) -> String { written(date, "%H:%M:%S") }

  private static func written(_ date: Date, _ format: String) -> String {
    var seconds = time_t(max(min(date.timeIntervalSince1970, 1e11), -1e11).rounded(.down))
    var parts = tm()
    guard localtime_r(&seconds, &parts) != nil else { return date.formatted(.iso8601) }
    var text = [CChar](repeating: 0, count: 80)
    let length = strftime(&text, text.count, format, &parts)
    return String(decoding: text.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
