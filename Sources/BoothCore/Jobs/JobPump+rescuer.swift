/// The rescuer: makes jobs ready again whose worker is gone or is not heard of.
extension JobPump {
  /// At the start no worker lives: what was running is ready again, and what was held gets another chance.
  mutating func load(_ jobs: [Job]) -> [Effect] {
    var effects: [Effect] = []
    for var job in jobs where !job.state.isOver && entries[job.id] == nil {
      if job.state == .running || job.state == .held {
        job.state = .ready
        effects.append(.record(job))
      }
      put(Entry(job: job))
    }
    return effects
  }

  /// Stops whoever has not been heard of for as long as the lease allows; the job waits as after a failure.
  mutating func rescueExpiredLeases(at now: Instant) -> [Effect] {
    var effects: [Effect] = []
    for id in order.running {
      guard let entry = entries[id], let lease = entry.lease, lease.deadline <= now else { continue }
      let seconds = leases.duration(of: entry.job.kind).components.seconds
      effects += [
        .stop(lease: lease.id),
        fail(entry, JobFailure(.mayPass, "nothing was heard of it for \(seconds) s; it was stopped"), at: now),
      ]
    }
    return effects
  }
}

/// How long a worker may be silent before the rescuer takes its job away.
///
/// - A composite of three 3240×2160 photos takes 0.1 s of CPU on the bench; two minutes are for the slowest Raspberry Pi
///   under load.
/// - A film strip takes half a second of CPU per second of clips, on the bench: ten minutes.
/// - An upload is heard of at each file. The client itself gives up a connection that stands still for a minute, and any
///   one file after an hour: an hour and ten minutes is longer than both.
/// - An erasure is one call to the gallery: two minutes.
public struct LeasePolicy: Sendable, Equatable {
  public var composite = Duration.seconds(120)
  public var filmStrip = Duration.seconds(600)
  public var upload = Duration.seconds(4200)
  public var erase = Duration.seconds(120)

  public init() {}

  public func duration(of kind: Job.Kind) -> Duration {
    switch kind {
    case .composite: composite
    case .filmStrip: filmStrip
    case .upload: upload
    case .erase: erase
    }
  }
}
