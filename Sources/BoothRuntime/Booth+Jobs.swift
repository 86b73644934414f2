import BoothCore
import Logging

/// Carries the job pump's effects out.
extension Booth {
  /// Carries out what one decision of the pump says: all that it records is one commit, and work begins when the commit
  /// that says so is durable.
  func carryOut(_ effects: [JobPump.Effect]) {
    var records: [Job] = []
    var runs: [(job: Job, lease: AttemptID)] = []
    for effect in effects {
      switch effect {
      case .record(let job): records.append(job)
      case .stop(let lease):
        beginning.remove(lease)
        running.removeValue(forKey: lease)?.cancel()
      case .run(let job, let lease):
        beginning.insert(lease)
        runs.append((job, lease))
      case .tellOperator(let words): mail.yield(.trouble(topic: "gallery", words))
      }
    }
    guard !records.isEmpty || !runs.isEmpty else { return }
    tellTrouble(of: records)
    storeLane.add { [self, records, runs] in
      let refusal = await record(records)
      for (job, lease) in runs { await begin(job, lease, refusal) }
    }
  }

  /// Begins work whose record is durable; where it is not, the work has failed before it began.
  private func begin(_ job: Job, _ lease: AttemptID, _ refusal: StoreError?) {
    // Stopped while it waited for its record.
    guard beginning.remove(lease) != nil, !isStopping else { return }
    if let refusal { return post(.failed(job.id, lease: lease, JobFailure(refusal))) }
    running[lease] = Task { [self] in
      let outcome = await work(on: job, lease)
      finished(lease)
      switch outcome {
      case nil: post(.succeeded(job.id, lease: lease))
      case let failure?: post(.failed(job.id, lease: lease, failure))
      }
    }
  }

  private func finished(_ lease: AttemptID) { running[lease] = nil }

  /// The operator hears of what only the operator can mend, job by job.
  func tellTrouble(of jobs: [Job]) {
    for job in jobs where job.kind == .upload && job.state == .cancelled { noteUnsent(job.session, nil) }
    let news = jobTroubles.note(jobs) { [unsent] job in job.kind == .upload && unsent[job.session] == job.lastFailure }
    for (kind, words) in news { mail.yield(.trouble(topic: topic(of: kind), words)) }
  }

  /// Files that are left out of a session's upload, in words, or nil: none is any more.
  private func noteUnsent(_ session: SessionID, _ words: String?) {
    guard unsent[session] != words else { return }
    unsent[session] = words
    let first = unsent.min { $0.key.text < $1.key.text }
    let more = unsent.count > 1 ? " (and \(unsent.count - 1) more sessions; booth queue list)" : ""
    mail.yield(.trouble(topic: "files", first.map { "session \($0.key): \($0.value)\(more)" }))
  }

  private func topic(of kind: Job.Kind) -> String {
    switch kind {
    // `gallery` is what keeps all uploads.
    case .upload: "upload"
    case .erase: "erase"
    case .emails: "emails"
    case .composite: "composite"
    case .filmStrip: "films"
    }
  }

  /// Does a job's work; nil means success. Runs beside the mailbox.
  private nonisolated func work(on job: Job, _ lease: AttemptID) async -> JobFailure? {
    do {
      guard let session = try await ports.store.session(job.session) else { return .sessionGone }
      switch job.kind.task(for: session) {
      case .composite: try await makeComposite(session)
      case .films(let films): try await make(films, of: session, lease)
      case .upload:
        return try await upload(session) { [mail] in mail.yield(.jobs(.progressed(job.id, lease: lease))) }
      case .erase: try await erase(session, job.id)
      case .emails: try await uploadEmails(session.event)
      case .addUpload: try await uploadAgain(session.id)
      case .nothing: break
      case .impossible(let failure): return failure
      }
      return nil
    } catch let failure as JobFailure {
      return failure
    } catch let error as StoreError {
      return JobFailure(error)
    } catch let error as ImageError {
      return JobFailure(.impossible, error.description)
    } catch let error as ClipError {
      return JobFailure(error.mayPass ? .mayPass : .impossible, error.description)
    } catch {
      return JobFailure(.mayPass, "\(error)")
    }
  }

  nonisolated func event(of session: SessionRecord) -> Event {
    ports.events.event(slug: session.eventSlug)
      ?? Event(id: session.event, slug: session.eventSlug, name: session.eventSlug, date: "")
  }

  private nonisolated func makeComposite(_ session: SessionRecord) async throws {
    let jpeg = try await workshop.composite(of: session, event(of: session))
    try Task.checkCancellation()
    _ = try await ports.store.add(
      NewAsset(session: session.id, kind: .stripPhoto, strip: -1), from: .bytes(jpeg), at: ports.clock.wallTime)
    try await uploadAgain(session.id)
  }

  /// A picture that came after an upload began is brought by another; while that cannot be queued, the work is not done.
  nonisolated func uploadAgain(_ session: SessionID) async throws(StoreError) {
    let jobs = try await ports.store.addUpload(of: session)
    if !jobs.isEmpty { return post(.added(jobs)) }
    // One that is held (a file of the session is damaged) brings what is new all the same.
    for job in try await ports.store.jobs(all: false) where job.session == session && job.kind == .upload {
      if job.state == .held { post(.retryRequested(job.id)) }
    }
  }

  /// Brings everything of the session to the gallery, also what is added meanwhile.
  private nonisolated func upload(
    _ first: SessionRecord, getsOn: @escaping @Sendable () -> Void
  ) async throws -> JobFailure? {
    var session = first
    // A second upload that finds all done has nothing to say to the gallery.
    while session.state != .uploaded || session.needsUpload {
      let id = session.id
      // An event whose file is gone is not called open: nothing is said of it.
      let access = ports.events.event(slug: session.eventSlug)?.gallery
      let worker = UploadWorker(
        gallery: ports.gallery, store: ports.store, clock: ports.clock, access: access
      ) { [mail] progress in
        mail.yield(.progress(id, progress))
        getsOn()
      }
      let outcome = await worker.run(session)
      switch outcome {
      case .succeeded: await noteUnsent(id, nil)
      case .succeededWithout(let left): await noteUnsent(id, UploadRun.words(for: left))
      // Erased over there: its link leads nowhere any more.
      case .failed(let failure): if failure.code == .gone { post(.sessionErased(id)) }
      }
      if let failure = JobFailure(outcome, hasExpired: event(of: session).hasExpired(at: ports.clock.wallTime)) {
        return failure
      }
      guard try await ports.store.markSessionUploaded(id), let grown = try await ports.store.session(id),
        grown.state != .discarded
      else { return nil }
      session = grown
    }
    return nil
  }

  private nonisolated func uploadEmails(_ event: EventID) async throws {
    let kept: [UInt8]?
    do throws(StoreError) { kept = try await ports.store.emails(of: event) } catch let error where error.code == .failed
    {
      // A list that cannot be read is mended by nobody but the operator; who has moved it away need not say so.
      throw JobFailure(.needsOperator, error.description, retryAfter: RetryPolicy.held)
    }
    guard let bytes = kept else { return }
    do throws(UploadFailure) { try await ports.gallery.uploadEmails(bytes, event: event) } catch {
      throw JobFailure(uploading: error)
    }
  }

  private nonisolated func erase(_ session: SessionRecord, _ job: JobID) async throws {
    do throws(UploadFailure) {
      try await ports.gallery.erase(event: session.event, session: session.id)
    } catch {
      throw JobFailure(erasing: error, event: session.event, session: session.id, job: job)
    }
    try await ports.store.noteErasedAtGallery(session.id, at: ports.clock.wallTime)
  }
}
