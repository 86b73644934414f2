import BoothCore
import BoothVault

/// Carries the flow's effects out.
extension SimulatedBooth {
  func perform(_ effect: BoothEffect) {
    switch effect {
    case .openSession(let attempt, let slug, let plan, let consent): openSession(attempt, slug, plan, consent)
    case .startLiveView: want(liveView: true)
    case .stopLiveView: want(liveView: false)
    case .awaitLiveFrame(let attempt, let newerThan): awaitLiveFrame(attempt, newerThan: newerThan)
    case .startClip(let attempt, let session, let strip): startClip(attempt, session, strip)
    case .finishClip(let attempt): finishClip(attempt)
    case .cancelClip(let attempt): cancelClip(attempt)
    case .focus: focus()
    case .takePhoto(let attempt, let session, let strip, _, let source):
      takePhoto(attempt, session.id, strip: strip, from: source)
    case .settlePhoto(let attempt, let photo):
      let time = night.wallTime
      answering(attempt) { [unowned self] vault throws(StoreError) in
        try night.machines.settle(vault, photo.id, photo.session, time)
        return .storageReady
      }
    // No points are marked in a simulated night.
    case .freezeFrame, .keepMarks: break
    case .discard(let assets, let reason): discard(assets, reason)
    case .discardSession(let session, let reason): discardSession(session.id, reason)
    case .beginComposite: break
    case .finishSession(let attempt, let session, let quiet): finishSession(attempt, session.id, quiet: quiet)
    case .keepAddress(let attempt, let session): keepAddress(attempt, session.id)
    case .orderPrints(let attempt, let session, let copies, let most, let layout):
      orderPrints(attempt, session.id, copies, most: most, in: layout)
    case .checkStorage(let attempt):
      answering(attempt) { vault throws(StoreError) in
        try vault.check()
        return .storageReady
      }
    case .useEvent(let slug):
      inStore { [unowned self] vault in
        // A choice that cannot be remembered is made again after the next start.
        do throws(StoreError) { try vault.ledger.commit([.set(key: "event", value: slug)]) } catch { refused(error) }
      }
    case .shutDown: night.operatorAgent.boothStopped(night)
    case .ignore: break
    }
  }

  /// Answers the flow; now and then the same answer comes twice.
  func answer(_ attempt: AttemptID, _ answer: Answer) {
    post(.answered(attempt, answer))
    guard isAlive, night.doubledAnswers > 0 else { return }
    night.doubledAnswers -= 1
    after(night.camera.random.milliseconds(0...6000)) { $0.post(.answered(attempt, answer)) }
  }

  func answering(_ attempt: AttemptID, _ body: @escaping (Vault) throws(StoreError) -> Answer) {
    inStore { [unowned self] vault in
      do throws(StoreError) {
        let said = try body(vault)
        post(.storage(.wrote))
        answer(attempt, said)
      } catch {
        guard !night.gate.isKilled else { return }
        refused(error)
        answer(attempt, .failed(Fault(.storage, error.description)))
      }
    }
  }

  /// The store did not take something.
  func refused(_ error: StoreError) {
    guard !night.gate.isKilled else { return }
    post(.storage(.writeFailed(error.code, error.description)))
  }

  /// Carries the storage watch's effects out.
  func perform(_ effect: StorageWatch.Effect) {
    switch effect {
    case .measure:
      after(night.diskRandom.milliseconds(night.diskIsSlow ? 100...15_000 : 1...3)) { booth in
        do throws(StoreError) {
          booth.post(.storage(.measured(try booth.night.gate.space())))
        } catch {
          booth.post(.storage(StorageWatch.Input(unmeasured: error)))
        }
      }
    case .tryWriting:
      inStore { [unowned self] vault in
        do throws(StoreError) {
          try vault.check()
          post(.storage(.wrote))
        } catch {
          refused(error)
        }
      }
    case .sendToFlow(let news): post(.storageChanged(news))
    case .notifyOperator: break
    case .askForRestart: post(.requested(.shutDown))
    }
  }

  private func openSession(_ attempt: AttemptID, _ slug: String, _ plan: CapturePlan, _ consent: ConsentGiven?) {
    guard let event = SimulatedEvents.event(slug) else {
      return answer(attempt, .failed(Fault(.storage, "the event \(slug) is gone")))
    }
    let (time, base) = (night.wallTime, night.place.linkBase(at: night.now))
    let id = SessionID(
      randomBytes: (0..<16).map { _ in UInt8(truncatingIfNeeded: night.idRandom.next()) })
    answering(attempt) { [unowned self] vault throws(StoreError) in
      let record = try vault.openSession(
        id, event: event, plan: plan, consent: consent, linkBase: base, at: time)
      night.watch.opened(record, base: base)
      return .sessionOpened(night.machines.reference(record))
    }
  }

  private func keepAddress(_ attempt: AttemptID, _ session: SessionID) {
    let time = night.wallTime
    guard let text = keys.entry?.text, let address = EmailAddress(text) else {
      return answer(attempt, .failed(Fault(.storage, "there is no address")))
    }
    answering(attempt) { [unowned self] vault throws(StoreError) in
      night.watch.addressesAsked += 1
      let jobs = try vault.keepEmail(address, of: session, at: time)
      night.watch.keptAddress(address, of: session)
      post(.jobs(.added(jobs)))
      return .addressKept
    }
  }

  private func finishSession(_ attempt: AttemptID, _ session: SessionID, quiet: Bool) {
    answering(attempt) { [unowned self] vault throws(StoreError) in
      let jobs = try night.machines.finishSession(vault, session, quiet)
      post(.jobs(.added(jobs)))
      return .sessionQueued
    }
  }

