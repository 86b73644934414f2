import BoothCore
import BoothVault

/// Orders prints, carries out what ``PrintRun`` decides about each, and what the watch over the printer says.
extension SimulatedBooth {
  static let printerAddress = "ipp://printer.example/ipp/print"

  func orderPrints(_ attempt: AttemptID, _ session: SessionID, _ copies: Int, most: Int, in layout: String?) {
    let time = night.wallTime
    answering(attempt) { [unowned self] vault throws(StoreError) in
      night.watch.printsAsked += copies
      let (prints, jobs) = try night.machines.orderPrints(vault, copies, layout, session, most, time)
      night.counts.prints.ordered += prints.count
      if prints.contains(where: { $0.layout != layout }) {
        night.fail(
          .printsLast, "prints of \(session) are not in the layout \(layout ?? "of the event") that was chosen")
      }
      night.watch.ordered(prints.map { PrintID(session: session, number: $0.number) }, for: attempt)
      post(.jobs(.added(jobs)))
      return .printsOrdered(prints.count)
    }
  }

  // MARK: The watch over the printer

  func sendToPrinterWatch(_ input: PrinterWatch.Input) {
    guard var watch = printer else { return }
    let effects = night.machines.printerWatch(&watch, input, instant)
    printer = watch
    wakeUps.printer = watch.wakeUp
    if !effects.isEmpty { night.trace?.note(at: instant, "printer", input, effects) }
    for effect in effects where isAlive {
      switch effect {
      case .ask:
        night.printer?.receive(.status, from: self) { [unowned self] said in
          switch said {
          case .status(let status): post(.printer(.status(status)))
          case .failed(let error): post(.printer(.failed(error)))
          case .jobs, .job, .sent, .recorded, .refused, .unmade, .waited: break
          }
        }
      case .sendToFlow(let news): post(.printerChanged(news))
      // Its printer is no queue, which alone is resumed.
      case .notifyOperator, .resume: break
      }
    }
  }

  // MARK: One print

  func printSheet(_ id: PrintID, _ job: Job, _ lease: AttemptID) {
    let work = JobWork(job: job, session: id.session, lease: lease)
    inStore { [unowned self] vault in
      do throws(StoreError) {
        guard let record = try vault.prints(of: id.session)?[id.number] else {
          return finish(work, JobFault(.impossible, "print \(id) is not there any more"))
        }
        guard let session = try vault.ledger.session(id.session), session.state != .discarded else {
          return try takeBack(record, id, work)
        }
        var run = PrintRun(
          id, night.machines.foundPrint(record), address: Self.printerAddress, counters: sheetCounters,
          profiles: PrinterPlan.profiles)
        let step = run.start(at: night.wallTime)
        go(run, step, PrintWork(id: id, session: session, job: work))
      } catch {
        finish(work, JobFault(error))
      }
    }
  }

  /// The pictures are gone: nothing is printed that is not in the printer already.
  private func takeBack(_ record: PrintRecord, _ id: PrintID, _ work: JobWork) throws(StoreError) {
    guard !record.state.isOver else { return finish(work, nil) }
    var record = record
    record.takeBack()
    try vault.record(record, of: id.session)
    finish(work, nil)
  }

  private func answer(_ input: PrintRun.Input, _ run: PrintRun, _ work: PrintWork) {
    var run = run
    let step = night.machines.prints(&run, input, night.wallTime)
    night.trace?.note(at: instant, "print \(work.id)", "\(input) -> \(step.next)")
    go(run, step, work)
  }

  private func go(_ run: PrintRun, _ step: PrintRun.Step, _ work: PrintWork) {
    for news in step.news where isAlive { tell(news) }
    guard isAlive else { return }
    switch step.next {
    case .done(.over): end(work, nil)
    case .done(.failed(let fault)): end(work, fault)
    case .ask(let question):
      guard running[work.job.lease] != nil else { return end(work, JobFault(.mayPass, "the print was stopped")) }
      post(.jobs(.progressed(work.job.job.id, lease: work.job.lease)))
      guard isAlive else { return }
      ask(question, run, work)
    }
  }

  private func tell(_ news: PrintRun.News) {
    switch news {
    case .status(let status): post(.printer(.status(status)))
    case .obstacle(let obstacle, let words): post(.printer(.obstacle(obstacle, words)))
    case .counter(let reading, let status): sheetCounters.learn(reading, of: status, at: Self.printerAddress)
    }
  }

  private func ask(_ question: PrintRun.Question, _ run: PrintRun, _ work: PrintWork) {
    switch question {
    case .status, .jobs, .job:
      night.printer?.receive(question, name: run.jobName, from: self) { [unowned self] in answer($0, run, work) }
    case .wait(let duration): after(duration.wholeNanoseconds) { $0.answer(.waited, run, work) }
    case .record(let record):
      guard record.state == .sending, !work.isMade else { return keep(record, run, work) }
      make(record, run, work)
    case .send:
      let found: Bool
      do throws(StoreError) { found = try night.gate.fingerprint(work.path) != nil } catch { found = false }
      guard !night.gate.isKilled else { return }
      guard found else {
        let error = PrinterError(.localFile, subject: Self.printerAddress, detail: "the sheet's file is missing")
        return after(0) { $0.answer(.failed(error), run, work) }
      }
      night.watch.sends(run, work.id, night)
      night.printer?.receive(.send, name: run.jobName, from: self) { [unowned self] in answer($0, run, work) }
    }
  }

  private func keep(_ record: PrintRecord, _ run: PrintRun, _ work: PrintWork) {
    inStore { [unowned self] vault in
      do throws(StoreError) {
        try vault.record(record, of: work.id.session)
        night.watch.recorded(record, work.id, run, night)
        answer(.recorded, run, work)
      } catch {
        guard !night.gate.isKilled else { return }
        answer(.refused(error), run, work)
      }
    }
  }

  /// The sheet is made of the session's photos before the record says that it is sent.
  private func make(_ record: PrintRecord, _ run: PrintRun, _ work: PrintWork) {
    after(night.diskRandom.milliseconds(300...1_500)) { booth in
      var work = work
      do throws(StoreError) {
        guard !work.session.photos.isEmpty else {
          let fault = JobFault(.impossible, "the session has no photo to print")
          return booth.answer(.unmade(fault), run, work)
        }
        for photo in work.session.photos { _ = try booth.night.gate.read(photo.path) }
        let file = try booth.night.gate.create(work.path)
        try file.write(Array("a sheet".utf8))
        file.close()
      } catch {
        guard !booth.night.gate.isKilled else { return }
        return booth.answer(.unmade(JobFault(error)), run, work)
      }
      work.isMade = true
      booth.keep(record, run, work)
    }
  }

  private func end(_ work: PrintWork, _ fault: JobFault?) {
    // As the worker does: what cannot be removed now is swept at the next start.
    do throws(StoreError) { try night.gate.remove(work.path) } catch {}
    finish(work.job, fault)
  }
}

/// A print that is being worked on.
struct PrintWork {
  var id: PrintID
  /// As the books had it when the work began.
  var session: SessionRecord
  var job: JobWork
  /// Its sheet was made, in this run.
  var isMade = false
  var path: String { "scratch/\(id.session)-print-\(id.number)-\(job.job.id).\(job.job.attempts).jpg" }
}
