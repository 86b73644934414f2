import BoothVault
import Locations
import Testing

@testable import BoothCore
@testable import BoothSimulation

/// Each invariant is able to fail: a booth with one thing broken is found out.
@Suite(.onNightThreads) struct BrokenBoothTests {
  /// The invariants that break within so many sessions.
  private func broken(
    by kinds: [FaultKind] = FaultKind.allCases, sessions: Int = 400, seed: UInt64 = 3,
    _ change: (inout Machines) -> Void
  ) async throws -> Set<Invariant> {
    var simulation = Simulation(seed: seed, sessions: sessions, faults: kinds)
    simulation.shrinkBudget = 0
    change(&simulation.machines)
    let report = try await simulation.run()
    return Set(report.failures.map(\.violation.invariant))
  }

  @Test func `a pump that leases twice`() async throws {
    let found = try await broken(by: []) { machines in
      machines.pump = { pump, input, now in
        pump.handle(input, at: now).flatMap { effect -> [JobPump.Effect] in
          guard case .run(let job, let lease) = effect else { return [effect] }
          return [effect, .run(job, lease: AttemptID(lease.number + 1_000_000))]
        }
      }
    }
    #expect(found.contains(.oneRunAJob))
  }

  @Test func `a screen that is not told what the operator erased`() async throws {
    let found = try await broken(by: [.eraseSession]) { machines in
      machines.flow = { flow, input, now in
        if case .sessionErased = input { return [.ignore(.notShown)] }
        return flow.handle(input, at: now)
      }
    }
    #expect(found == [.linkIsTrue])
  }

  @Test func `a flow that asks a camera again and again whose photos all fail`() async throws {
    let found = try await broken(by: [.cardFull, .photosRefused, .photosAllFail]) { machines in
      machines.flow = { flow, input, now in
        switch input {
        case .cameraChanged(.stills): return [.ignore(.cameraNoted)]
        // Of this kind is what another try would not mend: the guests are asked.
        case .answered(let attempt, .failed(let fault)) where fault.kind == .stills || fault.kind == .camera:
          return flow.handle(.answered(attempt, .failed(Fault(.storage, fault.detail))), at: now)
        default: return flow.handle(input, at: now)
        }
      }
    }
    #expect(found.contains(.failsOnce))
  }

  @Test func `a flow that films guests again and again for photos that the store refuses`() async throws {
    let found = try await broken(by: [.databaseRefuses, .databaseDamaged]) { machines in
      machines.flow = { flow, input, now in
        if case .storageChanged = input { return [.ignore(.storageNoted)] }
        let effects = flow.handle(input, at: now)
        flow.forgetRefusals()
        return effects
      }
    }
    #expect(found.contains(.asksSeldom))
  }

  @Test func `an erasure that waits for the books alone`() async throws {
    let found = try await broken(by: [.diskFull, .kill, .eraseSession], sessions: 3000) { machines in
      machines.eraseSession = { (vault, session, time) throws(StoreError) in
        try vault.ledger.commit([.set(key: "trial", value: "1")])
        return try vault.eraseSession(session, at: time)
      }
    }
    #expect(found.contains(.cancelStays))
  }

  @Test func `a pump that gives up`() async throws {
    let found = try await broken { machines in
      machines.pump = { pump, input, now in
        if case .failed = input { return [] }
        if input == .timePassed { return [] }
        return pump.handle(input, at: now)
      }
    }
    #expect(found.contains(.queueDrains))
  }

  @Test(arguments: SyncLessDisk.Missing.allCases)
  func `a disk order with one flush left out`(_ missing: SyncLessDisk.Missing) async throws {
    // What is thrown away, and a power cut soon after, show most.
    let kinds: [FaultKind] = [.powerCut, .powerCutInStore, .photoFails, .mashedButtons]
    let found = try await broken(by: kinds, sessions: 3000) { machines in
      machines.disk = { SyncLessDisk($0, missing) }
    }
    // What comes back may be a session's or a location's.
    let shown: Set<Invariant> = missing == .folderAfterDeletion ? [.discardedIsGone, .versionLasts] : [.keptPhotoLasts]
    #expect(!found.isDisjoint(with: shown))
  }

  @Test func `a vault that deletes before it records`() async throws {
    let found = try await broken(sessions: 3000) { machines in
      machines.discard = { (vault, assets, session, reason, time) throws(StoreError) in
        for entry in try vault.ledger.assets(of: session) where assets.contains(entry.asset.id) {
          try vault.disk.remove(entry.asset.path)
        }
        try vault.discard(assets, of: session, reason, at: time)
      }
    }
    #expect(found.contains(.keptPhotoLasts))
  }

