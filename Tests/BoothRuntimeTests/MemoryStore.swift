import BoothCore
import FoundationEssentials
import Synchronization

/// A store in memory, files included; outlives the booth under test, as a disk outlives a process.
final class MemoryStore: SessionStore {
  struct State {
    var sessions: [SessionRecord] = []
    var jobs: [Job] = []
    var decisions: [String] = []
    var lastAsset: AssetID = 0
    var lastJob: JobID = 0
    var chosen: String?
    var refusal: StoreError?
    var freeBytes: Int64 = 100_000_000_000
    /// Assets whose files are not what they were.
    var damaged: Set<AssetID> = []
    /// How many commits brought states of jobs.
    var commits = 0
    /// What stands in front of them.
    var recording: Turnstile?
    /// Refused the next so many times.
    var refusedDeletions = 0
    var leaving: [SessionID: DiscardReason] = [:]
    var leftOfErased: String?
    var unreadableEmails: StoreError?
    var emails: [(session: SessionID, address: EmailAddress)] = []
  }

  let state = Mutex(State())

  func change<Value>(_ body: (inout State) throws(StoreError) -> Value) throws(StoreError) -> Value {
    try state.withLock { (state) throws(StoreError) -> Value in
      if let refusal = state.refusal { throw refusal }
      return try body(&state)
    }
  }

  private func index(_ state: State, _ session: SessionID) throws(StoreError) -> Int {
    guard let index = state.sessions.firstIndex(where: { $0.id == session && $0.state != .discarded }) else {
      throw StoreError(.notFound, subject: session.text, detail: "no such session")
    }
    return index
  }

  func openSession(
    event: Event, plan: CapturePlan, consent: ConsentGiven?, linkBase: String, at time: WallTime
  ) async throws(StoreError) -> SessionRecord {
    try change { state in
      let id = SessionID(randomBytes: Array(repeating: UInt8(state.sessions.count + 1), count: 16))
      let record = SessionRecord(
        id: id, event: event.id, eventSlug: event.slug, plan: plan, openedAt: time,
        link: GalleryPath.link(base: linkBase, session: id), consent: consent.map { Consent($0, at: time) })
      state.sessions.append(record)
      return record
    }
  }

  func keepEmail(
    _ address: EmailAddress, of session: SessionID, at time: WallTime
  ) async throws(StoreError) -> [Job] {
    try change { (state) throws(StoreError) -> [Job] in
      _ = try index(state, session)
      state.emails.append((session, address))
      state.lastJob += 1
      let job = Job(id: state.lastJob, kind: .emails, session: session)
      state.jobs.append(job)
      return [job]
    }
  }

  func emails(of event: EventID) async throws(StoreError) -> [UInt8]? {
    try change { (state) throws(StoreError) in
      if let error = state.unreadableEmails { throw error }
      return Array(state.emails.map(\.address.text).joined(separator: ",").utf8)
    }
  }

  func add(_ asset: NewAsset, from source: AssetSource, at time: WallTime) async throws(StoreError) -> Asset {
    try change { (state) throws(StoreError) -> Asset in
      let index = try index(state, asset.session)
      state.lastAsset += 1
      let record = Asset(
        id: state.lastAsset, session: asset.session, kind: asset.kind, strip: asset.strip,
        path: "\(asset.kind.rawValue)-\(state.lastAsset)", sizeBytes: 1, checksum: "", takenAt: time,
        duration: asset.duration,
        frames: asset.frames, droppedFrames: asset.droppedFrames, fromLiveView: asset.fromLiveView)
      state.sessions[index].assets.append(record)
      if state.sessions[index].state == .uploaded { state.sessions[index].state = .finished }
      return record
    }
  }

  func discard(
    _ assets: [AssetID], of session: SessionID, _ reason: DiscardReason, at time: WallTime
  ) async throws(StoreError) {
    try change { (state) throws(StoreError) in
      let index = try index(state, session)
      state.sessions[index].assets.removeAll { assets.contains($0.id) }
      state.decisions.append("\(reason.rawValue) \(assets)")
    }
  }

  func settle(_ photo: AssetID, of session: SessionID, at time: WallTime) async throws(StoreError) {
    try change { (state) throws(StoreError) in
      let index = try index(state, session)
      let strip = state.sessions[index].assets.first { $0.id == photo }?.strip
      state.sessions[index].assets.removeAll { $0.kind == .photo && $0.strip == strip && $0.id != photo }
    }
  }

