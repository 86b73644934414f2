public import BoothCore
import Logging

/// Carries the job pump's effects out.
extension Booth {
  /// Carries out what one decision of the pump says; what it records, and what begins then, is ``JobRecords``' to say.
  func perform(_ effects: [JobPump.Effect]) {
    var jobs: [Job] = []
    for effect in effects {
      switch effect {
      case .record(let job): jobs.append(job)
      case .notifyOperator(let words): mail.yield(.trouble(topic: "gallery", words))
      case .run, .stop: break
      }
    }
    reportTrouble(of: jobs)
    sendToRecords(.decided(effects))
  }

  /// Begins work whose record is durable.
  func begin(_ job: Job, _ lease: AttemptID) {
    running[lease] = Task { [self] in
      var outcome = await work(on: job, lease)
      if let failure = outcome { outcome = await lasting(failure) }
      finished(lease)
      switch outcome {
      case nil: post(.succeeded(job.id, lease: lease))
      case let failure?: post(.failed(job.id, lease: lease, failure))
      }
    }
  }

  private func finished(_ lease: AttemptID) { running[lease] = nil }

  /// A file that is missing because the data folder is away is not missing for good: the work is done when the folder is back, or
  /// after the new start.
  private nonisolated func lasting(_ failure: JobFault) async -> JobFault {
    guard failure.cause == .here, failure.kind == .impossible || failure.kind == .needsOperator else { return failure }
    do throws(StoreError) {
      _ = try await ports.store.space()
      return failure
    } catch {
      return error.code == .moved || error.code == .replaced ? JobFault(.mayPass, failure.detail) : failure
    }
  }

  /// The operator hears of what only the operator can mend, job by job.
  func reportTrouble(of jobs: [Job]) {
    for job in jobs where job.kind == .upload && job.state == .cancelled {
      if let session = job.session { noteUnsent(session, nil) }
    }
    let news = jobTroubles.note(jobs) { [unsent] job in
      job.kind == .upload && job.session.flatMap { unsent[$0] } == job.lastFailure
    }
    for (topic, words) in news { mail.yield(.trouble(topic: topic, words)) }
  }

  /// Files that are left out of a session's upload, in words, or nil: none is any more.
  func noteUnsent(_ session: SessionID, _ words: String?) {
    guard unsent[session] != words else { return }
    unsent[session] = words
    let first = unsent.min { $0.key.text < $1.key.text }
    let more = unsent.count > 1 ? " (and \(unsent.count - 1) more sessions; booth queue list)" : ""
    mail.yield(.trouble(topic: "files", first.map { "session \($0.key): \($0.value)\(more)" }))
  }

  /// Queues work on a thing of another workflow, durable when it returns, and has it done as its kind's policy says.
  public func queue(_ kind: Job.Kind, of subject: JobSubject) async throws(StoreError) -> Job {
    let job = try await ports.store.queue(kind, of: subject)
    post(.added([job]))
    return job
  }

  /// Does a job's work; nil means success. Runs beside the mailbox.
  private nonisolated func work(on job: Job, _ lease: AttemptID) async -> JobFault? {
    do {
      guard let id = job.session else { return await workElsewhere(on: job, lease) }
      guard let sessionJob = job.sessionJob else { return .nobodysWork(job) }
      guard let session = try await ports.store.session(id) else { return .sessionGone }
      switch sessionJob.task(for: session) {
      case .composite: try await makeComposite(session)
      case .films(let films): try await make(films, of: session, lease)
      case .upload:
        return await upload(session) { [mail] in mail.yield(.jobs(.progressed(job.id, lease: lease))) }
      case .erase: try await erase(session, job.id)
      case .version:
        guard let versions = ports.versions else { return .nobodysWork(job) }
        return await versions.work(on: job) { [mail] in mail.yield(.jobs(.progressed(job.id, lease: lease))) }
      case .emails: try await uploadEmails(session.event)
      case .addUpload: try await uploadAgain(session.id)
      case .nothing: break
      case .impossible(let failure): return failure
      }
      return nil
    } catch {
      return failure(of: error)
    }
  }

  /// Another workflow's; nil means success.
  private nonisolated func workElsewhere(on job: Job, _ lease: AttemptID) async -> JobFault? {
    if job.kind == .print { return await printSheet(job, lease) }
    guard let worker = ports.workers[job.subject.kind] else { return .nobodysWork(job) }
    return await worker.work(on: job) { [mail] in mail.yield(.jobs(.progressed(job.id, lease: lease))) }
  }

  nonisolated func failure(of error: any Error) -> JobFault {
    switch error {
    case let failure as JobFault: failure
    case let error as StoreError: JobFault(error)
    case let error as ImageError: JobFault(.impossible, error.description)
    case let error as ClipError: JobFault(error.mayPass ? .mayPass : .impossible, error.description)
    default: JobFault(.mayPass, "\(error)")
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

  private nonisolated func uploadEmails(_ event: EventID) async throws {
    let kept: [UInt8]?
    do throws(StoreError) { kept = try await ports.store.emails(of: event) } catch {
      throw JobFault(readingEmails: error)
    }
    guard let bytes = kept else { return }
    do throws(GalleryError) { try await ports.gallery.uploadEmails(bytes, event: event) } catch {
      throw JobFault(uploading: error)
    }
  }

  private nonisolated func erase(_ session: SessionRecord, _ job: JobID) async throws {
    do throws(GalleryError) {
      try await ports.gallery.erase(event: session.event, session: session.id)
    } catch {
      throw JobFault(erasing: error, event: session.event, session: session.id, job: job)
    }
    try await ports.store.noteErasedAtGallery(session.id, at: ports.clock.wallTime)
  }
}
