import FoundationEssentials
import PhotoModel
import S3Storage

/// How an account is, by `users/ACCOUNT/status.json`.
enum BucketAccount: Equatable {
  /// There is no such file: no account, or one that is older than such files.
  case none
  case active
  /// It goes with all its photos, on a day if one is said.
  case leaving(day: String?)
  /// Its file may not be read with these keys, or makes no sense.
  case unknown

  /// What a file like this has at most, in bytes.
  private static let mostBytes = 64 << 10

  private struct Status: Decodable {
    var accountStatus: String
    var deleteDate: Moment?
  }

  /// A text (`2026-12-01T00:00:00Z`), or seconds since 1970.
  private struct Moment: Decodable {
    var day: String?

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      do {
        let text = try value.decode(String.self).prefix(10)
        let isDay = text.utf8.count == 10 && text.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2D }
        day = isDay ? String(text) : nil
      } catch {
        let seconds = try value.decode(Double.self)
        guard seconds.isFinite, abs(seconds) < 1e11 else { return }
        let (year, month, date) = CalendarDay.of(wallSeconds: Int64(seconds))
        day = "\(year)-\(month < 10 ? "0" : "")\(month)-\(date < 10 ? "0" : "")\(date)"
      }
    }
  }

  static func read(_ bytes: [UInt8]) -> BucketAccount {
    do {
      let status = try JSONDecoder().decode(Status.self, from: Data(bytes))
      switch status.accountStatus {
      case "active": return .active
      case "scheduled_for_deletion": return .leaving(day: status.deleteDate?.day)
      default: return .unknown
      }
    } catch {
      return .unknown
    }
  }

  /// Never a reason to show no photos: keys that may read photos need not be let in here.
  static func read(_ account: String, in bucket: S3Bucket) async -> BucketAccount {
    do {
      guard let found = try await bucket.get("users/\(account)/status.json", limit: mostBytes) else { return .none }
      return read(found.bytes)
    } catch {
      return .unknown
    }
  }

  /// For people; nil for nothing to say.
  func words(_ account: String, hasCatalog: Bool) -> String? {
    switch self {
    case .none where !hasCatalog: "there is no account \(account) in this bucket: is it spelled right?"
    case .leaving(let day):
      "this account is to be deleted\(day.map { " on " + $0 } ?? ""), with all its photos: copy out what is to stay"
    case .none, .active, .unknown: nil
    }
  }
}
