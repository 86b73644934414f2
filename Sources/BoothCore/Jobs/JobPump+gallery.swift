/// What the gallery's answers mean for the jobs that wait to call it.
extension JobPump {
  /// A job failed that called the gallery, or would have.
  mutating func watchGallery(_ kind: Job.Kind, _ failure: JobFault, at now: Instant) -> [Effect] {
    guard kind.callsGallery, failure.kind == .mayPass, failure.cause == .gallery else { return [] }
    return gallery.failed(failure, at: now, random: random.next()).map { [.tellOperator($0)] } ?? []
  }

  /// The gallery took something: whoever was held by it may go as well.
  mutating func galleryAnswered(_ kind: Job.Kind) -> [Effect] {
    guard kind.callsGallery else { return [] }
    var effects: [Effect] = gallery.succeeded() ? [.tellOperator(nil)] : []
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

  /// The next upload: the oldest, or, while the gallery is away and it is time to ask, another one than the last.
  func nextUpload(at now: Instant) -> JobID? {
    let due = order.due(.upload)
    guard let probeAt = gallery.probeAt else { return due.first }
    guard now >= probeAt else { return nil }
    return gallery.lastProbe.flatMap { last in due.first { $0 > last } } ?? due.first
  }

  /// When the next upload asks for all, if one waits for that.
  var probeDue: Instant? {
    order.runningCount(.upload) == 0 && !order.due(.upload).isEmpty ? gallery.probeAt : nil
  }
}

extension Job.Kind {
  /// Whether what the gallery answers to it holds for others, too. One file of addresses that it refuses is nothing that
  /// pictures wait for.
  var callsGallery: Bool {
    switch self {
    case .upload, .erase: true
    case .composite, .filmStrip, .emails: false
    }
  }
}
