import BoothCore

/// The night's printer, and the way to it and back: what was sent arrives also when the booth is gone meanwhile.
final class PrinterLine {
  private(set) var printer: SimulatedPrinter
  private var random: SeededRandom
  /// Of sheets that are on their way to it.
  private(set) var sending: [String] = []

  init(_ make: SimulatedPrinter.Make, paper: Int, random: SeededRandom) {
    printer = SimulatedPrinter(make, paper: paper)
    self.random = random
  }

  /// The world does something to the printer, at this moment.
  func happen(_ night: Night, _ body: (inout SimulatedPrinter, inout SeededRandom) -> Void) {
    printer.advance(to: night.now)
    body(&printer, &random)
    look(night)
  }

  /// The sheets that came out, to this moment.
  func look(_ night: Night) {
    printer.advance(to: night.now)
    for name in printer.takeFresh() { night.watch.cameOut(name, night) }
    night.watch.printerIs(printer.obstacle, at: night.now)
  }

  /// Carries a question there and its answer back.
  func receive(
    _ question: PrintRun.Question, name: String = "", from booth: SimulatedBooth,
    _ answer: @escaping (PrintRun.Input) -> Void
  ) {
    let night = booth.night
    let way = random.percent(3) ? random.milliseconds(1_000...4_000) : random.milliseconds(5...120)
    if question == .send { return send(name, way: way, from: booth, answer) }
    night.after(way) { [unowned self, unowned night] in
      let said = ask(question, name, night)
      night.after(random.milliseconds(2...40)) { if booth.isAlive { answer(said) } }
    }
  }

  /// The picture takes a while; a booth that dies over it leaves nothing there, half of it, or all.
  private func send(
    _ name: String, way: Int64, from booth: SimulatedBooth, _ answer: @escaping (PrintRun.Input) -> Void
  ) {
    let night = booth.night
    sending.append(name)
    night.after(way + random.milliseconds(300...4_000)) { [unowned self, unowned night] in
      sending.removeAll { $0 == name }
      guard booth.isAlive else {
        let word = random.below(10)
        guard word < 4, printer.isOn, !printer.isUnplugged else { return }
        return happen(night) { printer, _ in
          if word == 0 {
            printer.takeHalf(name, at: night.now)
          } else {
            _ = printer.answer(.send, name: name, at: night.now)
          }
        }
      }
      let said = ask(.send, name, night)
      night.after(random.milliseconds(2...40)) { if booth.isAlive { answer(said) } }
    }
  }

  private func ask(_ question: PrintRun.Question, _ name: String, _ night: Night) -> PrintRun.Input {
    look(night)
    let said = printer.answer(question, name: name, at: night.now)
    look(night)
    guard let said else { preconditionFailure("\(question) is no question to a printer") }
    return said
  }

  /// How many sheets of a print are in the printer, or on their way to it.
  func pending(_ id: PrintID) -> Int {
    let prefix = "booth-\(id)."
    return printer.pending(prefix) + sending.count { $0.hasPrefix(prefix) }
  }
}
