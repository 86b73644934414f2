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
    var countsSheets = false
    var now: Int64 = 0
    var news: [PrintRun.News] = []
    /// What the process was told of when it died.
    var fault: JobFault?
    var steps = 0

    var time: WallTime { WallTime(unixSeconds: 1_800_000_000 + Double(now) / 1e9) }

    /// Runs until the print is over, fails, or so many steps were made: then the process dies, at that point.
    mutating func run(dyingAfter most: Int = .max, before: (inout Booth, PrintRun.Question) -> Void = { _, _ in }) {
      var run = PrintRun(id, record, address: "simulated", countsSheets: countsSheets)
      var step = run.start(at: time)
      var made = 0
      while true {
        for item in step.news {
          news.append(item)
          if item == .counts { countsSheets = true }
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
          record = next
          answer = .recorded
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
    #expect(booth.countsSheets)
  }

  @Test func `what a printer says without counting is only probable`() {
    var make = SimulatedPrinter.Make()
    make.countsSheets = false
    var booth = Booth(printer: SimulatedPrinter(make))
    booth.run()
    #expect(booth.record.state == .probably)
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
      make.sheetTakes = Int64.random(in: 1...40, using: &random) * 1_000_000_000
      var booth = Booth(printer: SimulatedPrinter(make, paper: chance(0.8) ? 1_000 : 0))
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
