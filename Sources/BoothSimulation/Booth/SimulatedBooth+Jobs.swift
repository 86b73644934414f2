import BoothCore
import BoothVault

/// Carries the job pump's effects out.
extension SimulatedBooth {
  /// All that one decision records is one commit; work begins when that is durable.
  func carryOut(_ effects: [JobPump.Effect]) {
    var records: [Job] = []
    var runs: [(job: Job, lease: AttemptID)] = []
    for effect in effects {
      switch effect {
      case .record(let job): records.append(job)
      case .stop(let lease):
        beginning.remove(lease)
        running[lease] = nil
      case .run(let job, let lease):
        beginning.insert(lease)
        runs.append((job, lease))
      case .tellOperator: break
      }
    }
    guard !records.isEmpty || !runs.isEmpty else { return }
    inStore { [unowned self, records, runs] vault in
      let refusal = record(records, in: vault)
      for (job, lease) in runs where isAlive { begin(job, lease, refusal) }
    }
  }

  /// Records states of jobs, and before them whatever the disk refused so far.
  func record(_ jobs: [Job], in vault: Vault) -> StoreError? {
    let newer = Set(jobs.map(\.id))
    let all = unrecorded.values.filter { !newer.contains($0.id) }.sorted { $0.id < $1.id } + jobs
    guard !all.isEmpty else { return nil }
    do throws(StoreError) {
      try vault.record(all)
      for job in all { unrecorded[job.id] = nil }
      return nil
    } catch {
      for job in all { unrecorded[job.id] = job }
      refused(error)
      if !isRecordingAgain {
        isRecordingAgain = true
        after(3_000_000_000) { booth in
          booth.isRecordingAgain = false
          booth.inStore { [unowned booth] vault in _ = booth.record([], in: vault) }
        }
      }
      return error
    }
  }

  private func begin(_ job: Job, _ lease: AttemptID, _ refusal: StoreError?) {
    guard beginning.remove(lease) != nil, !night.gate.isKilled else { return }
    if let refusal { return post(.jobs(.failed(job.id, lease: lease, JobFailure(refusal)))) }
    night.watch.begins(night, job, running: running, pump: pump)
    running[lease] = job.id
    work(on: job, lease)
  }

  private func work(on job: Job, _ lease: AttemptID) {
    let work = JobWork(job: job, lease: lease)
    inStore { [unowned self] vault in
      do throws(StoreError) {
        guard let session = try vault.ledger.session(job.session) else { return finish(work, .sessionGone) }
        switch job.kind.task(for: session) {
        case .impossible(let failure): finish(work, failure)
        case .nothing: finish(work, nil)
        case .addUpload: uploadAgain(work) { $0.finish(work, nil) }
        case .composite: makeComposite(session, work)
        case .films(let films): make(films[...], session, work)
        case .upload: upload(session, work)
        case .erase: erase(session, work)
        case .emails:
          try vault.dropErasedEmails(of: session.event)
          bringEmails(session.event, work, try vault.emails(of: session.event))
        }
      } catch {
        finish(work, JobFailure(error))
      }
    }
  }

  private func finish(_ work: JobWork, _ failure: JobFailure?) {
    guard !night.gate.isKilled else { return }
    running[work.lease] = nil
    switch failure {
    case nil: post(.jobs(.succeeded(work.job.id, lease: work.lease)))
    case let failure?: post(.jobs(.failed(work.job.id, lease: work.lease, failure)))
    }
  }

  // MARK: Renderings

  private func makeComposite(_ session: SessionRecord, _ work: JobWork) {
    let takes = night.camera.random.milliseconds(200...900)
    render(session.photos, .stripPhoto, session, work, takes: takes) { $0.finish(work, nil) }
  }

  private func make(_ films: ArraySlice<FilmKind>, _ session: SessionRecord, _ work: JobWork) {
    guard let film = films.first else { return finish(work, nil) }
    // Stopped meanwhile.
    guard running[work.lease] != nil else { return }
    let takes = night.camera.random.milliseconds(2_000...20_000)
    render(session.clips, film.asset, session, work, takes: takes) { $0.make(films.dropFirst(), session, work) }
  }

