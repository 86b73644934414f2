import BoothCore
import BoothSimulation
import Testing

/// One print against printers of every make and fault, with a process that dies between any two steps.
@Suite(.onNightThreads) struct PrintRunTests {
  private static let session = SessionID("7C0E5A52-3F0B-4E1C-9D43-2A6B1F1E8D10")!
  private static let id = PrintID(session: session, number: 1)

  /// A booth that prints one sheet: what a process knows dies with it, what is recorded stays.
  private struct Booth {
    var printer: SimulatedPrinter
    var record = PrintRecord(number: 1, origin: .guests, orderedAt: WallTime(unixSeconds: 1_800_000_000))
    var counters = SheetCounters()
    var profiles = PrinterProfiles()
    /// Why no sheet can be made; nil: it can.
    var unmade: JobFault?
    var now: Int64 = 0
    var news: [PrintRun.News] = []
    /// What the process was told of when it died.
    var fault: JobFault?
    var steps = 0

    var time: WallTime { WallTime(unixSeconds: 1_800_000_000 + Double(now) / 1e9) }

    /// Runs until the print is over, fails, or so many steps were made: then the process dies, at that point.
    mutating func run(
      as id: PrintID = PrintRunTests.id, dyingAfter most: Int = .max,
      before: (inout Booth, PrintRun.Question) -> Void = { _, _ in }
    ) {
      var run = PrintRun(id, record, address: "simulated", counters: counters, profiles: profiles)
      var step = run.start(at: time)
      var made = 0
      while true {
        for item in step.news {
          news.append(item)
          if case .counter(let reading, let status) = item { counters.learn(reading, of: status, at: "simulated") }
        }
        guard case .ask(let question) = step.next else {
          if case .done(.failed(let fault)) = step.next { self.fault = fault }
          return
        }
        before(&self, question)
        steps += 1
        made += 1
        guard steps < 20_000 else {
          Issue.record("it never comes to an end: \(question), \(record.state)")
          return
        }
        let answer: PrintRun.Input
        switch question {
        case .record(let next):
          if next.state == .sending, let fault = unmade {
            answer = .unmade(fault)
          } else {
            record = next
            answer = .recorded
          }
        case .wait(let duration):
          now += duration.wholeNanoseconds
          printer.advance(to: now)
          answer = .waited
        case .status, .jobs, .job, .send:
          now += 20_000_000
          answer = printer.answer(question, name: run.jobName, at: now) ?? .waited
        }
        // The answer is never heard.
        guard made < most else { return }
        step = run.handle(answer, at: time)
      }
    }

    /// Sheets of this print that came out.
    var out: Int { printer.out.values.reduce(0, +) }
  }

  @Test func `a sheet comes out, and the printer's counter says so`() {
    var booth = Booth(printer: SimulatedPrinter())
    booth.run()
    #expect(booth.record.state == .out)
    #expect(booth.out == 1)
    #expect(booth.record.sendings == 1)
    #expect(booth.counters.counter(of: PrinterStatus(uuid: "urn:uuid:1", model: ""), at: "simulated").counts == true)
  }

  @Test func `what a printer says without counting is only probable`() {
    var make = SimulatedPrinter.Make()
    make.countsSheets = false
    var booth = Booth(printer: SimulatedPrinter(make))
    booth.run()
    #expect(booth.record.state == .probably)
    #expect(booth.out == 1)
  }

  /// A printer that calls a job completed, and counts its sheet, when it has taken the data.
  private static var early: (make: SimulatedPrinter.Make, profiles: PrinterProfiles) {
    var make = SimulatedPrinter.Make()
    (make.model, make.completesAtOnce, make.countsWhatItTakes) = ("Early 4x6", true, true)
    var profile = PrinterProfile(id: "early", name: "Early")
    profile.match.models = ["Early*"]
    profile.completed = .taken
    return (make, PrinterProfiles([profile]))
  }

  @Test func `what a job counts is data, where its printer calls it completed as soon as it has the data`() {
    var (make, profiles) = Self.early
    // The tray is empty then, and the printer does not say so.
    (make.countsSheets, make.hidesPaper) = (false, true)
    var booth = Booth(printer: SimulatedPrinter(make))
    booth.profiles = profiles
    booth.run { booth, question in if case .job = question { booth.printer.paper = 0 } }
    #expect(booth.record.state == .probably)
    #expect(booth.out == 0)
  }

  @Test func `the counter of such a printer is believed`() {
    let (make, profiles) = Self.early
    var booth = Booth(printer: SimulatedPrinter(make))
    booth.profiles = profiles
    booth.run()
    #expect(booth.record.state == .out)
    #expect(booth.out == 1)
  }

  /// A booth that has printed a sheet at a printer that calls jobs completed early, and counts; two sheets are left.
  private func early() -> Booth {
    let (make, profiles) = Self.early
    var booth = Booth(printer: SimulatedPrinter(make, paper: 3))
    booth.profiles = profiles
    booth.printer.make.hidesPaper = true
    booth.run()
    #expect(booth.record.state == .out)
    booth.record = PrintRecord(number: 2, origin: .guests, orderedAt: booth.time)
    return booth
  }

