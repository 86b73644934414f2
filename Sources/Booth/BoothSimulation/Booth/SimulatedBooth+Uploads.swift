import BoothCore
import BoothVault

/// Carries out what ``SessionUpload`` and ``UploadAgain`` decide.
extension SimulatedBooth {
  func upload(_ session: SessionRecord, _ work: JobWork) {
    let upload = SessionUpload(
      session: misdirected(session), event: SimulatedEvents.event(session.eventSlug),
      manifestSize: { $0.simulatedSize }, step: night.machines.upload)
    let time = night.wallTime
    go(upload, work) { $0.start(at: time) }
  }

  private func misdirected(_ session: SessionRecord) -> SessionRecord {
    var session = session
    session.id = night.machines.destination(session.id) { night.watch.opened.keys.sorted { $0.text < $1.text } }
    return session
  }

  private func answered(_ upload: SessionUpload, _ work: JobWork, _ input: SessionUpload.Input) {
    let (machines, time) = (night.machines, night.wallTime)
    go(upload, work) { machines.uploads(&$0, input, time) }
  }

  private func go(
    _ upload: SessionUpload, _ work: JobWork, _ next: (inout SessionUpload) -> SessionUpload.Step
  ) {
    var upload = upload
    let step = next(&upload)
    let state = upload
    for news in step.news where isAlive {
      switch news {
      case .progressed: post(.jobs(.progressed(work.job.id, lease: work.lease)))
      case .noteLeftOut: break
      case .reportErased: post(.sessionErased(work.session))
      }
    }
    guard isAlive else { return }
    switch step.next {
    case .ask(.perform(let call)):
      guard running[work.lease] != nil else { return answered(state, work, .stopped) }
      perform(call, state.session, work) { $0.answered(state, work, .carriedOut($1)) }
    case .ask(.markUploaded):
      inStore { [unowned self] vault in
        do throws(StoreError) {
          let isLeft = try vault.markSessionUploaded(work.session)
          let grown = isLeft ? try vault.ledger.session(work.session).map(misdirected) : nil
          answered(state, work, .marked(grown))
        } catch {
          guard !night.gate.isKilled else { return }
          answered(state, work, .refused(error))
        }
      }
    case .done(let failure):
      night.watch.uploadEnds(night, work.job, failure, knowing: state.session)
      finish(work, failure)
    }
  }

  private func perform(
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
        after(0) { then($0, .failed(GalleryError(.localFile, subject: "upload", detail: "\(error)"))) }
      }
    case .upload(let asset, let file, let target):
      do throws(StoreError) {
        let bytes = try night.gate.read(asset.path)
        ask(.put(target, .bytes(bytes), declared: file.sizeBytes), then)
      } catch {
        guard !night.gate.isKilled else { return }
        after(0) { then($0, .failed(GalleryError(.localFile, subject: "upload", detail: "\(error)"))) }
      }
    case .askSize(let path, _): ask(.askSize(path), then)
    case .forget(let lost):
      inDatabase(then) { (vault) throws(StoreError) in
        try vault.forgetConfirmations(lost.map(\.id), of: session.id)
        return .forgotten
      }
    case .recordUploaded(let asset):
      let time = night.wallTime
      inDatabase(then) { (vault) throws(StoreError) in
        try vault.markUploaded(asset.id, at: time)
        return .recorded
      }
    case .uploadManifest(let manifest, let target):
      ask(.put(target, .manifest(manifest), declared: manifest.simulatedSize), then)
    case .complete(let path): ask(.complete(session.id, manifest: path), then)
    }
  }

  private func inDatabase(
    _ then: @escaping (SimulatedBooth, UploadRun.Input) -> Void,
    _ body: @escaping (Vault) throws(StoreError) -> UploadRun.Input
  ) {
    inStore { [unowned self] vault in
      do throws(StoreError) {
        then(self, try body(vault))
      } catch {
        guard !night.gate.isKilled else { return }
        then(self, .failed(GalleryError(.localFile, subject: "upload", detail: "\(error)")))
      }
    }
  }

  /// A call over the network. The gallery may do what it is asked also when this process is gone.
  private func ask(
    _ request: SimulatedGallery.Request, _ then: @escaping (SimulatedBooth, UploadRun.Input) -> Void
  ) {
    night.gallery.receive(request, night) { [self] input in if isAlive { then(self, input) } }
  }

  // MARK: Another upload

  /// A picture that came after an upload began is brought by another; the work is not done before.
  func uploadAgain(_ work: JobWork, _ then: @escaping (SimulatedBooth, JobFault?) -> Void) {
    let again = UploadAgain(of: work.session)
    go(again, again.start(), work, then)
  }

  private func go(
    _ again: UploadAgain, _ step: UploadAgain.Step, _ work: JobWork,
    _ then: @escaping (SimulatedBooth, JobFault?) -> Void
  ) {
    for input in step.news where isAlive { post(.jobs(input)) }
    guard isAlive else { return }
    switch step.next {
    case .ask(.addUpload):
      inDatabase(again, work, then) { (vault) throws(StoreError) in .added(try vault.addUpload(of: again.session)) }
    case .ask(.findJobs):
      inDatabase(again, work, then) { (vault) throws(StoreError) in .found(try vault.ledger.jobs(all: false)) }
    case .done(let error): then(self, error.map { JobFault($0) })
    }
  }

  private func inDatabase(
    _ again: UploadAgain, _ work: JobWork, _ then: @escaping (SimulatedBooth, JobFault?) -> Void,
    _ body: @escaping (Vault) throws(StoreError) -> UploadAgain.Input
  ) {
    inStore { [unowned self] vault in
      var again = again
      let answer: UploadAgain.Input
      do throws(StoreError) {
        answer = try body(vault)
      } catch {
        guard !night.gate.isKilled else { return }
        answer = .refused(error)
      }
      let step = night.machines.again(&again, answer)
      go(again, step, work, then)
    }
  }
}

extension Manifest {
  /// What it weighs when it is sent.
  var simulatedSize: Int64 { Int64(200 + assets.count * 150) }
}