  @Test func `a vault that records no reason`() async throws {
    let found = try await broken { machines in
      machines.discard = { (vault, assets, _, _, _) throws(StoreError) in
        try vault.ledger.commit(assets.map { .discard($0) })
      }
    }
    #expect(found.contains(.leavesByDecision))
  }

  @Test func `a vault that says a file is gone and leaves it`() async throws {
    let found = try await broken { machines in
      machines.discard = { (vault, assets, session, reason, time) throws(StoreError) in
        try vault.ledger.commit(
          assets.flatMap { asset -> [LedgerChange] in
            let decision = Decision(at: time, session: session, asset: asset, reason: reason)
            return [.discard(asset), .decide(decision), .noteFileGone(asset)]
          })
      }
    }
    #expect(found.contains(.discardedIsGone))
  }

  @Test func `a vault that finishes a session without its jobs`() async throws {
    let found = try await broken(by: []) { machines in
      machines.finishSession = { (vault, session, _) throws(StoreError) in
        try vault.ledger.commit([.setState(session, .finished)])
        return []
      }
    }
    #expect(found.contains(.queueDrains))
  }

  @Test func `a vault that uploads what is to stay`() async throws {
    let found = try await broken(by: []) { machines in
      machines.finishSession = { (vault, session, quiet) throws(StoreError) in
        var jobs = try vault.finishSession(session, quiet: quiet)
        guard !jobs.contains(where: { $0.kind == .upload }) else { return jobs }
        jobs.append(Job(id: try vault.ledger.nextJobID(), kind: .upload, session: session))
        try vault.ledger.commit([.put(jobs[jobs.count - 1])])
        return jobs
      }
    }
    #expect(found.contains(.consentIsKept))
  }

  @Test func `a vault of locations that keeps a photo under another name each time it is asked`() async throws {
    let kinds: [FaultKind] = [.kill, .killInStore, .diskErrors, .syncFails]
    let found = try await broken(by: kinds, sessions: 2000) { machines in
      machines.keepVersion = { (vault, version, location, bytes) throws(StoreError) in
        var version = version
        version.id += "-\(try vault.ledger.location(location)?.versions.count ?? 0)"
        return try vault.addVersion(version, of: location, bytes)
      }
    }
    #expect(found.contains(.versionLasts))
  }

  @Test func `a vault of locations that names a picture before it is written`() async throws {
    let found = try await broken(by: [.kill, .killInStore, .diskErrors], sessions: 2000) { machines in
      machines.keepVersion = { (vault, version, location, bytes) throws(StoreError) in
        if var kept = try vault.ledger.location(location), !kept.versions.contains(where: { $0.id == version.id }) {
          let print = vault.disk.fingerprint(of: bytes)
          let picture = LocationPicture(
            name: "versions/\(version.id).jpg", bytes: print.sizeBytes, checksum: print.checksum)
          kept.versions.append(LocationVersion(id: version.id, picture: picture, takenAt: version.takenAt))
          try vault.ledger.commit([.put(kept)])
          _ = try vault.disk.makeFolder("locations/\(location)/versions")
          _ = try vault.disk.writeDurably(bytes, to: "locations/\(location)/\(picture.name)")
        }
        return try vault.addVersion(version, of: location, bytes)
      }
    }
    #expect(found.contains(.versionLasts))
  }

  @Test func `a flow that takes late answers`() async throws {
    let found = try await broken(by: [.answersTwice, .noFocus], seed: 8) { machines in
      machines.flow = { flow, input, now in
        guard case .answered(let attempt, let answer) = input, !flow.isAwaited(attempt),
          case .capture(let capture) = flow.state, case .takingPhoto(let awaited, _, _) = capture.phase
        else { return flow.handle(input, at: now) }
        return flow.handle(.answered(awaited, answer), at: now)
      }
    }
    #expect(found.contains(.lateStaysLate))
  }

  @Test func `a flow that throws away what was reviewed too long`() async throws {
    let found = try await broken(by: []) { machines in
      machines.flow = { flow, input, now in
        guard input == .timePassed, case .capture(let capture) = flow.state, case .review = capture.phase,
          let photo = capture.takes[capture.strip].photo
        else { return flow.handle(input, at: now) }
        return flow.handle(input, at: now) + [.discard([photo], .nothingKept)]
      }
    }
    #expect(found.contains(.leavesByDecision))
  }

  @Test func `a flow that is never mended`() async throws {
    let found = try await broken { machines in
      machines.flow = { flow, input, now in
        if case .outOfOrder(.camera) = flow.state { return [] }
        return flow.handle(input, at: now)
      }
    }
    #expect(found.contains(.noDeadEnd))
  }

