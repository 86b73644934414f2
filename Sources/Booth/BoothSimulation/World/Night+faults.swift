import BoothCore
import BoothVault

/// What goes wrong, at its time.
extension Night {
  func apply(_ fault: NightPlan.Fault) {
    guard !isCalm else { return }
    if fault.kind.cutsPower, !medium.forgets { return }
    if fault.kind.group == .printer, printer == nil { return }
    counts.faults[fault.kind, default: 0] += 1
    trace?.note(at: instant, "world", "fault: \(fault.kind.rawValue)")
    var random = SeededRandom(seed: fault.salt)
    switch fault.kind.group {
    case .camera: applyToCamera(fault)
    case .panel: applyToPanel(fault, &random)
    case .disk: applyToDisk(fault, &random)
    case .process: applyToProcess(fault, &random)
    case .network: applyToNetwork(fault, &random)
    case .printer: applyToPrinter(fault, &random)
    case .clock: applyToClock(fault, &random)
    case .operator: applyToOperator(fault, &random)
    }
  }

  /// Undoes something after the fault's time.
  private func later(_ fault: NightPlan.Fault, _ body: @escaping (Night) -> Void) {
    after(fault.lasts) { [unowned self] in body(self) }
  }

  private func applyToCamera(_ fault: NightPlan.Fault) {
    switch fault.kind {
    case .cameraVanishes:
      unplug(camera)
      later(fault) { $0.camera.comeBack() }
    case .fallbackVanishes:
      unplug(secondCamera)
      later(fault) { $0.secondCamera.comeBack() }
    case .cameraBusy, .cameraMute, .framesGarbled: camera.sicken(fault.kind, until: now + fault.lasts, at: now)
    case .cardFull, .photosRefused, .photosAllFail, .dialTurned:
      camera.sicken(fault.kind, until: now + fault.lasts, at: now)
      reportCondition()
      later(fault) { $0.reportCondition() }
    case .liveViewFreezes: camera.freeze(at: now)
    case .answersTwice: doubledAnswers += 3
    case .filmFails: failingFilms += 1
    case .unaskedPhoto: if camera.holder != nil { booth?.keepUnasked() }
    default: camera.arm(fault.kind)
    }
  }

  /// The main camera says what it is asked every few seconds.
  private func reportCondition() {
    guard let booth, let generation = camera.holder else { return }
    booth.send(generation.camera, .conditionChanged(generation, camera.condition(at: now)))
  }

  private func unplug(_ camera: SimulatedCamera) {
    camera.vanish(at: now)
    guard let booth, let generation = camera.holder else { return }
    let error = CameraError(.disconnected, subject: "simulated camera", detail: "it was unplugged")
    booth.send(generation.camera, .lost(generation, error))
  }

  private func applyToPanel(_ fault: NightPlan.Fault, _ random: inout SeededRandom) {
    switch fault.kind {
    case .bounce: guests.bounce(&random)
    case .stuckButton: guests.stick(for: fault.lasts, &random)
    default: guests.mash(&random)
    }
  }

  private func applyToDisk(_ fault: NightPlan.Fault, _ random: inout SeededRandom) {
    switch fault.kind {
    case .diskFull:
      gate.isFull = true
      later(fault) { $0.gate.isFull = false }
    case .diskReadOnly:
      gate.isReadOnly = true
      later(fault) { $0.gate.isReadOnly = false }
    case .diskSlow:
      diskIsSlow = true
      later(fault) { $0.diskIsSlow = false }
    case .databaseRefuses:
      gate.refusingDatabase = .failed
      later(fault) { if $0.gate.refusingDatabase == .failed { $0.gate.refusingDatabase = nil } }
    // Until the next start, which puts them in order.
    case .databaseDamaged: gate.refusingDatabase = fault.salt & 1 == 0 ? .damaged : .replaced
    case .fileDamaged, .fileMissing: takeFile(fault.kind, &random)
    case .syncFails: gate.failingSyncs += 1 + random.below(3)
    default: gate.failingCalls += 1 + random.below(6)
    }
  }