  /// - Parameter then: what comes when it is kept, and its upload queued.
  private func render(
    _ parts: [Asset], _ kind: AssetKind, _ session: SessionRecord, _ work: JobWork, takes: Int64,
    then: @escaping (SimulatedBooth) -> Void
  ) {
    after(takes) { booth in
      do throws(StoreError) {
        for part in parts { _ = try booth.night.gate.read(part.path) }
      } catch {
        return booth.finish(work, JobFailure(error))
      }
      let bytes = booth.night.watch.makeContent(kind == .stripPhoto ? .composite : .film, of: session.id)
      booth.keep(bytes, kind, session, work, then)
    }
  }

  private func keep(
    _ bytes: [UInt8], _ kind: AssetKind, _ session: SessionRecord, _ work: JobWork,
    _ then: @escaping (SimulatedBooth) -> Void
  ) {
    let time = night.wallTime
    inStore { [unowned self] vault in
      do throws(StoreError) {
        var source = AssetSource.bytes(bytes)
        if kind != .stripPhoto {
          // A name of its own: a worker that was stopped may still be writing.
          let name = "\(session.id)-film-\(kind.rawValue)-\(work.lease.number).\(kind.fileExtension)"
          let file = try night.gate.create("scratch/\(name)")
          try file.write(bytes)
          file.close()
          source = .file(vault.scratchPath(for: name))
        }
        _ = try vault.add(NewAsset(session: session.id, kind: kind, strip: -1), from: source, at: time)
        uploadAgain(work, then)
      } catch {
        finish(work, JobFailure(error))
      }
    }
  }

  /// A picture that came after an upload began is brought by another.
  private func uploadAgain(_ work: JobWork, _ then: @escaping (SimulatedBooth) -> Void) {
    inStore { [unowned self] vault in
      do throws(StoreError) {
        let jobs = try vault.addUpload(of: work.job.session)
        if !jobs.isEmpty { post(.jobs(.added(jobs))) }
        let waiting = jobs.isEmpty ? try vault.ledger.jobs(of: work.job.session) : []
        for job in waiting where job.kind == .upload && job.state == .held {
          post(.jobs(.retryRequested(job.id)))
        }
        then(self)
      } catch {
        finish(work, JobFailure(error))
      }
    }
  }

  // MARK: Uploads

  private func erase(_ session: SessionRecord, _ work: JobWork) {
    night.gallery.receive(.erase(session.id), night) { [self] input in
      guard isAlive else { return }
      if case .failed(let failure) = input {
        return finish(
          work, JobFailure(erasing: failure, event: session.event, session: session.id, job: work.job.id))
      }
      let time = night.wallTime
      inStore { [unowned self] vault in
        do throws(StoreError) {
          try vault.noteErasedAtGallery(session.id, at: time)
          finish(work, nil)
        } catch {
          finish(work, JobFailure(error))
        }
      }
    }
  }

  private func bringEmails(_ event: EventID, _ work: JobWork, _ bytes: [UInt8]?) {
    guard let bytes else { return finish(work, nil) }
    night.gallery.receive(.emails(event, bytes), night) { [self] input in
      guard isAlive else { return }
      if case .failed(let failure) = input { finish(work, JobFailure(uploading: failure)) } else { finish(work, nil) }
    }
  }

  /// Brings everything of the session to the gallery, also what is added meanwhile.
  private func upload(_ session: SessionRecord, _ work: JobWork) {
    // A second upload that finds all done has nothing to say to the gallery.
    guard session.state != .uploaded || session.needsUpload else { return finish(work, nil) }
    let destination = night.machines.destination(session.id) {
      night.watch.opened.keys.sorted { $0.text < $1.text }
    }
    var session = session
    if destination != session.id { session.id = destination }
    let run = UploadRun(session: session) { $0.simulatedSize }
    go(run, session, work) { $0.start() }
  }

