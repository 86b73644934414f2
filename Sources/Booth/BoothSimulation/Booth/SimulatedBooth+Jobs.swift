import BoothCore
import BoothVault

/// Does the jobs' work.
extension SimulatedBooth {
  func begin(_ job: Job, _ lease: AttemptID) {
    guard !night.gate.isKilled else { return }
    night.watch.begins(night, job, running: running, pump: pump)
    running[lease] = job.id
    work(on: job, lease)
  }

  private func work(on job: Job, _ lease: AttemptID) {
    if let print = PrintID(job.subject), job.kind == .print { return printSheet(print, job, lease) }
    guard let id = job.session, let sessionJob = job.sessionJob else {
      return post(.jobs(.failed(job.id, lease: lease, .nobodysWork(job))))
    }
    let work = JobWork(job: job, session: id, lease: lease)
    inStore { [unowned self] vault in
      do throws(StoreError) {
        guard let session = try vault.ledger.session(id) else { return finish(work, .sessionGone) }
        switch sessionJob.task(for: session) {
        case .impossible(let failure): finish(work, failure)
        case .nothing: finish(work, nil)
        case .addUpload: uploadAgain(work) { $0.finish(work, $1) }
        case .composite: makeComposite(session, work)
        case .films(let films):
          var run = FilmRun(films)
          make(run.start(), run, session, work)
        case .upload: upload(session, work)
        case .erase: erase(session, work)
        case .version: try keepVersions(of: session, work)
        case .emails: bringEmails(session.event, work, vault)
        }
      } catch {
        finish(work, JobFault(error))
      }
    }
  }

  func finish(_ work: JobWork, _ failure: JobFault?) {
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
    render(session.photos, .stripPhoto, session, work, takes: takes) { $0.finish(work, $1) }
  }

  private func make(_ effect: FilmRun.Effect, _ run: FilmRun, _ session: SessionRecord, _ work: JobWork) {
    switch effect {
    case .make(let film):
      // Stopped meanwhile.
      guard running[work.lease] != nil else { return }
      let takes = night.camera.random.milliseconds(2_000...20_000)
      let isRefused = night.failingFilms > 0
      if isRefused {
        night.failingFilms -= 1
        night.watch.refused(film, of: session.id)
      }
      render(session.clips, film.asset, session, work, takes: takes, isRefused: isRefused) { booth, failure in
        var run = run
        let effect = booth.night.machines.films(&run, failure.map { .failed($0) } ?? .kept)
        booth.make(effect, run, session, work)
      }
    case .finish(let failure): finish(work, failure)
    }
  }

  /// - Parameter then: what comes when it is kept, and its upload queued, or why it is not.
  private func render(
    _ parts: [Asset], _ kind: AssetKind, _ session: SessionRecord, _ work: JobWork, takes: Int64,
    isRefused: Bool = false, then: @escaping (SimulatedBooth, JobFault?) -> Void
  ) {
    after(takes) { booth in
      do throws(StoreError) {
        for part in parts { _ = try booth.night.gate.read(part.path) }
      } catch {
        guard !booth.night.gate.isKilled else { return }
        return then(booth, JobFault(error))
      }
      guard !isRefused else { return then(booth, JobFault(.impossible, "the encoder refused")) }
      let bytes = booth.night.watch.makeContent(kind == .stripPhoto ? .composite : .film, of: session.id)
      booth.keep(bytes, kind, session, work, then)
    }
  }

  private func keep(
    _ bytes: [UInt8], _ kind: AssetKind, _ session: SessionRecord, _ work: JobWork,
    _ then: @escaping (SimulatedBooth, JobFault?) -> Void
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
        guard !night.gate.isKilled else { return }
        then(self, JobFault(error))
      }
    }
  }

  // MARK: Erasures and addresses

  private func erase(_ session: SessionRecord, _ work: JobWork) {
    night.gallery.receive(.erase(session.id), night) { [self] input in
      guard isAlive else { return }
      if case .failed(let failure) = input {
        return finish(
          work, JobFault(erasing: failure, event: session.event, session: session.id, job: work.job.id))
      }
      let time = night.wallTime
      inStore { [unowned self] vault in
        do throws(StoreError) {
          try vault.noteErasedAtGallery(session.id, at: time)
          finish(work, nil)
        } catch {
          finish(work, JobFault(error))
        }
      }
    }
  }

  private func bringEmails(_ event: EventID, _ work: JobWork, _ vault: Vault) {
    let kept: [UInt8]?
    do throws(StoreError) {
      try vault.dropErasedEmails(of: event)
      kept = try vault.emails(of: event)
    } catch {
      return finish(work, JobFault(readingEmails: error))
    }
    guard let bytes = kept else { return finish(work, nil) }
    night.gallery.receive(.emails(event, bytes), night) { [self] input in
      guard isAlive else { return }
      if case .failed(let failure) = input { finish(work, JobFault(uploading: failure)) } else { finish(work, nil) }
    }
  }
}

/// A job being worked on.
struct JobWork {
  var job: Job
  var session: SessionID
  var lease: AttemptID
}
