import BoothCore
import NightReports

/// What of a booth's states is news to a receiver. Pure.
struct WebhookWatch {
  enum News: Equatable {
    case sessionFinished(photos: Int, prints: Int, withoutGuests: Bool)
    case faultBegan(NightFault.Kind)
    /// - Parameter seconds: nil for one that an earlier start has seen begin.
    case faultEnded(NightFault.Kind, seconds: Double?)
  }

  private struct Standing {
    var kind: NightFault.Kind
    /// Nil for one of an earlier start.
    var since: Instant?
    var isTold = true
  }

  private var fault: Standing?
  private var printer: Standing?
  private var upload: Upload?
  /// Its guests are asked how many prints they want.
  private var offered: Finished?
  /// Told, so that its code, which comes and goes with the question for an address, is no second session.
  private var told: SessionID?

  /// - Parameter open: faults that an earlier start has not seen end.
  init(open: [OpenFault] = []) {
    for fault in open {
      guard let kind = fault.kind else { continue }
      let standing = Standing(kind: kind, since: nil, isTold: fault.isTold)
      if kind.stopped == .prints { printer = standing } else { self.fault = standing }
    }
  }

  /// The booth is in another state.
  mutating func follow(_ state: BoothState, at now: Instant) -> [News] {
    var news: [News] = []
    switch state {
    case .upload(let upload): self.upload = upload
    case .print(let form): offered = form.finished
    case .qr(let finished, _, _): finish(finished, &news)
    case .address(let form): finish(form.finished, &news)
    case .starting, .resumeOffer, .eventSelection, .idle, .consent, .look, .opening, .capture, .settings, .paused,
      .outOfOrder, .stopped:
      // Guests that are there may still take their session back; those that have gone, not.
      if let upload, upload.quiet, upload.session.id != told {
        told = upload.session.id
        news.append(.sessionFinished(photos: upload.photos, prints: 0, withoutGuests: true))
      }
      upload = nil
      if let offered { finish(offered, &news) }
    }
    var kind: NightFault.Kind?
    if case .outOfOrder(let trouble) = state { kind = NightFault.Kind(trouble) }
    // Whether one of an earlier start is over, ``settle`` finds out.
    if kind == nil, let fault, fault.since == nil { return news }
    turn(&fault, to: kind, at: now, &news)
    return news
  }

  /// A fault of an earlier start is over where the booth is well and knows it: right after its start it invites guests before it has
  /// seen its camera and its disk.
  mutating func settle(_ state: BoothState, isCameraReady: Bool, isDiskKnown: Bool, at now: Instant) -> [News] {
    guard let fault, fault.since == nil, isCameraReady, isDiskKnown else { return [] }
    if case .outOfOrder = state { return [] }
    guard state != .starting, state != .stopped else { return [] }
    var news: [News] = []
    turn(&self.fault, to: nil, at: now, &news)
    return news
  }

  /// What keeps the printer; nil while nothing does.
  mutating func follow(printer obstacle: PrinterObstacle?, at now: Instant) -> [News] {
    var news: [News] = []
    turn(&printer, to: obstacle.flatMap { NightFault.Kind($0) }, at: now, &news)
    return news
  }

  /// Prints are ordered before the code: where guests are asked for some, the session is told with its code.
  private mutating func finish(_ finished: Finished, _ news: inout [News]) {
    (upload, offered) = (nil, nil)
    guard finished.session.id != told else { return }
    told = finished.session.id
    news.append(.sessionFinished(photos: finished.photos, prints: finished.prints ?? 0, withoutGuests: false))
  }

  private func turn(_ standing: inout Standing?, to kind: NightFault.Kind?, at now: Instant, _ news: inout [News]) {
    guard standing?.kind != kind else {
      // A kill came between its beginning and its message.
      if let kind, standing?.isTold == false {
        standing?.isTold = true
        news.append(.faultBegan(kind))
      }
      return
    }
    if let standing {
      news.append(.faultEnded(standing.kind, seconds: standing.since.map { max(0, (now - $0).inSeconds) }))
    }
    standing = kind.map { Standing(kind: $0, since: now) }
    if let kind { news.append(.faultBegan(kind)) }
  }
}