  private func discard(_ assets: [Asset], _ reason: DiscardReason) {
    let time = night.wallTime
    for session in Set(assets.map(\.session)).sorted(by: { $0.text < $1.text }) {
      let ids = assets.filter { $0.session == session }.map(\.id)
      sendToDeletions(.decided(.files(ids, of: session, reason, at: time)))
    }
  }

  func discardSession(_ session: SessionID, _ reason: DiscardReason) {
    sendToDeletions(.decided(.session(session, reason, at: night.wallTime)))
  }

  // MARK: Photos

  private func takePhoto(_ attempt: AttemptID, _ session: SessionID, strip: Int, from source: PhotoSource) {
    beside += 1
    let hadFrame = newestFrame != nil
    let developed: (SimulatedBooth, Result<PhotoShot, Fault>) -> Void = { booth, result in
      booth.beside -= 1
      switch result {
      case .success(let shot): booth.store(shot, attempt, session, strip: strip, live: source == .liveView)
      case .failure(let fault): booth.answer(attempt, .failed(fault))
      }
    }
    switch source {
    case .camera: photoFromCamera { $0.develop($1, developed) }
    case .liveView:
      develop(
        hadFrame ? .success(.good) : .failure(Fault(.camera, "there is no live picture to take instead")), developed)
    }
  }

  /// The workshop takes its time, and refuses what is no picture.
  private func develop(
    _ result: Result<PhotoShot, Fault>, _ then: @escaping (SimulatedBooth, Result<PhotoShot, Fault>) -> Void
  ) {
    guard case .success(let shot) = result else { return then(self, result) }
    after(night.camera.random.milliseconds(80...400)) { booth in
      then(booth, shot != .broken ? result : .failure(Fault(.picture, "photo: it is no whole JPEG")))
    }
  }

  private func store(_ shot: PhotoShot, _ attempt: AttemptID, _ session: SessionID, strip: Int, live: Bool) {
    guard flow.isAwaited(attempt) else { return answer(attempt, .failed(.tooLate)) }
    let time = night.wallTime
    let bytes = night.watch.makeContent(.photo, of: session)
    answering(attempt) { vault throws(StoreError) in
      let photo = try vault.add(
        NewAsset(session: session, kind: .photo, strip: strip, fromLiveView: live), from: .bytes(bytes), at: time)
      return shot == .dark ? .photoDoubted(photo, PhotoDoubt(.dark, "its flash was asleep")) : .photoSaved(photo)
    }
  }

  /// A photo of the shutter on the body belongs to no session.
  func keepUnasked() {
    let bytes = night.watch.makeContent(.unasked, of: nil)
    inStore { [unowned self] vault in
      do throws(StoreError) {
        night.watch.keptApart(try vault.keepApart(bytes), bytes)
      } catch {}  // the operator is told; it was promised to no guest
    }
  }

  // MARK: Clips

  private func startClip(_ attempt: AttemptID, _ session: SessionRef, _ strip: Int) {
    let name = "\(session.id)-\(strip)-\(attempt.number).mp4"
    let path = "scratch/\(name)"
    do throws(StoreError) {
      try night.gate.create(path).close()
    } catch {
      guard !night.gate.isKilled else { return }
      post(.storage(.roomChanged))
      return answer(attempt, .failed(Fault(.storage, error.description)))
    }
    clips[attempt] = SimulatedClip(session: session.id, strip: strip, path: path, since: instant)
    if let end = night.camera.clipEnding() {
      // The encoder gives up by itself.
      after(end) { booth in
        guard booth.clips.removeValue(forKey: attempt) != nil else { return }
        booth.answer(attempt, .failed(Fault(.picture, "clip: the encoder refused")))
      }
    }
  }

  private func finishClip(_ attempt: AttemptID) {
    guard let clip = clips.removeValue(forKey: attempt) else { return }
    beside += 1
    let frames = framesSeen(since: clip.since)
    after(night.camera.clipDelay()) { booth in
      booth.beside -= 1
      booth.writeClip(clip, attempt, frames: frames)
    }
  }

  private func writeClip(_ clip: SimulatedClip, _ attempt: AttemptID, frames: Int) {
    guard frames > 0 else {
      return answer(attempt, .failed(Fault(.picture, "clip: not one frame arrived")))
    }
    guard flow.isAwaited(attempt) else {
      do throws(StoreError) { try night.gate.remove(clip.path) } catch {}
      return answer(attempt, .failed(.tooLate))
    }
    let time = night.wallTime
    let bytes = night.watch.makeContent(.clip, of: clip.session)
    do throws(StoreError) {
      let file = try night.gate.create(clip.path)
      try file.write(bytes)
      file.close()
    } catch {
      guard !night.gate.isKilled else { return }
      return answer(attempt, .failed(Fault(.storage, error.description)))
    }
    let path = vault.scratchPath(for: String(clip.path.dropFirst("scratch/".count)))
    answering(attempt) { vault throws(StoreError) in
      .clipSaved(
        try vault.add(
          NewAsset(
            session: clip.session, kind: .video, strip: clip.strip, duration: .seconds(10), frames: frames,
            droppedFrames: 0),
          from: .file(path), at: time))
    }
  }

  private func cancelClip(_ attempt: AttemptID) {
    guard let clip = clips.removeValue(forKey: attempt) else { return }
    // As the recorder does: what cannot be removed now is swept at the next start.
    do throws(StoreError) { try night.gate.remove(clip.path) } catch {}
  }
}