  @Test func `a flow that sleeps through its deadline`() async throws {
    let found = try await broken { machines in
      machines.flow = { flow, input, now in
        if input == .timePassed, case .capture(let capture) = flow.state, case .tryAgain = capture.phase { return [] }
        return flow.handle(input, at: now)
      }
    }
    #expect(found.contains(.noDeadEnd))
  }

  @Test func `the link of another session`() async throws {
    let found = try await broken(by: []) { machines in
      machines.reference = { record in
        let other = SessionID(randomBytes: Array(repeating: 7, count: 16))
        return SessionRef(id: record.id, link: GalleryPath.link(base: "https://gallery.example", session: other))
      }
    }
    #expect(found.contains(.linkIsTrue))
  }

  @Test func `a code with the link that was recorded, when the machine had no address or another one`() async throws {
    let found = try await broken(by: []) { machines in machines.links = { _ in .recorded } }
    #expect(found == [.codeLeadsOut])
  }

  @Test func `a code of a booth without an address that leads to the machine itself`() async throws {
    let found = try await broken(by: []) { machines in
      machines.links = { links in links == .own(base: nil) ? .own(base: "http://localhost:8080") : links }
    }
    #expect(found == [.codeLeadsOut])
  }

  @Test func `pictures in another session's folder`() async throws {
    let found = try await broken(by: []) { machines in
      machines.destination = { session, others in others().first ?? session }
    }
    #expect(found.contains(.ownLinkOnly))
  }

  @Test func `a manifest that lists a file twice`() async throws {
    let found = try await broken(by: []) { machines in
      machines.upload = { run, input in
        let next = run.handle(input)
        guard case .ask(.uploadManifest(var manifest, let target)) = next else { return next }
        manifest.assets[0] = manifest.assets[manifest.assets.count - 1]
        return .ask(.uploadManifest(manifest, target))
      }
    }
    #expect(found.contains(.nothingTwice))
  }

  @Test func `a journal without an end`() async throws {
    let found = try await broken(by: []) { machines in machines.journalIsFull = { _, _ in false } }
    #expect(found.contains(.staysBounded))
  }

  @Test func `a camera whose trouble nobody is told of`() async throws {
    let found = try await broken(by: FaultKind.allCases.filter { $0.group == .camera }) { machines in
      machines.cameras = { watch, input, now in
        watch.handle(input, at: now).filter { if case .sendToFlow(.outOfOrder) = $0 { false } else { true } }
      }
    }
    #expect(found.contains(.cameraReturns))
  }

  @Test func `a ladder that is climbed once`() async throws {
    let found = try await broken(by: [.cameraVanishes, .cameraMute, .cameraBusy]) { machines in
      machines.cameras = { watch, input, now in
        let effects = watch.handle(input, at: now)
        guard watch.main.ladder.round > 0 else { return effects }
        return effects.filter { effect in
          switch effect {
          case .perform(.open(let generation)): generation.camera == .fallback
          // A new process would begin below.
          case .askForRestart: false
          default: true
          }
        }
      }
    }
    #expect(found.contains(.cameraReturns))
  }

  @Test func `a main camera that is never taken back`() async throws {
    let found = try await broken(by: [.cameraVanishes]) { machines in
      machines.cameras = { watch, input, now in
        if case .guestsAreThere = input { return watch.handle(.guestsAreThere(true), at: now) }
        return watch.handle(input, at: now)
      }
    }
    #expect(found.contains(.cameraReturns))
  }

  @Test func `a booth that begins work before it is recorded`() async throws {
    let found = try await broken(by: []) { machines in
      machines.pump = { pump, input, now in
        pump.handle(input, at: now).filter { effect in
          if case .record(let job) = effect { job.state != .running } else { true }
        }
      }
    }
    #expect(found.contains(.oneRunAJob))
  }

  @Test func `an upload that sends whatever the file holds`() async throws {
    let found = try await broken(by: [.fileDamaged], sessions: 1000) { machines in
      machines.upload = { run, input in
        let next = run.handle(input)
        guard case .ask(.verify(let asset)) = next else { return next }
        return run.handle(.verified(Fingerprint(sizeBytes: asset.sizeBytes, checksum: asset.checksum)))
      }
    }
    #expect(found.contains(.keptPhotoLasts))
  }

