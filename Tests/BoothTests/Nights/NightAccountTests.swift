import BoothCore
import BoothTesting
import FoundationEssentials
import Testing

@testable import NightReports

/// Nights whose truth is known, and what their journals tell of them.
@Suite struct NightAccountTests {
  private func fault(_ account: NightAccount, _ kind: NightFault.Kind) -> NightFault? {
    account.faults.first { $0.kind == kind }
  }

  @Test func `sessions, photos, retakes and the waits between are as they were`() throws {
    let night = ScriptedNight()
    night.boot()
    for index in 0..<6 {
      night.pass(600)
      night.wholeSession(photo: 2, retakes: index == 0 ? 2 : 0)
    }
    let account = try #require(night.account())
    #expect(account.sessions.begun == 6)
    #expect(account.photos.taken == 6 * 3 + 2)
    #expect(account.photos.retaken == 2)
    #expect(account.walkAways.isEmpty && account.faults.isEmpty && account.gaps.isEmpty && account.advice.isEmpty)
    #expect(account.sessions.hours.map(\.sessions).reduce(0, +) == 6)
    let photo = try #require(account.steps.first)
    #expect(photo.step == .photo && photo.times == 20)
    #expect(abs(photo.medianSeconds - 2) < 0.001 && abs(photo.worstSeconds - 2) < 0.001)
    let opening = try #require(account.steps.first { $0.step == .opening })
    #expect(opening.times == 6 && abs(opening.worstSeconds - 0.25) < 0.001)
    let live = try #require(account.steps.first { $0.step == .livePicture })
    #expect(live.times == 20 && abs(live.medianSeconds - 0.5) < 0.001)
  }

  @Test func `guests who leave are counted where they left`() throws {
    let night = ScriptedNight(.onPress)
    night.boot()
    for _ in 0..<4 {
      night.pass(300)
      _ = night.open()
      night.untilIdle()
    }
    // One that cancels in front of the camera has not walked away.
    night.pass(300)
    _ = night.open()
    night.send(.pressed(.cancel))
    night.pass(2)
    night.send(.pressed(.cancel))
    let account = try #require(night.account())
    #expect(account.sessions.begun == 5)
    #expect(account.walkAways == [.init(place: .aiming, times: 4)])
    #expect(account.takenBack == 1)
    let advice = try #require(account.advice.first { $0.rule == .walkAways })
    #expect(advice.words.contains("4 of 5 groups"))
  }

  @Test func `guests who leave the question have begun no session`() throws {
    let night = ScriptedNight(.exhibition)
    night.boot()
    night.send(.pressed(.start))
    night.untilIdle()
    let (from, to) = (night.wall - 3600, night.wall)
    #expect(night.account() == nil, "no session, no evening")
    let account = try #require(night.account(from: from, to: to))
    #expect(account.sessions.begun == 0)
    #expect(account.walkAways == [.init(place: .question, times: 1)])
  }

  @Test func `minutes are lost to the fault that lost them`() throws {
    let night = ScriptedNight()
    night.boot()
    night.wholeSession(photo: 2)
    night.send(.cameraChanged(.outOfOrder("the cable is out")))
    night.pass(400)
    night.send(.cameraChanged(.outOfOrder("the cable is still out")))
    night.pass(200)
    night.send(.cameraChanged(.ready))
    night.send(.storageChanged(StorageNews(.full, "no room", refusal: .readOnly)))
    night.pass(60)
    night.send(.storageChanged(StorageNews(.plenty, "")))
    night.send(.printerChanged(.closed(.paper)))
    night.pass(90)
    night.wholeSession(photo: 2)
    night.send(.printerChanged(.ready))
    night.send(.printerChanged(.closed(.pausedHere)))
    night.pass(90)
    night.send(.printerChanged(.ready))
    let account = try #require(night.account())
    let camera = try #require(fault(account, .camera))
    #expect(camera.times == 1 && !camera.isAtLeast)
    #expect(abs((camera.lostSeconds ?? 0) - 600) < 0.001)
    let disk = try #require(fault(account, .readOnly))
    #expect(abs((disk.lostSeconds ?? 0) - 60) < 0.001)
    let paper = try #require(fault(account, .printerPaper))
    #expect(paper.times == 1 && (paper.lostSeconds ?? 0) > 90)
    #expect(account.faults.count == 3, "the operator's own pause is no fault")
    #expect(account.faults.first?.kind == .camera)
    #expect(account.advice.contains { $0.words.contains("10 min") && $0.words.contains("devices test") })
  }

