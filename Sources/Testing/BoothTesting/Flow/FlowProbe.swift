public import BoothCore

/// One input to one sample: the row's left side.
public struct FlowProbe: Sendable {
  /// The input's group, and what distinguishes it: `answered`, `liveFrameSeen, stale`.
  public var group: String
  public var detail: String
  /// What happens just before, where it matters: the first of two equal requests.
  var before: [BoothInput] = []
  public var input: BoothInput
  public var at: Instant

  public var name: String { detail.isEmpty ? group : "\(group) \(detail)" }

  /// Every kind of input, for this state: every press and request (once, twice, taken back), every answer to what it
  /// waits for and to what it does not, the camera's and the disk's news, and time.
  public static func all(for sample: FlowSample) -> [FlowProbe] {
    let boot = Boot(events: [.wedding], selected: "wedding", interrupted: [])
    let booted = FlowProbe(group: "booted", detail: "", input: .booted(boot), at: sample.now)
    return time(sample) + presses(sample) + answers(sample) + requests(sample) + camera(sample) + storage(sample)
      + hours(sample)
      + printer(sample) + erasures(sample) + typing(sample) + guides(sample) + marks(sample)
      + [booted]
  }

  private static func time(_ sample: FlowSample) -> [FlowProbe] {
    var probes = [FlowProbe(group: "timePassed", detail: "too early", input: .timePassed, at: sample.now)]
    if let wakeUp = sample.flow.wakeUp {
      probes.insert(FlowProbe(group: "timePassed", detail: "", input: .timePassed, at: wakeUp), at: 0)
    }
    return probes
  }

  private static func presses(_ sample: FlowSample) -> [FlowProbe] {
    Press.allCases.map { FlowProbe(group: "pressed", detail: $0.rawValue, input: .pressed($0), at: later(sample)) }
  }

  private static func typing(_ sample: FlowSample) -> [FlowProbe] {
    [("typed", BoothInput.typed), ("addressGiven", .addressGiven)].map {
      FlowProbe(group: $0.0, detail: "", input: $0.1, at: later(sample))
    }
  }

  private static func guides(_ sample: FlowSample) -> [FlowProbe] {
    [("stronger", GuideTurn.stronger), ("reset", .reset)].map {
      FlowProbe(group: "guideTurned", detail: $0.0, input: .guideTurned($0.1), at: later(sample))
    }
  }

  private static func marks(_ sample: FlowSample) -> [FlowProbe] {
    let place = PicturePoint(x: 0.5, y: 0.125)
    let again = FlowProbe(
      group: "marked", detail: "set, at once again", before: [.marked(.set), .marked(.set)], input: .marked(.set),
      at: later(sample))
    return [
      ("begin", MarkStep.begin), ("move", .move(.left)), ("point, old", .point(.old, place)),
      ("point, frame", .point(.frame, place)), ("set", .set), ("back", .back),
    ].map { FlowProbe(group: "marked", detail: $0.0, input: .marked($0.1), at: later(sample)) }
      + (sample.kind == .markingPoints ? [again] : [])
  }

  /// Half a second on, so that deadlines that start again are seen to.
  private static func later(_ sample: FlowSample) -> Instant { sample.now + .milliseconds(500) }

