import BoothCore
import Glibc
import Logging

/// Carries the flow's effects out.
extension Booth {
  func perform(_ effect: BoothEffect) {
    switch effect {
    case .openSession(let attempt, let slug, let plan, let consent):
      if plan.hasClips {
        ports.clips.prepare()
        nextTrim = ports.clock.now + Self.loadDelay
      }
      openSession(attempt, slug, plan, consent)
    case .startLiveView: mail.yield(.cameras(.liveViewWanted(true)))
    case .stopLiveView: mail.yield(.cameras(.liveViewWanted(false)))
    case .awaitLiveFrame(let attempt, let newerThan):
      liveView.await(attempt, newerThan: newerThan) { [mail] capturedAt in
        mail.yield(.flow(.answered(attempt, .liveFrameSeen(capturedAt: capturedAt))))
      }
    case .startClip(let attempt, let session, let strip): startClip(attempt, session, strip)
    case .finishClip(let attempt): finishClip(attempt)
    case .cancelClip(let attempt): cancelClip(attempt)
    case .focus: focus()
    case .takePhoto(let attempt, let session, let strip, _, let source):
      takePhoto(attempt, session.id, strip: strip, from: source)
    case .settlePhoto(let attempt, let photo):
      inStore(attempt) { [clock = ports.clock] store throws(StoreError) in
        try await store.settle(photo.id, of: photo.session, at: clock.wallTime)
        return .storageReady
      }
    case .freezeFrame(let attempt): freezeFrame(attempt)
    case .keepMarks(let attempt, let location, let pairs): keepMarks(attempt, pairs, of: location)
    case .discard(let assets, let reason): discard(assets, reason)
    case .discardSession(let session, let reason): discardSession(session.id, reason)
    case .beginComposite(let session, let photos): beginComposite(session.id, photos)
    case .finishSession(let attempt, let session, let quiet): finishSession(attempt, session.id, quiet: quiet)
    case .keepAddress(let attempt, let session): keepAddress(attempt, session.id)
    case .orderPrints(let attempt, let session, let copies, let most, let layout):
      orderPrints(attempt, session.id, copies, most: most, in: layout)
    case .checkStorage(let attempt):
      inStore(attempt) { store throws(StoreError) in
        try await store.check()
        return .storageReady
      }
    // A location is chosen for a run, and is not what guests find the next time.
    case .useEvent(let slug) where ports.events.event(slug: slug)?.plan.location != nil: break
    case .useEvent(let slug):
      storeLane.add { [store = ports.store, mail] in
        do throws(StoreError) { try await store.selectEvent(slug) } catch { mail.storeRefused(error) }
      }
    case .shutDown: log.notice("the booth shuts down")
    case .ignore: break
    }
  }

  /// Does something with the store in its turn, and answers.
  func inStore(
    _ attempt: AttemptID, _ body: @escaping @Sendable (any SessionStore) async throws(StoreError) -> Answer
  ) {
    storeLane.add { [store = ports.store, mail] in
      do throws(StoreError) {
        let answer = try await body(store)
        mail.storeWrote()
        mail.yield(.flow(.answered(attempt, answer)))
      } catch {
        mail.storeRefused(error)
        mail.yield(.flow(.answered(attempt, .failed(Fault(.storage, error.description)))))
      }
    }
  }

  private func openSession(_ attempt: AttemptID, _ slug: String, _ plan: CapturePlan, _ consent: ConsentGiven?) {
    guard let event = ports.events.event(slug: slug) else {
      return post(.answered(attempt, .failed(Fault(.storage, "the event \(slug) is gone"))))
    }
    let (linkBase, time) = (options.linkBase(), ports.clock.wallTime)
    mail.yield(.trouble(topic: "links", options.linkTrouble()))
    inStore(attempt) { store throws(StoreError) in
      let record = try await store.openSession(
        event: event, plan: plan, consent: consent, linkBase: linkBase, at: time)
      return .sessionOpened(SessionRef(record))
    }
  }

  private func finishSession(_ attempt: AttemptID, _ session: SessionID, quiet: Bool) {
    inStore(attempt) { [mail] store throws(StoreError) in
      let jobs = try await store.finishSession(session, quiet: quiet)
      if let record = try await store.session(session) {
        let total = record.assets.count
        mail.yield(.progress(session, UploadProgress(uploaded: 0, total: total)))
      }
      mail.yield(.jobs(.added(jobs)))
      return .sessionQueued
    }
  }