  private func go(
    _ run: UploadRun, _ session: SessionRecord, _ work: JobWork, _ next: (inout UploadRun) -> UploadRun.Effect
  ) {
    var run = run
    let effect = next(&run)
    if case .finish(let outcome) = effect { return finishUpload(outcome, session, work) }
    guard running[work.lease] != nil else {
      return finishUpload(
        .failed(UploadFailure(.unreachable, subject: "upload", detail: "it was stopped")), session, work)
    }
    let state = run
    let answered: (SimulatedBooth, UploadRun.Input) -> Void = { booth, input in
      booth.go(state, session, work) { booth.night.machines.upload(&$0, input) }
    }
    carryOut(effect, session, work, answered)
  }

  private func carryOut(
    _ effect: UploadRun.Effect, _ session: SessionRecord, _ work: JobWork,
    _ then: @escaping (SimulatedBooth, UploadRun.Input) -> Void
  ) {
    switch effect {
    case .presign(let files): ask(.presign(session.id, files), then)
    case .verify(let asset):
      do throws(StoreError) {
        let found = try vault.disk.fingerprint(asset.path)
        after(0) { then($0, .verified(found)) }
      } catch {
        guard !night.gate.isKilled else { return }
        after(0) { then($0, .failed(UploadFailure(.localFile, subject: "upload", detail: "\(error)"))) }
      }
    case .upload(let asset, let file, let target):
      do throws(StoreError) {
        let bytes = try night.gate.read(asset.path)
        ask(.put(target, .bytes(bytes), declared: file.sizeBytes), then)
      } catch {
        guard !night.gate.isKilled else { return }
        after(0) { then($0, .failed(UploadFailure(.localFile, subject: "upload", detail: "\(error)"))) }
      }
    case .look(let path, _): ask(.look(path), then)
    case .forget(let lost):
      inStore { [unowned self] vault in
        do throws(StoreError) {
          try vault.forgetConfirmations(lost.map(\.id), of: session.id)
          then(self, .forgotten)
        } catch {
          guard !night.gate.isKilled else { return }
          then(self, .failed(UploadFailure(.localFile, subject: "upload", detail: "\(error)")))
        }
      }
    case .recordUploaded(let asset):
      let time = night.wallTime
      inStore { [unowned self] vault in
        do throws(StoreError) {
          try vault.markUploaded(asset.id, at: time)
          post(.jobs(.progressed(work.job.id, lease: work.lease)))
          then(self, .recorded)
        } catch {
          guard !night.gate.isKilled else { return }
          then(self, .failed(UploadFailure(.localFile, subject: "upload", detail: "\(error)")))
        }
      }
    case .uploadManifest(let manifest, let target):
      ask(.put(target, .manifest(manifest), declared: manifest.simulatedSize), then)
    case .complete(let path): ask(.complete(session.id, manifest: path), then)
    case .finish: then(self, .completed)
    }
  }

  /// A call over the network. The gallery may do what it is asked also when this process is gone.
  private func ask(
    _ request: SimulatedGallery.Request, _ then: @escaping (SimulatedBooth, UploadRun.Input) -> Void
  ) {
    night.gallery.receive(request, night) { [self] input in if isAlive { then(self, input) } }
  }

  private func finishUpload(_ outcome: UploadRun.Outcome, _ session: SessionRecord, _ work: JobWork) {
    let expired = SimulatedEvents.event(session.eventSlug)?.hasExpired(at: night.wallTime) ?? false
    if let failure = JobFailure(outcome, hasExpired: expired) { return finish(work, failure) }
    inStore { [unowned self] vault in
      do throws(StoreError) {
        guard try vault.markSessionUploaded(work.job.session), let grown = try vault.ledger.session(work.job.session),
          grown.state != .discarded
        else { return finish(work, nil) }
        upload(grown, work)
      } catch {
        finish(work, JobFailure(error))
      }
    }
  }
}

/// A job being worked on.
struct JobWork {
  var job: Job
  var lease: AttemptID
}

extension Manifest {
  /// What it weighs when it is sent.
  var simulatedSize: Int64 { Int64(200 + assets.count * 150) }
}
