package import BoothCore

/// What the numbers, times and texts that a disk keeps may be.
///
/// Bytes rot, and people edit. Whatever is read from the database and sheets is held against these, wide enough for anything
/// that a booth writes and so narrow that no sum, `Duration`, date or `Int` that is made of it later can overflow.
package enum KeptBounds {
  /// Of assets, jobs, decisions, and the counters they come from: whole numbers that a JSON reader of any kind keeps. At
  /// a thousand a second they last for 285,000 years, and whatever is added to one stays far from the end of `Int64`.
  package static let number: ClosedRange<Int64> = 1...9_007_199_254_740_991
  /// The number that a sheet begins with, or 0 for none; and a counter that counted nothing yet.
  package static let count: ClosedRange<Int64> = 0...number.upperBound
  /// An event's, as its file may have it; 0 is none's.
  package static let event: ClosedRange<Int64> = 0...number.upperBound
  /// 4 TB: a thousand times what the booth reads as one file, and two million of them can be added up.
  package static let sizeBytes: ClosedRange<Int64> = 0...(1 << 42)
  /// A try each second is 68 years.
  package static let attempts: ClosedRange<Int64> = 0...(1 << 31)
  /// As many as a file's name has digits for (``AssetName``); -1 for what is made of all.
  package static let strip: ClosedRange<Int64> = -1...9_999
  /// A clip's: a year of them at 60 a second.
  package static let frames: ClosedRange<Int64> = 0...(1 << 31)
  /// Nothing at a booth lasts longer than a day.
  package static let nanoseconds: ClosedRange<Int64> = 0...86_400_000_000_000
  package static let duration: ClosedRange<Duration> = .zero ... .seconds(86_400)
  /// From 1900 to 2300: Linux sets no clock later than 2232 (`TIME_SETTOD_SEC_MAX`, linux/time64.h), and a year has four
  /// digits wherever one is written.
  package static let unixSeconds: ClosedRange<Double> = -2_208_988_800...10_413_792_000
  /// RFC 8536, section 3.3.1: from -24:59:59 to +25:59:59.
  package static let secondsFromUTC: ClosedRange<Int64> = -89_999...93_599
  /// An event's file allows twelve.
  package static let strips: ClosedRange<Int> = 1...1_000

  /// In bytes of UTF-8: of names and codes, which come from an event's file or folder.
  package static let shortText = 65_536
  /// In bytes of UTF-8: a link has some hundred, and a code of more cannot be scanned.
  static let link = 2_048

  /// A job's word: a name of a program, never a text.
  package static func isJobKind(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) }
  }

  package static func isShort(_ text: String) -> Bool { text.utf8.count <= shortText }

  /// A guests' link: of this session, and without anything that a terminal or a printer would obey.
  package static func isLink(_ text: String, of session: SessionID) -> Bool {
    text.utf8.count <= link && text.hasSuffix("/\(session)")
      && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
  }

  /// A checksum: digits of lower-case hex.
  package static func isChecksum(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }

  /// The one place where a session's file may be: in its own folder, by a name that says the same as its row. A composite
  /// has no strip, whatever is said of it.
  package static func isPath(_ path: String, of session: SessionID, _ kind: AssetKind, strip: Int) -> Bool {
    let folder = Vault.folder(of: session) + "/"
    guard path.hasPrefix(folder) else { return false }
    let text = String(path.dropFirst(folder.count))
    guard !text.contains("/"), let name = AssetName(text) else { return false }
    return name.kind == kind && (kind.isComposite || name.strip == strip)
  }
}

extension WallTime {
  /// Whether any clock can have said it.
  package var isSane: Bool {
    KeptBounds.unixSeconds.contains(unixSeconds) && KeptBounds.secondsFromUTC.contains(Int64(secondsFromUTC))
  }

  /// As it is written: what no clock should say is as far as one can, so that it can be read again.
  package var kept: WallTime {
    let (seconds, zone) = (KeptBounds.unixSeconds, KeptBounds.secondsFromUTC)
    return WallTime(
      unixSeconds: unixSeconds.isNaN ? 0 : min(max(unixSeconds, seconds.lowerBound), seconds.upperBound),
      secondsFromUTC: min(max(secondsFromUTC, Int(zone.lowerBound)), Int(zone.upperBound)), trusted: trusted)
  }
}

extension CapturePlan {
  /// What of the plan is out of bounds, or nil.
  package var fault: String? {
    guard KeptBounds.strips.contains(strips.count) else { return "\(strips.count) strips" }
    for strip in strips {
      for duration in [strip.countdown, strip.review, strip.clip ?? .zero]
      where !KeptBounds.duration.contains(duration) {
        return "a duration that is negative or longer than a day"
      }
      if let guide = strip.guide, !KeptBounds.isShort(guide) { return "a guide of endless name" }
    }
    if let location, !KeptBounds.isShort(location) { return "a location of endless name" }
    if let language, !KeptBounds.isShort(language) { return "a language of endless name" }
    return nil
  }
}

extension Consent {
  /// Whether it can have been written by a booth.
  package var isSane: Bool { at.isSane && KeptBounds.isShort(given.version) && KeptBounds.isShort(given.language) }
}