  private func discard(_ assets: [Asset], _ reason: DiscardReason) {
    let time = ports.clock.wallTime
    for (session, group) in Dictionary(grouping: assets, by: \.session) {
      sendToDeletions(.decided(.files(group.map(\.id), of: session, reason, at: time)))
    }
  }

  func discardSession(_ session: SessionID, _ reason: DiscardReason) {
    sendToDeletions(.decided(.session(session, reason, at: ports.clock.wallTime)))
    if reason == .erase { forgetErased(session) } else { workshop.forget(session) }
  }

  private func startClip(_ attempt: AttemptID, _ session: SessionRef, _ strip: Int) {
    let path = ports.store.scratchPath(for: "\(session.id)-\(strip)-\(attempt.number).mp4")
    do throws(ClipError) {
      let hasSound = ports.events.event(slug: flow.selected)?.sound ?? false
      let recording = try ports.clips.start(ClipRequest(path: path, hasSound: hasSound)) { [self] error in
        Task { [self] in await clipEnded(attempt, error) }
      }
      clips[attempt] = RunningClip(
        recording: recording, session: session.id, strip: strip, since: ports.clock.now)
      liveView.record(into: recording)
    } catch {
      log.error("a clip could not be started", metadata: ["clip.error": "\(error)"])
      clipFailed(attempt, error)
    }
  }

  /// A clip failed by itself while it was recorded: the flow hears of it at once. One that was to be finished or
  /// cancelled meanwhile is answered there.
  private func clipEnded(_ attempt: AttemptID, _ error: ClipError) {
    guard let running = clips.removeValue(forKey: attempt) else { return }
    liveView.stopRecording(running.recording)
    log.error("a clip ended by itself", metadata: ["clip.error": "\(error)"])
    clipFailed(attempt, error)
  }

  private func finishClip(_ attempt: AttemptID) {
    guard let running = clips.removeValue(forKey: attempt) else { return }
    liveView.stopRecording(running.recording)
    let recorded = ports.clock.now - running.since
    Task { [self] in
      do throws(ClipError) {
        let clip = try await running.recording.finish()
        if clip.droppedFrames > 0 {
          log.notice(
            "a clip lost frames", metadata: ["clip.frames": "\(clip.frames)", "clip.dropped": "\(clip.droppedFrames)"])
        }
        mail.yield(.trouble(topic: "clip", clip.trouble(of: recorded)))
        mail.yield(.trouble(topic: "sound", clip.soundTrouble.map { "clips are without sound: \($0)" }))
        guard flow.isAwaited(attempt) else {
          unlink(clip.path)
          if case .capture(let capture) = flow.state, capture.session.id == running.session {
            mail.yield(
              .trouble(topic: "clip", "the last clip came too late to be kept: this computer or its disk is too slow"))
          }
          return post(.answered(attempt, .failed(.tooLate)))
        }
        inStore(attempt) { [clock = ports.clock] store throws(StoreError) in
          .clipSaved(
            try await store.add(
              NewAsset(
                session: running.session, kind: .video, strip: running.strip, duration: clip.duration,
                frames: clip.frames + clip.droppedFrames, droppedFrames: clip.droppedFrames),
              from: .file(clip.path), at: clock.wallTime))
        }
      } catch {
        log.error("a clip was lost", metadata: ["clip.error": "\(error)"])
        clipFailed(attempt, error)
      }
    }
  }

  /// The operator hears of it until a clip is kept again: guests go on with their photos, and notice nothing.
  private func clipFailed(_ attempt: AttemptID, _ error: ClipError) {
    mail.yield(.trouble(topic: "clip", "the last clip could not be kept: \(error.description)"))
    if error.code == .file { mail.yield(.storage(.roomChanged)) }
    post(.answered(attempt, .failed(Fault(error.code == .file ? .storage : .picture, error.description))))
  }

  private func cancelClip(_ attempt: AttemptID) {
    guard let running = clips.removeValue(forKey: attempt) else { return }
    liveView.stopRecording(running.recording)
    Task { await running.recording.cancel() }
  }

