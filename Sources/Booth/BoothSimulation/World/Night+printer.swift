import BoothCore

/// What goes wrong with the printer, and is mended.
extension Night {
  func applyToPrinter(_ fault: NightPlan.Fault, _ random: inout SeededRandom) {
    guard let printer else { return }
    let now = now
    switch fault.kind {
    case .paperOut:
      printer.happen(self) { printer, _ in printer.paper = 0 }
      laterAtPrinter(fault) { $0.paper = max($0.paper, 60) }
    case .coverOpen:
      printer.happen(self) { printer, _ in printer.isCoverOpen = true }
      laterAtPrinter(fault) { $0.isCoverOpen = false }
    case .printerOff:
      // Switched off, or its cable is pulled: then it prints on.
      if random.percent(60) {
        printer.happen(self) { printer, _ in printer.isOn = false }
        laterAtPrinter(fault) { printer in
          guard !printer.isOn else { return }
          printer.isOn = true
          printer.restart(at: now + fault.lasts)
        }
      } else {
        printer.happen(self) { printer, _ in printer.isUnplugged = true }
        laterAtPrinter(fault) { $0.isUnplugged = false }
      }
    case .printerRestarts: printer.happen(self) { printer, _ in printer.restart(at: now) }
    case .printerExchanged:
      let other = PrinterPlan.draw(&random)
      printer.happen(self) { printer, _ in printer.exchange(at: now, for: other) }
    case .printAnswerLost: printer.happen(self) { printer, _ in printer.mishaps.append(.answerLost) }
    case .printLost:
      let mishap: SimulatedPrinter.Mishap = random.percent(50) ? .lost : .forgotten
      printer.happen(self) { printer, _ in printer.mishaps.append(mishap) }
    case .printerBusy:
      let isAnother = random.percent(50)
      printer.happen(self) { printer, _ in
        if isAnother { printer.printAnother(at: now) } else { printer.mishaps += [.refused, .refused] }
      }
    case .printCancelled:
      let (state, comes): (PrinterJob.State, Bool) = (random.percent(60) ? .canceled : .aborted, random.percent(30))
      printer.happen(self) { printer, _ in printer.endJob(state, comes: comes) }
    default: printer.happen(self) { printer, random in printer.earlyJobs += 1 + random.below(3) }
    }
  }

  private func laterAtPrinter(_ fault: NightPlan.Fault, _ body: @escaping (inout SimulatedPrinter) -> Void) {
    after(fault.lasts) { [unowned self] in printer?.happen(self) { printer, _ in body(&printer) } }
  }
}