  @Test func `an upload that believes every 2xx`() async throws {
    let found = try await broken(by: [.uploadLost, .uploadCut], sessions: 1000) { machines in
      machines.upload = { run, input in
        let next = run.handle(input)
        guard case .ask(.askSize) = next else { return next }
        // Every file of the simulation has as many bytes.
        return run.handle(.sizeIs(25))
      }
    }
    #expect(found.contains(.keptPhotoLasts))
  }

  @Test func `an upload that is sure of what was confirmed before`() async throws {
    let kinds: [FaultKind] = [.objectLost, .connectionReset, .galleryBusy, .networkDown, .networkSlow]
    let found = try await broken(by: kinds, sessions: 3000) { machines in
      machines.upload = { run, input in
        let next = run.handle(input)
        guard case .ask(.forget) = next else { return next }
        return .done(.succeeded)
      }
    }
    #expect(!found.isEmpty)
  }

  @Test func `an upload that ends at a file that is damaged or gone`() async throws {
    let found = try await broken(by: [.fileDamaged, .fileMissing], sessions: 1000) { machines in
      machines.upload = { run, input in
        let next = run.handle(input)
        guard case .verified = input else { return next }
        if case .ask(.upload) = next { return next }
        return .done(.failed(GalleryError(.localFile, subject: "upload", detail: "it cannot be read")))
      }
    }
    #expect(found.contains(.queueDrains))
  }

  @Test func `a vault that forgets a cancel while the disk is full`() async throws {
    let kinds: [FaultKind] = [.diskFull, .kill, .shutDown, .mashedButtons, .stuckButton]
    let found = try await broken(by: kinds, sessions: 3000) { machines in
      machines.discardSession = { (vault, session, reason, time) throws(StoreError) in
        try vault.check()
        try vault.discardSession(session, reason, at: time)
      }
    }
    #expect(found.contains(.cancelStays))
  }

  /// The violations of nights in which many second shots are on their way to a slow disk when the flow, in a hurry,
  /// goes back to the doubted first, and in which the power fails often.
  private func violations(_ change: (inout Machines) -> Void = { _ in }) throws -> [Violation] {
    var simulation = Simulation(seed: 3, sessions: 0, faults: [])
    simulation.machines.flow = { flow, input, now in
      guard case .booted(var boot) = input else { return flow.handle(input, at: now) }
      for index in boot.events.indices { boot.events[index].timings.photoDeadline = .seconds(5) }
      return flow.handle(.booted(boot), at: now)
    }
    change(&simulation.machines)
    return try (0..<120).compactMap { number in
      var plan = NightPlan(run: 3, night: number, faults: [])
      plan.sessions = 8
      var random = SeededRandom(seed: UInt64(number))
      func fault(_ kind: FaultKind, at seconds: Int, lasts: Int64) -> NightPlan.Fault {
        NightPlan.Fault(
          kind: kind, at: Int64(seconds) * 1_000_000_000, lasts: lasts * 1_000_000_000, salt: random.next())
      }
      for second in stride(from: 2, to: 900, by: 7) { plan.faults.append(fault(.darkPhoto, at: second, lasts: 1)) }
      for second in stride(from: 5, to: 900, by: 60) { plan.faults.append(fault(.diskSlow, at: second, lasts: 50)) }
      for second in stride(from: 20 + number, to: 900, by: 25 + number % 40) {
        plan.faults.append(fault(.powerCut, at: second, lasts: 1))
      }
      return try simulation.run(plan).report.violation
    }
  }

  @Test func `a vault that shows a doubted photo before it is settled that it stays`() throws {
    #expect(try violations() == [])
    let broken = try violations { $0.settle = { _, _, _, _ in } }
    #expect(Set(broken.map(\.invariant)) == [.leavesByDecision])
  }

  @Test func `every invariant is broken by one of these`() {
    // The list above, kept in step by hand: an invariant without a broken booth has not been shown able to fail.
    let shown: Set<Invariant> = [
      .oneRunAJob, .queueDrains, .keptPhotoLasts, .discardedIsGone, .leavesByDecision, .lateStaysLate, .noDeadEnd,
      .linkIsTrue, .ownLinkOnly, .nothingTwice, .staysBounded,
      .cameraReturns, .cancelStays, .consentIsKept, .keepAsks, .uploadIsWhole, .typingIsNoPress,
      .databaseIsTrue, .versionLasts, .failsOnce, .asksSeldom,
      .codeLeadsOut,
      // Prints: `BrokenPrintTests`.
      .printsLast, .printsOnce, .printsEnd, .printerIsKnown,
    ]
    #expect(shown == Set(Invariant.allCases))
  }
}

extension BoothFlow {
  /// As if each refusal were the first.
  fileprivate mutating func forgetRefusals() { unkeptPhotos = nil }
}
