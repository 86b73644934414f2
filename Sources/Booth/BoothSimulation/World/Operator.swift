import BoothCore

/// Who runs the booth: resumes what is paused, starts what was shut down.
final class Operator {
  unowned var night: Night!
  var random: SeededRandom
  /// For prints: what else is drawn stays as it is in nights without a printer.
  var printRandom: SeededRandom

  init(random: SeededRandom, printRandom: SeededRandom) {
    self.random = random
    self.printRandom = printRandom
  }

  func begin() { lookAfterIt() }

  private func lookAfterIt() {
    night.after(random.milliseconds(30_000...120_000)) { [unowned self] in
      if let booth = night.booth {
        switch booth.flow.state {
        case .paused: booth.post(.requested(.resume))
        // Guests do not come by at the end of a night to choose an event: the operator does.
        case .eventSelection: booth.post(.pressed(.start))
        case .starting, .resumeOffer, .idle, .consent, .look, .opening, .capture, .upload, .print, .qr, .address,
          .settings,
          .outOfOrder, .stopped:
          break
        }
      }
      night.booth?.lookAfterPrints()
      lookAfterIt()
    }
  }

  func request(_ request: OperatorRequest, times: Int = 1) {
    for number in 0..<times {
      night.after(Int64(number) * random.milliseconds(300...4_000)) { [unowned self] in
        night.booth?.post(.requested(request))
      }
    }
  }

  /// The flow has ended: the process puts everything away, and goes.
  func boothStopped(_ night: Night) {
    night.after(random.milliseconds(50...1_000)) { [unowned night] in
      guard night.booth?.flow.state == .stopped else { return }
      night.stopBooth(why: "the booth was shut down", killed: false)
    }
  }
}