  @Test func `a photo that fails costs the wait for another try`() throws {
    let night = ScriptedNight()
    night.boot()
    let effects = night.triggered(night.open())
    _ = night.answer(effects, after: 3, .failed(Fault(.storage, "the disk refuses")))
    night.pass(7)
    night.send(.pressed(.start))
    let account = try #require(night.account())
    let lost = try #require(fault(account, .photoStorage))
    #expect(lost.times == 1 && abs((lost.lostSeconds ?? 0) - 7) < 0.001)
    #expect(lost.kind.stopped == .photos)
  }

  @Test func `a fault that still stands counts until now, and one that was lost sight of is at least so long`() throws {
    let night = ScriptedNight()
    night.boot()
    night.wholeSession(photo: 2)
    night.send(.cameraChanged(.outOfOrder("the cable is out")))
    night.pass(100)
    night.send(.cameraChanged(.outOfOrder("the plug is out")))
    night.pass(200)
    let running = try #require(night.account(isRunning: true))
    // The journal's wall clock is in whole seconds.
    #expect(abs((fault(running, .camera)?.lostSeconds ?? 0) - 300) < 1)
    #expect(fault(running, .camera)?.isAtLeast == false)
    let ended = try #require(night.account())
    #expect(abs((fault(ended, .camera)?.lostSeconds ?? 0) - 100) < 0.001)
    #expect(fault(ended, .camera)?.isAtLeast == true)
  }

  @Test func `an end that was not asked for is a fault of unknown length, a shutdown is none`() throws {
    let night = ScriptedNight()
    night.boot()
    night.wholeSession(photo: 2)
    night.boot()
    night.wholeSession(photo: 2)
    night.send(.requested(.shutDown))
    night.pass(500)
    night.boot()
    night.wholeSession(photo: 2)
    let account = try #require(night.account())
    #expect(account.faults == [NightFault(kind: .ended, times: 1, lostSeconds: nil, isAtLeast: true)])
  }

  @Test func `an evening goes on over midnight, and the one before it is another`() throws {
    let night = ScriptedNight()
    night.boot()
    for _ in 0..<3 {
      night.wholeSession(photo: 2)
      night.pass(600)
    }
    night.pass(7 * 3600)
    let begin = night.wall
    // Four hours from the second evening's first session, each with one.
    for _ in 0..<8 {
      night.wholeSession(photo: 2)
      night.pass(1800)
    }
    let account = try #require(night.account())
    #expect(account.sessions.begun == 8)
    #expect(abs(account.from - (begin - 3600)) < 2)
    #expect(account.photos.taken == 24)
    let both = try #require(night.account(from: begin - 86_400, to: night.wall))
    #expect(both.sessions.begun == 11)
    #expect(both.photos.taken == 33)
  }

  @Test func `only the event that was asked for counts`() throws {
    let night = ScriptedNight()
    night.boot()
    night.wholeSession(photo: 2)
    night.send(.requested(.useEvent(FlowEvent.emails.slug)))
    night.wholeSession(photo: 2)
    night.wholeSession(photo: 2)
    night.send(.cameraChanged(.outOfOrder("the cable is out")))
    night.pass(60)
    night.send(.cameraChanged(.ready))
    let first = try #require(night.account(event: FlowEvent.photos.slug))
    #expect(first.sessions.begun == 1 && first.photos.taken == 3 && first.faults.isEmpty)
    let second = try #require(night.account(event: FlowEvent.emails.slug))
    #expect(second.sessions.begun == 2)
    #expect(second.faults.map(\.kind) == [.camera])
    #expect(night.account(event: "another") == nil)
  }

  @Test func `a clock that was set in the middle moves what came before it`() throws {
    let night = ScriptedNight()
    let right = night.wall
    // The computer's clock begins in 1970, and is set after the first session.
    night.wall = 100
    night.trusted = false
    night.boot()
    night.wholeSession(photo: 2)
    let passed = night.wall - 100
    night.trusted = true
    night.wall = right + passed
    night.wholeSession(photo: 2)
    let account = try #require(night.account())
    #expect(account.sessions.begun == 2)
    #expect(abs(account.from - (right + 0.25 - 3600)) < 1.5)
    #expect(account.gaps.isEmpty, "it is known when all of it was")
    #expect(account.sessions.hours.map(\.sessions).reduce(0, +) == 2)
  }