  private func takePhoto(_ attempt: AttemptID, _ session: SessionID, strip: Int, from source: PhotoSource) {
    let frame = liveView.newest
    let frames = [frame, liveView.newestPicture].compactMap { $0 }
    let record = ExposureRecord(
      time: ports.clock.wallTime, device: cameraDescription?.model ?? "camera", liveFrame: frame?.size)
    let deadline = ports.clock.now + options.cameraDeadline
    Task { [self] in
      do throws(Fault) {
        let photo =
          switch source {
          case .camera: try await photoFromCamera(by: deadline)
          case .liveView: try await workshop.still(of: frames)
          }
        reviewPace.didReceive(at: ports.clock.now)
        let finished = try await workshop.develop(photo, record, atLeast: frame?.size)
        if source == .camera { notePhoto(failed: nil) }
        let doubt = await doubt(finished, beside: frame)
        guard flow.isAwaited(attempt) else { return post(.answered(attempt, .failed(.tooLate))) }
        inStore(attempt) { [clock = ports.clock] store throws(StoreError) in
          let asset = try await store.add(
            NewAsset(session: session, kind: .photo, strip: strip, fromLiveView: photo.fromLiveView),
            from: .bytes(finished.jpeg), at: clock.wallTime)
          return doubt.map { .photoDoubted(asset, $0) } ?? .photoSaved(asset)
        }
      } catch {
        log.error("a photo failed", metadata: ["photo.fault": "\(error)"])
        if source == .camera { notePhoto(failed: error) }
        post(.answered(attempt, .failed(error)))
      }
    }
  }

  /// The camera took a photo, or failed. One that fails is tried again in front of the guests; of more in a row the operator
  /// hears, until one succeeds: guests get pictures of the live view meanwhile, and may notice nothing.
  private func notePhoto(failed fault: Fault?) {
    failedPhotos = fault == nil ? 0 : failedPhotos + 1
    let words = fault.flatMap { fault in
      failedPhotos < Self.photoFailuresBeforeReport
        ? nil : "the camera's last \(failedPhotos) photos failed: \(fault.detail)"
    }
    mail.yield(.trouble(topic: "photo", words))
  }

  /// So many photos in a row, and the operator is told.
  static let photoFailuresBeforeReport = 2

  /// What seems wrong with a photo; a check that fails never costs the photo.
  private func doubt(_ photo: Photo, beside frame: Frame?) async -> PhotoDoubt? {
    guard !photo.fromLiveView, case .capture(let capture) = flow.state,
      capture.plan.photoCheck ?? options.photoCheck != .off
    else { return nil }
    do throws(ImageError) {
      guard let doubt = try await workshop.inspect(photo, beside: frame) else { return nil }
      log.warning("photo", metadata: ["photo.doubt": "\(doubt.kind.rawValue)", "photo.figures": "\(doubt.detail)"])
      return doubt
    } catch {
      log.error("a photo could not be checked", metadata: ["photo.error": "\(error)"])
      return nil
    }
  }

  private func beginComposite(_ session: SessionID, _ photos: [Asset]) {
    guard let event = ports.events.event(slug: flow.selected) else { return }
    let offersLayouts = ports.printer != nil && event.layouts.count > 1
    Task { [self] in
      await workshop.begin(session, photos, event)
      guard offersLayouts else { return }
      await workshop.drawLayouts(of: session, photos, event)
      mail.yield(.layoutsDrawn)
    }
  }

  /// A photo of the shutter on the body belongs to no session: it is put aside under a number, never uploaded.
  func keepUnasked(_ photo: Photo) {
    guard unaskedPhotos < Self.mostUnasked else {
      return log.error("a photo nobody asked for was dropped: the disk is too slow for so many")
    }
    unaskedPhotos += 1
    storeLane.add { [self] in
      do throws(StoreError) {
        let name = try await ports.store.keepApart(photo.jpeg)
        log.notice("a photo nobody asked for was put aside", metadata: ["photo.name": "\(name)"])
      } catch {
        log.error("a photo nobody asked for could not be kept", metadata: ["photo.error": "\(error)"])
      }
      await forgetUnasked()
    }
  }

  private func forgetUnasked() { unaskedPhotos -= 1 }

  /// Photos that were not asked for that may wait for the disk in memory, 10 MB each: a person plays with the shutter.
  static let mostUnasked = 8
}

extension RecordedClip {
  /// What the operator is told of a clip that lost more than 5 % of its frames, or has not half of what was recorded.
  fileprivate func trouble(of recorded: Duration) -> String? {
    if duration * 2 < recorded {
      let (has, wanted) = (duration.wholeNanoseconds / 1_000_000, recorded.wholeNanoseconds / 1_000_000)
      return "the last clip has \(has) of \(wanted) ms: the camera's live picture stood still"
    }
    guard droppedFrames * 20 > frames + droppedFrames else { return nil }
    return "the last clip lost \(droppedFrames) of \(frames + droppedFrames) frames: this computer or its disk is too "
      + "slow for it, or the camera's cable is bad"
  }
}

/// A clip that is being recorded, and whose it is.
struct RunningClip: Sendable {
  var recording: any ClipRecording
  var session: SessionID
  var strip: Int
  /// When it began.
  var since: Instant
}
