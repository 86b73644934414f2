import BoothCore
import FoundationEssentials
import HTTPTypes
import Logging
import Synchronization
import WebSupport

/// What the sessions of events with a quota amount to, as this server measured it, and what it has let in since.
final class MeasuredEvents: Sendable {
  private struct Measure {
    var at: Date
    var bytes: Int64
  }

  /// For so many seconds what was measured counts, with what was let in since: other servers let in more.
  private static let lasts: TimeInterval = 60
  /// An event that is full is measured no more often, in seconds.
  private static let pause: TimeInterval = 5
  private static let most = 1000

  private let measures = Mutex<[EventID: Measure]>([:])

  /// Lets so many bytes in, if they surely find room.
  /// - Returns: true if so; false if not; nil if it is to be measured.
  func admit(_ bytes: Int64, into event: EventID, quota: Int64, at now: Date) -> Bool? {
    measures.withLock { measures in
      guard let measure = measures[event] else { return nil }
      let age = abs(now.timeIntervalSince(measure.at))
      guard age < Self.lasts else { return nil }
      let (sum, overflow) = measure.bytes.addingReportingOverflow(bytes)
      guard !overflow, sum <= quota else { return age < Self.pause ? false : nil }
      measures[event]?.bytes = sum
      return true
    }
  }

  func keep(_ bytes: Int64, of event: EventID, at now: Date) {
    measures.withLock { measures in
      if measures.count >= Self.most { measures = [:] }
      measures[event] = Measure(at: now, bytes: bytes)
    }
  }
}

extension Gallery {
  /// What a booth is told that brings more than its event may have; nil where there is room, or no quota.
  ///
  /// Measured in full where it may not be enough: pictures that are brought again take the place of what is there. Several servers may let in
  /// at once what is enough for one, so an event may have a little more in the end.
  func fullAnswer(
    _ event: EventID, _ session: SessionName, _ files: [UploadPermit]
  ) async throws -> WebAnswer? {
    guard event > 0, session.text != SessionName.emailCollection,
      let quota = try await presentSettings(event).quotaBytes
    else { return nil }
    let wanted = files.reduce(Int64(0)) { sum, file in
      let (more, overflow) = sum.addingReportingOverflow(file.sizeBytes ?? 0)
      return overflow ? .max : more
    }
    switch measuredEvents.admit(wanted, into: event, quota: quota, at: now()) {
    case true?: return nil
    case false?: return refusedAsFull(event, quota)
    case nil: break
    }
    let paths = Set(files.map(\.path))
    var (used, replaced) = (Int64(0), Int64(0))
    let prefix = EventNames.sessions(event)
    var last: ObjectKey?
    repeat {
      let page = try await store.page(prefix: prefix, after: last, limit: 1000)
      for object in page {
        used += object.sizeBytes
        if paths.contains(object.key.text) { replaced += object.sizeBytes }
      }
      last = page.count == 1000 ? page.last?.key : nil
    } while last != nil
    let (sum, overflow) = (used - replaced).addingReportingOverflow(wanted)
    let fits = !overflow && sum <= quota
    measuredEvents.keep(fits ? sum : used, of: event, at: now())
    return fits ? nil : refusedAsFull(event, quota)
  }

  private func refusedAsFull(_ event: EventID, _ quota: Int64) -> WebAnswer {
    refusals.note(.quota, at: now(), ["event.id": "\(event)", "event.quota_bytes": "\(quota)"])
    // A booth waits, and loses nothing.
    return WebAnswer.error(
      HTTPResponse.Status(code: 507, reasonPhrase: "Insufficient Storage"),
      "The event's quota of \(quota) bytes is used up"
    )
    .with([.retryAfter: "60", .cacheControl: "no-store"])
  }
}
