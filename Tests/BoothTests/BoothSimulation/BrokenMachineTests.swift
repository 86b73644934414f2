import BoothCore
import FoundationEssentials
import Testing

@testable import BoothSimulation

/// The decisions around the jobs, and who types, each broken in one way: the simulator says which promise that breaks.
/// The table of all of them is in the documentation, in Proof.
@Suite(.onNightThreads) struct BrokenMachineTests {
  /// What breaks first under these faults, and how many sessions had begun by the end of that night. With
  /// `BOOTH_MUTATIONS` in the environment, under every fault: so the table's numbers are found.
  private func found(
    within sessions: Int, by kinds: [FaultKind] = FaultKind.allCases, _ change: (inout Machines) -> Void
  ) async throws -> Invariant? {
    let isForTable = ProcessInfo.processInfo.environment["BOOTH_MUTATIONS"] != nil
    var simulation = Simulation(
      seed: 1, sessions: isForTable ? 20_000 : sessions, faults: isForTable ? FaultKind.allCases : kinds)
    simulation.shrinkBudget = 0
    change(&simulation.machines)
    let report = try await simulation.run()
    guard let failure = report.failures.first else { return nil }
    let count = simulation.plans().prefix(failure.plan.number + 1).reduce(0) { $0 + $1.sessions }
    print("found within \(count) sessions: \(failure.violation.invariant.rawValue), \(failure.violation.detail)")
    return failure.violation.invariant
  }

  // MARK: Cameras

  @Test func `a camera counts as alive because its frames arrive`() async throws {
    let broken = try await found(within: 500, by: [.framesGarbled]) { machines in
      machines.cameras = { watch, input, now in
        guard case .timePassed(var frames) = input else { return watch.handle(input, at: now) }
        for (camera, frame) in frames.undecoded { frames[camera] = frame.capturedAt }
        return watch.handle(.timePassed(frames), at: now)
      }
    }
    #expect(broken == .cameraReturns)
  }

  // MARK: Records

  @Test func `states of jobs that the disk refused are dropped`() async throws {
    let broken = try await found(within: 9000, by: [.diskFull, .diskReadOnly, .diskErrors, .syncFails]) { machines in
      machines.records = { records, input, now in
        guard case .refused(let turn, let error) = input else { return records.handle(input, at: now) }
        return [.reportRefusal(error)]
          + records.handle(.written(turn), at: now).map { effect in
            guard case .begin(let job, let lease) = effect else { return effect }
            return .sendToPump(.failed(job.id, lease: lease, JobFault(error)))
          }
      }
    }
    #expect(broken == .databaseIsTrue)
  }

  @Test func `work that was stopped while its record waited begins all the same`() async throws {
    let broken = try await found(within: 3000, by: [.queueCancel, .diskSlow, .eraseSession]) { machines in
      machines.records = { records, input, now in
        guard case .decided(let effects) = input else { return records.handle(input, at: now) }
        let stops = effects.compactMap { effect -> JobRecords.Effect? in
          if case .stop(let lease) = effect { .stop(lease: lease) } else { nil }
        }
        let rest = effects.filter { if case .stop = $0 { false } else { true } }
        return stops + records.handle(.decided(rest), at: now)
      }
    }
    #expect(broken == .oneRunAJob || broken == .cancelStays)
  }

  @Test func `work begins whose record the disk refused`() async throws {
    let broken = try await found(within: 2000) { machines in
      machines.records = { records, input, now in
        guard case .refused(let turn, let error) = input else { return records.handle(input, at: now) }
        return [.reportRefusal(error)] + records.handle(.written(turn), at: now)
      }
    }
    #expect(broken == .oneRunAJob)
  }

  // MARK: Deletions

  @Test func `a deletion that the disk refused is not tried again`() async throws {
    let broken = try await found(within: 2000) { machines in
      machines.deletions = { deletions, input, now in
        guard case .refused(let turn, var error) = input else { return deletions.handle(input, at: now) }
        error.code = .damaged
        return deletions.handle(.refused(turn, error), at: now)
      }
    }
    #expect(broken == .cancelStays || broken == .queueDrains || broken == .discardedIsGone)
  }

  @Test func `a deletion whose jobs nobody is told of`() async throws {
    let broken = try await found(within: 2000) { machines in
      machines.deletions = { deletions, input, now in
        guard case .taken(let turn, _) = input else { return deletions.handle(input, at: now) }
        return deletions.handle(.taken(turn, []), at: now)
      }
    }
    #expect(broken == .discardedIsGone)
  }