  @Test func `a start whose clock was never set stands behind the one before, and no hours are told`() throws {
    let night = ScriptedNight()
    night.boot()
    night.wholeSession(photo: 2)
    let before = night.wall
    night.wall = 100
    night.trusted = false
    night.boot(clockRestarts: true)
    night.wholeSession(photo: 2)
    let journal = night.journal()
    let account = try #require(
      NightAccount(journal, NightRecords(), NightQuestion(now: before + 7200, isRunning: false)))
    #expect(account.sessions.begun == 2)
    #expect(account.photos.taken == 6)
    #expect(account.sessions.hours.isEmpty && account.sessions.perHour == nil)
    #expect(account.gaps == [.clock(starts: 1, moved: 1)])
    #expect(account.advice.contains { $0.rule == .clock })
  }

  @Test func `a booth without a network has hours, by a clock that is only said not to be sure`() throws {
    let night = ScriptedNight()
    night.trusted = false
    night.boot()
    for _ in 0..<3 {
      night.wholeSession(photo: 2)
      night.pass(1800)
    }
    let account = try #require(night.account())
    #expect(account.gaps == [.clock(starts: 1, moved: 0)])
    #expect(account.sessions.hours.map(\.sessions).reduce(0, +) == 3 && account.sessions.perHour != nil)
    #expect(account.advice.isEmpty)
  }

  @Test func `missing and damaged lines are said, and nothing is measured across them`() throws {
    let night = ScriptedNight()
    night.boot()
    night.wholeSession(photo: 2)
    night.send(.cameraChanged(.outOfOrder("the cable is out")))
    night.pass(100)
    night.send(.cameraChanged(.outOfOrder("the plug is out")))
    night.pass(1000)
    night.send(.cameraChanged(.ready))
    night.pass(10)
    night.wholeSession(photo: 2)
    var journal = NightJournal()
    // The camera's return is lost: from the plug on it is not known what was.
    let lost = try #require(
      night.lines.firstIndex { if case .cameraChanged(.ready) = $0.input { true } else { false } })
    for (index, line) in night.lines.enumerated() where index != lost { journal.read(line) }
    let question = NightQuestion(now: night.wall, isRunning: false)
    let account = try #require(NightAccount(journal, NightRecords(), question))
    let camera = try #require(fault(account, .camera))
    #expect(abs((camera.lostSeconds ?? 0) - 100) < 0.001 && camera.isAtLeast && camera.times == 1)
    #expect(account.gaps == [.lines(1)])
    #expect(account.sessions.begun == 2)

    // The same as bytes, of which one line is torn.
    var torn = NightJournal()
    for (index, line) in night.lines.enumerated() {
      let bytes = Array(try JSONEncoder().encode(line))
      torn.read(index == lost ? Array(bytes.dropLast(20)) : bytes)
    }
    #expect(NightAccount(torn, NightRecords(), question) == account)
  }

  @Test func `a journal that begins in the middle says so, and sessions come from the books`() throws {
    let night = ScriptedNight()
    night.boot()
    for _ in 0..<4 {
      night.pass(1200)
      night.wholeSession(photo: 2)
    }
    let starts = night.lines.indices.filter {
      if case .pressed(.start) = night.lines[$0].input, night.lines[$0].state.isSession { true } else { false }
    }
    var journal = NightJournal()
    let cut = try #require(starts.dropFirst(2).first)
    for line in night.lines[(cut - 5)...] { journal.read(line) }
    func record(_ number: Int) -> SessionRecord {
      let session = SessionRef.sample(UInt8(number))
      return SessionRecord(
        id: session.id, event: 1, eventSlug: "photos", state: number == 2 ? .uploaded : .finished,
        plan: FlowEvent.photos.plan, openedAt: WallTime(unixSeconds: night.wall - 6000 + Double(number) * 1300),
        link: session.link, quiet: number == 1, assets: [.photo(Int64(number), of: session)])
    }
    let records = (1...4).map(record)
    let account = try #require(
      NightAccount(journal, NightRecords(sessions: records), NightQuestion(now: night.wall, isRunning: false)))
    #expect(account.sessions.begun == 4)
    #expect(account.sessions.finished == 3 && account.sessions.finishedWithoutGuests == 1)
    #expect(account.uploads.waiting == 3)
    #expect(abs((account.uploads.longestSeconds ?? 0) - 4700) < 1)
    #expect(account.advice.contains { $0.rule == .uploads })
    #expect(account.gaps.contains { if case .journalBegins = $0 { true } else { false } })
  }

  @Test func `prints are counted by what became of them, those of other nights not`() throws {
    let night = ScriptedNight()
    night.boot()
    night.wholeSession(photo: 2)
    var prints = SessionPrints(session: night.session.id, event: "photos")
    _ = prints.order(5, by: .guests, at: WallTime(unixSeconds: night.wall))
    for (index, state) in [PrintRecord.State.out, .probably, .ask, .cancelled, .queued].enumerated() {
      prints.prints[index].state = state
    }
    var other = SessionPrints(session: SessionRef.sample(99).id, event: "photos")
    _ = other.order(7, by: .guests, at: WallTime(unixSeconds: night.wall))
    let account = try #require(night.account(NightRecords(prints: [prints, other])))
    #expect(
      account.prints == NightAccount.Prints(ordered: 5, made: 2, waiting: 1, asking: 1, cancelled: 1))
    #expect(account.advice.contains { $0.rule == .prints })
  }

  @Test func `a journal of a hundred thousand lines, and one of noise`() throws {
    let night = ScriptedNight()
    night.boot()
    night.wholeSession(photo: 2)
    let session = night.lines.dropFirst()
    let span = night.seconds - 1000
    var journal = NightJournal()
    journal.read(night.lines[0])
    var (count, number): (Int, UInt64) = (0, 1)
    while journal.lines < 100_000 {
      for var line in session {
        number += 1
        line.number = number
        line.at = line.at + .seconds(Double(count) * span)
        journal.read(line)
      }
      count += 1
    }
    let account = try #require(
      NightAccount(
        journal, NightRecords(),
        NightQuestion(
          from: 0, to: night.wall + Double(count) * span, now: night.wall + Double(count + 1) * span, isRunning: false))
    )
    // One session's id is one session, however often its lines are told.
    #expect(account.sessions.begun == 1)
    #expect(account.photos.taken == count * 3)
    #expect(account.steps.first?.times == count * 3)

    var random = SeededRandom(seed: 7)
    var noise = NightJournal()
    for _ in 0..<200 { noise.read((0..<40).map { _ in UInt8.random(in: 0...255, using: &random) }) }
    #expect(noise.unreadable == 200)
    #expect(NightAccount(noise, NightRecords(), NightQuestion(now: 2e9, isRunning: false)) == nil)
    #expect(
      NightAccount(noise, NightRecords(), NightQuestion(from: 1.9e9, now: 2e9, isRunning: false))?.gaps
        == [.noJournal, .lines(200)])
  }

  @Test func `numbers and clocks that no booth has break nothing`() {
    let night = ScriptedNight()
    night.boot()
    night.wholeSession(photo: 2)
    let base = night.lines
    for (number, at, time) in [
      (UInt64.max, Int64.max, "9999-12-31T23:59:59Z"), (0, .min, "1970-01-01T00:00:00Z"), (5, 0, "no time"),
      (.max - 1, 1, ""),
    ] {
      var lines = base
      lines[lines.count / 2].number = number
      lines[lines.count / 2].at = Instant(nanoseconds: max(min(at, 1 << 61), -(1 << 61)))
      lines[lines.count / 2].time = time
      var journal = NightJournal()
      for line in lines { journal.read(line) }
      for from in [nil, 0, -1e300, .infinity] as [Double?] {
        let account = NightAccount(
          journal, NightRecords(), NightQuestion(from: from, now: night.wall, isRunning: true, secondsFromUTC: .max / 2)
        )
        if let account { _ = NightPaper(account, moment: { "\($0)" }, clock: { "\($0)" }) }
      }
    }
  }

  @Test func `every fault has its words and its remedy, in plain letters`() {
    for kind in NightFault.Kind.allCases {
      #expect(!kind.title.isEmpty && kind.title.last != ".")
      #expect(kind.remedy.last == ".")
    }
    #expect(Set(NightFault.Kind.allCases.map(\.title)).count == NightFault.Kind.allCases.count)
  }

  @Test func `a quiet night advises nothing, whatever its numbers`() throws {
    let night = ScriptedNight()
    night.boot()
    for _ in 0..<20 {
      night.wholeSession(photo: 2)
      night.pass(60)
    }
    #expect(try #require(night.account()).advice.isEmpty)
    let slow = ScriptedNight()
    slow.boot()
    for _ in 0..<4 {
      slow.wholeSession(photo: 8)
      slow.pass(60)
    }
    let advice = try #require(slow.account()).advice
    #expect(advice.map(\.rule) == [.slowStep])
    #expect(advice.first?.words.contains("8.0 s") == true)
  }
}
