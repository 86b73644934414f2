/// What the gallery's answers mean for the jobs that wait to call it.
extension JobPump {
  /// A job failed that called the gallery, or would have.
  mutating func watchGallery(_ kind: Job.Kind, _ failure: JobFault, at now: Instant) -> [Effect] {
    guard callsGallery(kind), failure.kind == .mayPass, failure.cause == .gallery else { return [] }
    return gallery.failed(failure, at: now, random: random.next()).map { [.notifyOperator($0)] } ?? []
  }

  /// The gallery took something: jobs that were held by it may go as well.
  mutating func galleryAnswered(_ kind: Job.Kind) -> [Effect] {
    guard callsGallery(kind) else { return [] }
    var effects: [Effect] = gallery.succeeded() ? [.notifyOperator(nil)] : []
    for id in heldForAWhile { effects.append(release(id)) }
    return effects
  }

  /// Held, and to be asked again; in the order of their numbers.
  private var heldForAWhile: [JobID] {
    order.waiting.map(\.job).filter { entries[$0]?.job.state == .held }.sorted()
  }

  /// The wait of held jobs is over: one of them asks for all, another one than the last, and they wait as long again.
  mutating func askAgain(at now: Instant) -> [Effect] {
    let held = heldForAWhile
    let last = gallery.lastAsked ?? 0
    guard let id = held.first(where: { $0 > last }) ?? held.first else { return [] }
    gallery.lastAsked = id
    for other in held where other != id {
      guard var entry = entries[other] else { continue }
      entry.notBefore = now + RetryPolicy.held
      put(entry)
    }
    return [release(id)]
  }

  private mutating func release(_ id: JobID) -> Effect {
    guard var entry = entries[id] else { preconditionFailure("job \(id) waits and is not known") }
    entry.notBefore = nil
    entry.job.state = .ready
    put(entry)
    return .record(entry.job)
  }

  /// Whether what the gallery answers to it holds for others, too.
  private func callsGallery(_ kind: Job.Kind) -> Bool { policy(of: kind).map { $0.gallery != .none } ?? false }

  /// The next job of a kind that asks the gallery: the oldest, or, while the gallery is away and it is time to ask,
  /// another one than the last.
  func nextAsking(_ kind: Job.Kind, at now: Instant) -> JobID? {
    guard let probeAt = gallery.probeAt else { return order.due(kind).first }
    guard now >= probeAt, order.runningCount(of: asking) == 0 else { return nil }
    let due = asking.flatMap(order.due).sorted()
    let next = gallery.lastProbe.flatMap { last in due.first { $0 > last } } ?? due.first
    return next.flatMap { entries[$0]?.job.kind == kind ? $0 : nil }
  }

  /// When the next one asks for all, if one waits for that.
  var probeDue: Instant? {
    order.runningCount(of: asking) == 0 && asking.contains { !order.due($0).isEmpty } ? gallery.probeAt : nil
  }
}