  // MARK: The keep-policy

  @Test func `a keep run asks nobody`() async throws {
    let broken = try await found(within: 2000) { machines in
      machines.keep = { keep, input, isSession, now, time in
        var effect = keep.handle(input, isSession: isSession, at: now, time)
        while case .askSize(_, let expected) = effect {
          effect = keep.handle(.sizeIs(expected), isSession: isSession, at: now, time)
        }
        return effect
      }
    }
    #expect(broken == .keepAsks)
  }

  @Test func `a keep run lets go what the gallery has lost`() async throws {
    let broken = try await found(within: 3000, by: [.objectLost, .keepPolicy]) { machines in
      machines.keep = { keep, input, isSession, now, time in
        let effect = keep.handle(input, isSession: isSession, at: now, time)
        guard case .bringAgain(let assets, let session) = effect else { return effect }
        return .release(assets, of: session)
      }
    }
    #expect(broken == .keepAsks)
  }

  @Test func `a keep run believes a mute gallery`() async throws {
    let broken = try await found(within: 3000, by: [.galleryMute, .keepPolicy]) { machines in
      machines.keep = { keep, input, isSession, now, time in
        let effect = keep.handle(input, isSession: isSession, at: now, time)
        guard case .askSize(_, Manifest.mostBytes) = effect else { return effect }
        return keep.handle(.sizeIs(1), isSession: isSession, at: now, time)
      }
    }
    #expect(broken == .keepAsks)
  }

  @Test func `a keep run goes on while guests come`() async throws {
    let broken = try await found(within: 3000, by: [.keepPolicy, .networkSlow]) { machines in
      machines.keep = { keep, input, isSession, now, time in
        if case .sizeIs = input { return keep.handle(input, isSession: false, at: now, time) }
        return keep.handle(input, isSession: isSession, at: now, time)
      }
    }
    #expect(broken == .keepAsks)
  }

  // MARK: Uploads

  @Test func `an upload does not look at what grew meanwhile`() async throws {
    let broken = try await found(within: 2000) { machines in
      machines.uploads = { upload, input, time in
        if case .marked = input { .done(nil) } else { upload.handle(input, at: time) }
      }
    }
    #expect(broken == .uploadIsWhole)
  }

  @Test func `an upload ends before the books call its session uploaded`() async throws {
    let broken = try await found(within: 2000) { machines in
      machines.uploads = { upload, input, time in
        let step = upload.handle(input, at: time)
        return step.next == .ask(.markUploaded) ? .done(nil, after: step.news) : step
      }
    }
    #expect(broken == .uploadIsWhole)
  }

  @Test func `a picture that came late asks no held upload again`() async throws {
    let broken = try await found(within: 6000) { machines in
      machines.again = { again, input in if case .found = input { .done(nil) } else { again.handle(input) } }
    }
    // Which law is broken first depends on what else goes wrong that night: the upload waits for good, or ends without the picture.
    #expect(broken == .queueDrains || broken == .uploadIsWhole)
  }

  @Test func `nobody is told of the upload that a late picture queued`() async throws {
    let broken = try await found(within: 2000) { machines in
      machines.again = { again, input in if case .added = input { .done(nil) } else { again.handle(input) } }
    }
    #expect(broken == .queueDrains || broken == .uploadIsWhole || broken == .nothingTwice)
  }

  // MARK: Films

  @Test func `the first film that fails ends the run`() async throws {
    let broken = try await found(within: 2000, by: [.filmFails]) { machines in
      machines.films = { run, input in
        if case .failed(let failure) = input { .finish(failure) } else { run.handle(input) }
      }
    }
    #expect(broken == .queueDrains)
  }

  // MARK: Keys

  @Test func `a typed letter presses a button`() async throws {
    let broken = try await found(within: 2000) { $0.hears = { _, _, _ in true } }
    #expect(broken == .typingIsNoPress)
  }

  @Test func `a press on the keyboard of the screen is given to the flow`() async throws {
    let broken = try await found(within: 2000) { machines in
      machines.keys = { keys, input, state, now in
        if case .pressed(let press) = input { [.pressed(press)] } else { keys.handle(input, in: state, at: now) }
      }
    }
    #expect(broken == .typingIsNoPress)
  }
}
