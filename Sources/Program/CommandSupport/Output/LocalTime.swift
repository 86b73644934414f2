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