  func discardSession(_ session: SessionID, _ reason: DiscardReason, at time: WallTime) async throws(StoreError) {
    try change { (state) throws(StoreError) in
      let index = try index(state, session)
      if state.refusedDeletions > 0 {
        state.refusedDeletions -= 1
        throw StoreError(.full, subject: "disk", detail: "no space left")
      }
      state.sessions[index].state = .discarded
      state.leaving[session] = nil
      state.sessions[index].assets = []
      state.decisions.append(reason.rawValue)
    }
  }

  func finishSession(_ session: SessionID, quiet: Bool) async throws(StoreError) -> [Job] {
    try change { (state) throws(StoreError) -> [Job] in
      let index = try index(state, session)
      if state.sessions[index].state == .capturing {
        state.sessions[index].state = .finished
        state.sessions[index].quiet = quiet
        let staysHere = state.sessions[index].staysHere
        for kind in [Job.Kind.composite, .upload, .filmStrip] where kind != .upload || !staysHere {
          add(kind, session, &state)
        }
      }
      return state.jobs.filter { $0.session == session }
    }
  }

  func addUpload(of session: SessionID) async throws(StoreError) -> [Job] {
    try change { (state) throws(StoreError) -> [Job] in
      guard !state.sessions[try index(state, session)].staysHere else { return [] }
      let waits = state.jobs.contains {
        $0.session == session && $0.kind == .upload && !$0.state.isOver && $0.state != .running
      }
      if waits { return [] }
      add(.upload, session, &state)
      return [state.jobs[state.jobs.count - 1]]
    }
  }

  private func add(_ kind: Job.Kind, _ session: SessionID, _ state: inout State) {
    state.lastJob += 1
    state.jobs.append(Job(id: state.lastJob, kind: kind, session: session))
  }

  func record(_ jobs: [Job]) async throws(StoreError) {
    if let gate = state.withLock({ $0.recording }) { await gate.pass() }
    try change { state in
      state.commits += 1
      for job in jobs {
        guard let index = state.jobs.firstIndex(where: { $0.id == job.id }), state.jobs[index].state != .cancelled
        else { continue }
        state.jobs[index] = job
      }
    }
  }

  func fingerprint(of asset: Asset) async throws(StoreError) -> Fingerprint? {
    try change { state in
      Fingerprint(sizeBytes: asset.sizeBytes, checksum: state.damaged.contains(asset.id) ? "others" : asset.checksum)
    }
  }

  func markUploaded(_ asset: AssetID, at time: WallTime) async throws(StoreError) {
    try change { state in
      for session in state.sessions.indices {
        for index in state.sessions[session].assets.indices where state.sessions[session].assets[index].id == asset {
          state.sessions[session].assets[index].uploaded = true
        }
      }
    }
  }

  func markSessionUploaded(_ session: SessionID) async throws(StoreError) -> Bool {
    try change { (state) throws(StoreError) -> Bool in
      let index = try index(state, session)
      if state.sessions[index].needsUpload { return true }
      state.sessions[index].state = .uploaded
      return false
    }
  }

  func keepApart(_ bytes: [UInt8]) async throws(StoreError) -> String {
    try change { state in
      state.decisions.append("kept apart")
      return "unasked_000001.jpg"
    }
  }

  func session(_ id: SessionID) async throws(StoreError) -> SessionRecord? {
    try change { state in state.sessions.first { $0.id == id } }
  }

  func sessions(limit: Int) async throws(StoreError) -> [SessionRecord] {
    try change { state in Array(state.sessions.reversed().prefix(limit)) }
  }

  func leavingSessions() async throws(StoreError) -> [SessionID: DiscardReason] { try change { $0.leaving } }

  func interruptedSessions() async throws(StoreError) -> [SessionRecord] {
    try change { state in state.sessions.filter { $0.state == .capturing } }
  }

  func jobs(all: Bool) async throws(StoreError) -> [Job] {
    try change { state in state.jobs.filter { all || !$0.state.isOver } }
  }

  func scratchPath(for name: String) -> String { "/dev/null" }
  func absolutePath(of asset: Asset) -> String { "/dev/null" }
  func check() async throws(StoreError) { try change { _ in } }
  func selectedEvent() async throws(StoreError) -> String? { try change { $0.chosen } }
  func selectEvent(_ slug: String) async throws(StoreError) { try change { $0.chosen = slug } }
}

/// Lets nobody through until it is opened.
final class Turnstile: Sendable {
  private struct State {
    var isOpen = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())
  /// How many stand before it.
  var waiting: Int { state.withLock { $0.waiting.count } }

  func pass() async {
    await withCheckedContinuation { continuation in
      let mayPass = state.withLock { state in
        if !state.isOpen { state.waiting.append(continuation) }
        return state.isOpen
      }
      if mayPass { continuation.resume() }
    }
  }

  func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for one in waiting { one.resume() }
  }
}