  /// The disk loses a kept file, or changes a bit of it: no booth can help that, but the session's others still arrive.
  private func takeFile(_ kind: FaultKind, _ random: inout SeededRandom) {
    let there = watch.kept.keys.sorted().compactMap { id -> (AssetID, String, [UInt8])? in
      guard let asset = watch.kept[id]?.asset, let bytes = try? gate.disk.read(asset.path) else { return nil }
      let path = asset.path
      // Of a session of which the gallery has lost something what is here is all there is.
      guard !gallery.lost.contains(where: { $0.contains(asset.session.text) }) else { return nil }
      return (id, path, bytes)
    }
    guard !there.isEmpty else { return }
    var (id, path, bytes) = random.pick(there)
    watch.damaged(id)
    do throws(StoreError) {
      if kind == .fileMissing {
        try gate.disk.remove(path)
        try gate.disk.syncFolder("sessions/\(watch.kept[id]!.asset.session)")
      } else {
        bytes[bytes.count - 1] ^= 0x40
        let file = try gate.disk.create(path)
        try file.write(bytes)
        file.close()
        try gate.disk.sync(path)
      }
    } catch {
      fail(.keptPhotoLasts, "the world could not damage \(path): \(error)")
    }
  }

  private func applyToProcess(_ fault: NightPlan.Fault, _ random: inout SeededRandom) {
    cutsPowerAtDeath = fault.kind.cutsPower
    switch fault.kind {
    case .kill, .powerCut:
      if random.percent(50) {
        killAtStep = steps + 1 + random.below(30)
      } else {
        stopBooth(why: "killed", killed: true)
      }
    default:
      gate.killAt = gate.steps + 1 + UInt64(random.below(40))
      gate.killsBefore = random.percent(50)
    }
  }

  private func applyToNetwork(_ fault: NightPlan.Fault, _ random: inout SeededRandom) {
    switch fault.kind {
    case .galleryMute:
      gallery.trouble(fault.kind, until: now + fault.lasts)
      // So that the keep-policy asks while no answer comes.
      after(fault.lasts / 2) { [unowned self] in booth?.post(.keep(.started)) }
    case .objectLost: gallery.lose(random.below(1000), self)
    case .connectionReset, .answerLost, .uploadLost, .uploadCut:
      for _ in 0..<1 + random.below(4) { gallery.arm(fault.kind) }
    default: gallery.trouble(fault.kind, until: now + fault.lasts)
    }
  }

  private func applyToClock(_ fault: NightPlan.Fault, _ random: inout SeededRandom) {
    let years: Double = 365 * 86_400
    switch fault.kind {
    case .clockBack: wallOffset -= random.percent(50) ? 56 * years : Double(random.below(86_400))
    case .clockForward: wallOffset += random.percent(50) ? 10 * years : Double(random.below(86_400))
    default:
      wallTrusted = false
      later(fault) { $0.wallTrusted = true }
    }
  }

  private func applyToOperator(_ fault: NightPlan.Fault, _ random: inout SeededRandom) {
    switch fault.kind {
    case .pause: operatorAgent.request(.pause, times: 1 + random.below(2))
    case .changeEvent: operatorAgent.request(.changeEvent, times: 1 + random.below(2))
    case .useEvent: operatorAgent.request(.useEvent(random.pick(SimulatedEvents.all).slug), times: 1 + random.below(2))
    case .settings: operatorAgent.request(.openSettings)
    case .shutDown: operatorAgent.request(.shutDown)
    case .shutDownTwice: operatorAgent.request(.shutDown, times: 2)
    case .eraseSession: booth?.erase(random.below(1000))
    case .keepPolicy: booth?.post(.keep(.started))
    case .deleteLocation: booth?.deleteLocation(random.below(1000))
    case .queueCancel: booth?.cancelJob(random.below(1000))
    default: booth?.post(.jobs(.retryRequested(nil)))
    }
  }

  func nightInstant(_ nanoseconds: Int64) -> Instant { instant + .nanoseconds(nanoseconds - now) }

  /// Introduces the people to the night they are in.
  func connect() {
    guests.night = self
    operatorAgent.night = self
  }
}