  private static func answers(_ sample: FlowSample) -> [FlowProbe] {
    let now = later(sample)
    let faults = [Fault.Kind.focus, .picture, .camera, .stills, .storage, .late].map {
      Answer.failed(Fault($0, "in words"))
    }
    let brought: [Answer] = [
      .sessionOpened(.sample(9)), .clipSaved(.clip(901)), .photoSaved(.photo(902)),
      .photoDoubted(.photo(903), PhotoDoubt(.dark, "in words")), .sessionQueued, .addressKept, .printsOrdered(1),
      .storageReady,
    ]
    let frames = [("fresh", now), ("stale", now - .seconds(2))].map {
      (", \($0.0)", Answer.liveFrameSeen(capturedAt: $0.1))
    }
    let all = brought.map { ("", $0) } + frames + faults.map { ("", $0) }
    let current = sample.awaited.flatMap { attempt, effect in
      all.map { note, answer in
        FlowProbe(
          group: "answered", detail: "\(effect.word.prefix { $0 != "(" }): \(answer.word)\(note)",
          input: .answered(attempt, answer), at: now)
      }
    }
    let late = (brought + [frames[0].1, faults[2]]).map {
      FlowProbe(group: "answered", detail: "late: \($0.word)", input: .answered(AttemptID(9999), $0), at: now)
    }
    return current + late
  }

  private static func requests(_ sample: FlowSample) -> [FlowProbe] {
    let now = later(sample)
    let chosen = sample.flow.selected
    let other = sample.flow.events.map(\.slug).first { $0 != chosen } ?? "another"
    var requests: [(String, OperatorRequest)] = [
      ("pause", .pause), ("resume", .resume), ("changeEvent", .changeEvent), ("openSettings", .openSettings),
      ("shutDown", .shutDown), ("useEvent, another", .useEvent(other)), ("useEvent, unknown", .useEvent("unknown")),
    ]
    if let chosen { requests.append(("useEvent, the chosen one", .useEvent(chosen))) }
    var probes = requests.map {
      FlowProbe(group: "requested", detail: $0.0, input: .requested($0.1), at: now)
    }
    // Asked again, or taken back, where the first time was only noted.
    for (name, request) in requests where isNoted(.requested(request), sample, at: now) {
      probes.append(
        FlowProbe(
          group: "requested", detail: "\(name), twice", before: [.requested(request)], input: .requested(request),
          at: now))
      probes.append(
        FlowProbe(
          group: "requested", detail: "resume after \(request.word)", before: [.requested(request)],
          input: .requested(.resume), at: now))
    }
    return probes
  }

  private static func isNoted(_ input: BoothInput, _ sample: FlowSample, at now: Instant) -> Bool {
    var flow = sample.flow
    return flow.handle(input, at: now) == [.ignore(.pending)]
  }

  private static func camera(_ sample: FlowSample) -> [FlowProbe] {
    let now = later(sample)
    let out = BoothInput.cameraChanged(.outOfOrder("plug it in"))
    let ready = BoothInput.cameraChanged(.ready)
    var probes = [
      FlowProbe(group: "cameraChanged", detail: "ready", input: ready, at: now),
      FlowProbe(group: "cameraChanged", detail: "outOfOrder", input: out, at: now),
    ]
    let timing = BoothInput.cameraChanged(.timing(ShutterTiming(lag: .milliseconds(120))))
    probes.append(FlowProbe(group: "cameraChanged", detail: "timing", input: timing, at: now))
    let stills = BoothInput.cameraChanged(.stills("its card is full"))
    probes.append(FlowProbe(group: "cameraChanged", detail: "stills", input: stills, at: now))
    if sample.kind != .idle {
      probes += [
        FlowProbe(group: "cameraChanged", detail: "outOfOrder, twice", before: [out], input: out, at: now),
        FlowProbe(group: "cameraChanged", detail: "ready after outOfOrder", before: [out], input: ready, at: now),
      ]
    }
    return probes
  }

  private static func printer(_ sample: FlowSample) -> [FlowProbe] {
    [("ready", PrinterNews.ready), ("few", .few(1)), ("closed", .closed(.paper))].map {
      FlowProbe(group: "printerChanged", detail: $0.0, input: .printerChanged($0.1), at: later(sample))
    }
  }

  private static func erasures(_ sample: FlowSample) -> [FlowProbe] {
    let shown: SessionID? =
      switch sample.flow.state {
      case .qr(let finished, _, _): finished.session.id
      case .address(let form): form.finished.session.id
      case .print(let form): form.finished.session.id
      case .upload(let upload): upload.session.id
      case .capture(let capture): capture.session.id
      default: nil
      }
    let small = sample.flow.previousQR?.session
    let sessions = [("this one", shown), ("that of the small code", small), ("another", SessionRef.sample(99).id)]
    return sessions.compactMap { whose, session in
      session.map {
        FlowProbe(group: "sessionErased", detail: whose, input: .sessionErased($0), at: later(sample))
      }
    }
  }

  private static func storage(_ sample: FlowSample) -> [FlowProbe] {
    let now = later(sample)
    let levels = StorageLevel.allCases.map { level in
      let news = level == .plenty ? StorageNews(.plenty, "") : StorageNews(level, "\(level.rawValue), in words")
      return FlowProbe(group: "storageChanged", detail: level.rawValue, input: .storageChanged(news), at: now)
    }
    let full = BoothInput.storageChanged(StorageNews(.full, "full, in words"))
    return levels + [
      FlowProbe(
        group: "storageChanged", detail: "plenty after full", before: [full],
        input: .storageChanged(StorageNews(.plenty, "")), at: now)
    ]
  }

  private static func hours(_ sample: FlowSample) -> [FlowProbe] {
    let (today, other) = (Closing(opensAt: 540, weekday: nil), Closing(opensAt: 600, weekday: 6))
    var lifted = today
    lifted.isLifted = true
    return [("closed", other), ("open", nil), ("closed until", today), ("closed, and opened all the same", lifted)].map
    {
      FlowProbe(group: "hoursChanged", detail: $0.0, input: .hoursChanged($0.1), at: later(sample))
    } + [
      FlowProbe(
        group: "hoursChanged", detail: "open after closed", before: [.hoursChanged(other)], input: .hoursChanged(nil),
        at: later(sample))
    ]
  }

  /// What the sample's flow makes of it.
  public func run(_ sample: FlowSample) -> (before: BoothFlow, after: BoothFlow, effects: [BoothEffect]) {
    var flow = sample.flow
    for input in before { _ = flow.handle(input, at: at) }
    let before = flow
    let effects = flow.handle(input, at: at)
    return (before, flow, effects)
  }
}
