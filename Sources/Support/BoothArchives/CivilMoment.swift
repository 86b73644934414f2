package import FoundationEssentials
import Glibc

/// A date and a time of day, as clocks on the wall where a machine stands have them.
package struct CivilMoment: Sendable, Equatable {
  package var year: Int
  package var month: Int
  package var day: Int
  package var hour: Int
  package var minute: Int
  package var second: Int

  /// - Parameter secondsFromUTC: how far clocks on the wall are ahead.
  package init(_ date: Date, secondsFromUTC: Int) {
    let text = Date.ISO8601FormatStyle().format(date.addingTimeInterval(TimeInterval(secondsFromUTC)))
    let numbers = text.split { !$0.isNumber }.compactMap { Int($0) } + Array(repeating: 0, count: 6)
    (year, month, day, hour, minute, second) = (
      numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5]
    )
  }

  /// By the machine's own zone of time; a server's is often UTC.
  @Sendable package static func secondsFromUTC(_ date: Date) -> Int {
    var seconds = time_t(max(min(date.timeIntervalSince1970, 1e11), -1e11))
    var parts = tm()
    guard localtime_r(&seconds, &parts) != nil else { return 0 }
    return parts.tm_gmtoff
  }

  /// `2025-02-01 18.20.15`: names of it stand in the order of time, and every file system takes them.
  package var name: String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(year)-\(two(month))-\(two(day)) \(two(hour)).\(two(minute)).\(two(second))"
  }

  /// MS-DOS counts years from 1980, in 7 bits, and seconds in steps of two (APPNOTE.TXT 6.3.10, 4.4.6).
  var msdosDate: UInt16 { UInt16(min(max(year - 1980, 0), 127)) << 9 | UInt16(month & 15) << 5 | UInt16(day & 31) }
  var msdosTime: UInt16 { UInt16(hour & 31) << 11 | UInt16(minute & 63) << 5 | UInt16(second / 2 & 31) }
}