  private func sheets(_ booth: Booth, _ number: Int) -> Int {
    booth.printer.out[PrintID(session: Self.session, number: number).jobName(sending: 1)] ?? 0
  }

  @Test func `the rise of the counter may be the sheet's before it, which was never counted`() {
    var booth = early()
    // It is called completed, and does not come: the tray is empty, and the printer does not say so.
    booth.printer.paper = 0
    booth.run(as: PrintID(session: Self.session, number: 2))
    #expect(booth.record.state == .probably)
    booth.record = PrintRecord(number: 3, origin: .guests, orderedAt: booth.time)
    booth.run(as: PrintID(session: Self.session, number: 3)) { booth, question in
      // A sheet is put into the tray: the second comes out, and the third does not.
      if question == .send { booth.printer.paper = 1 }
    }
    #expect(sheets(booth, 2) == 1)
    #expect(sheets(booth, 3) == 0)
    #expect(booth.record.attempt?.owed == 1)
    #expect(booth.record.state == .probably)
  }

  @Test func `another person's sheet is not taken for ours`() {
    var booth = early()
    booth.printer.paper = 1
    booth.run(as: PrintID(session: Self.session, number: 2)) { booth, question in
      if question == .send { booth.printer.printAnother(at: booth.now) }
    }
    #expect(booth.printer.out["a letter"] == 1)
    #expect(sheets(booth, 2) == 0)
    #expect(booth.record.state == .probably)
  }

  @Test func `a printer that was started anew gives our job's number to another's, whose sheet is not ours`() {
    let (make, profiles) = Self.early
    var booth = Booth(printer: SimulatedPrinter(make))
    booth.profiles = profiles
    booth.now = 60_000_000_000
    var isRestarted = false
    booth.run { booth, question in
      guard case .wait = question, booth.record.state == .accepted, !isRestarted else { return }
      booth.printer.restart(at: booth.now)
      booth.printer.printAnother(at: booth.now)
      isRestarted = true
    }
    #expect(isRestarted)
    #expect(booth.printer.out == ["a letter": 1])
    #expect(booth.record.state == .probably)
  }

  @Test func `another printer's counter says nothing, though it has the same address`() {
    let (make, profiles) = Self.early
    var booth = Booth(printer: SimulatedPrinter(make))
    booth.profiles = profiles
    (booth.printer.make.hasUUID, booth.now) = (false, 60_000_000_000)
    var isExchanged = false
    booth.run { booth, question in
      guard case .wait = question, booth.record.state == .accepted, !isExchanged else { return }
      booth.printer.exchange(at: booth.now)
      isExchanged = true
    }
    #expect(isExchanged)
    #expect(booth.record.state != .out)
    #expect(booth.out == 0)
  }

  @Test func `a sheet that can never be made is a question for a person, and was not sent`() {
    var booth = Booth(printer: SimulatedPrinter())
    booth.unmade = JobFault(.impossible, "the session has no photo to print")
    booth.run()
    #expect(booth.record.state == .ask)
    #expect(booth.record.words == "It cannot be printed: the session has no photo to print")
    #expect(booth.record.sendings == 0)
    #expect(booth.record.attempt == nil)
    #expect(booth.fault == nil)
  }

  @Test func `a sheet that cannot be made now waits`() {
    var booth = Booth(printer: SimulatedPrinter())
    booth.unmade = JobFault(.mayPass, "the disk is full")
    booth.run()
    #expect(booth.fault == booth.unmade)
    #expect(booth.record.state == .queued)
    (booth.unmade, booth.fault) = (nil, nil)
    booth.run()
    #expect(booth.record.state == .out)
    #expect(booth.out == 1)
  }

  @Test func `an empty tray is told, and the sheet comes when it is filled`() {
    var booth = Booth(printer: SimulatedPrinter(paper: 0))
    booth.run { booth, _ in if booth.now > 60_000_000_000 { booth.printer.paper = 18 } }
    #expect(booth.news.contains(.obstacle(.paper, nil)))
    #expect(booth.record.state == .out)
    #expect(booth.out == 1)
  }

  @Test func `paper that runs out under a job is waited for, and nothing is sent again`() {
    var booth = Booth(printer: SimulatedPrinter(paper: 1))
    booth.run { booth, question in
      if case .job = question, booth.now < 1_000_000_000 { booth.printer.paper = 0 }
      if booth.now > 90_000_000_000 { booth.printer.paper = 18 }
    }
    #expect(booth.news.contains(.obstacle(.paper, nil)))
    #expect(booth.record.state == .out)
    #expect(booth.out == 1)
    #expect(booth.record.sendings == 1)
  }

  @Test func `an answer that is lost after the job was taken sends nothing twice`() {
    var booth = Booth(printer: SimulatedPrinter())
    booth.run { booth, question in
      if question == .send { booth.printer.faults = [(.silent, true)] }
    }
    #expect(booth.record.state == .out)
    #expect(booth.out == 1)
    #expect(booth.record.sendings == 1)
  }

  @Test func `a sheet that never arrived is sent again where the printer's list shows it`() {
    var booth = Booth(printer: SimulatedPrinter())
    booth.run()
    booth.record = PrintRecord(number: 1, origin: .guests, orderedAt: booth.time)
    booth.record.sendings = 1
    var isLost = true
    booth.run { booth, question in
      if question == .send, isLost {
        booth.printer.faults = [(.silent, false)]
        isLost = false
      }
    }
    #expect(booth.record.state == .out)
    #expect(booth.record.sendings == 3)
    #expect(booth.out == 2)
  }

  @Test func `whether an unknown printer took it is a question for a person`() {
    var make = SimulatedPrinter.Make()
    make.isMute = true
    var booth = Booth(printer: SimulatedPrinter(make))
    booth.run { booth, question in
      if question == .send { booth.printer.faults = [(.silent, false)] }
    }
    #expect(booth.record.state == .ask)
    #expect(booth.record.words?.isEmpty == false)
    #expect(booth.out == 0)
  }

  @Test func `a printer that refuses for good is told to the operator, and the print waits`() {
    var booth = Booth(printer: SimulatedPrinter())
    booth.run { booth, question in
      if question == .send { booth.printer.faults = [(.refused, false)] }
    }
    #expect(booth.fault?.kind == .needsOperator)
    #expect(booth.record.state == .queued)
    booth.fault = nil
    booth.run()
    #expect(booth.record.state == .out)
    #expect(booth.out == 1)
  }

  @Test func `a job that is cancelled at the printer is not printed again by itself`() {
    var booth = Booth(printer: SimulatedPrinter())
    booth.run { booth, question in
      if case .job = question { booth.printer.endJob(.canceled) }
    }
    #expect(booth.record.state == .ask)
    #expect(booth.out == 0)
  }

  /// Every make, every fault, a death after any step: no sheet comes out twice, what is called out came out, and every print
  /// comes to an end.
  @Test(arguments: 0..<40) func `nothing is lost and nothing doubled, whatever printer and power do`(_ round: Int) {
    var random = SeededRandom(seed: UInt64(round) &+ 77)
    func chance(_ share: Double) -> Bool { Double.random(in: 0..<1, using: &random) < share }
    for night in 0..<250 {
      var make = SimulatedPrinter.Make()
      make.countsSheets = chance(0.6)
      make.countsInJob = chance(0.3)
      make.isMute = chance(0.2)
      make.completesAtOnce = chance(0.3)
      make.hidesPaper = chance(0.2)
      make.forgetsAfter = chance(0.4) ? Int64.random(in: 0...90, using: &random) : nil
      make.hasUUID = chance(0.8)
      make.listsNothing = chance(0.1)
      if make.completesAtOnce { (make.model, make.countsWhatItTakes) = ("Early 4x6", chance(0.5)) }
      make.sheetTakes = Int64.random(in: 1...40, using: &random) * 1_000_000_000
      var booth = Booth(printer: SimulatedPrinter(make, paper: chance(0.8) ? 1_000 : 0))
      booth.profiles = Self.early.profiles
      let deaths = Int.random(in: 0...5, using: &random)
      for life in 0...deaths {
        let isLast = life == deaths
        booth.run(dyingAfter: isLast ? .max : Int.random(in: 1...14, using: &random)) { booth, question in
          guard booth.steps < 4_000 else {
            // The faults have stopped.
            (booth.printer.isOn, booth.printer.isCoverOpen) = (true, false)
            booth.printer.paper = max(1, booth.printer.paper)
            return
          }
          switch Int.random(in: 0..<60, using: &random) {
          case 0: booth.printer.paper = 0
          case 1, 2, 3: booth.printer.paper = 50
          case 4: booth.printer.isCoverOpen = true
          case 5, 6: booth.printer.isCoverOpen = false
          case 7: booth.printer.isOn = false
          case 8, 9, 10: booth.printer.isOn = true
          case 11: booth.printer.faults.append((.silent, true))
          case 12: booth.printer.faults.append((.silent, false))
          case 13: booth.printer.faults.append((.busy, false))
          case 14: booth.printer.faults.append((.unreachable, false))
          case 15 where chance(0.2): booth.printer.restart(at: booth.now)
          case 16 where chance(0.1): booth.printer.exchange(at: booth.now)
          case 17 where chance(0.2): booth.printer.endJob(chance(0.5) ? .canceled : .aborted)
          default: break
          }
        }
        // The machine starts again some time later; the printer goes on by itself.
        booth.now += Int64.random(in: 0...120, using: &random) * 1_000_000_000
        booth.printer.advance(to: booth.now)
        if booth.fault != nil {
          booth.fault = nil
          if isLast { booth.run() }
        }
      }
      let place = "round \(round), night \(night), \(make), \(booth.record)"
      #expect(booth.out <= 1, "doubled: \(place)")
      #expect(booth.record.state.isOver, "no end: \(place)")
      if booth.record.state == .out { #expect(booth.out == 1, "called out: \(place)") }
      if booth.record.state.asks { #expect(booth.record.words?.isEmpty == false, "asks without a reason: \(place)") }
    }
  }
}
