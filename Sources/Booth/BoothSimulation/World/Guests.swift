import BoothCore

/// The guests of a night: one group after the other stands in front of the booth, looks at the screen, and presses, or
/// does not.
final class Guests {
  private let plan: NightPlan
  unowned var night: Night!
  /// How many groups came.
  private var group = 0
  var random: SeededRandom
  /// For the question about prints: the other draws stay as they are in nights without a printer.
  var printRandom: SeededRandom
  private(set) var mood = Mood.calm
  /// A guest stands there.
  private(set) var isThere = false
  /// How many addresses were typed.
  var addresses = 0
  private var presses = 0
  private var looks = 0

  enum Mood: CaseIterable {
    /// Presses start, and waits for the rest.
    case calm
    case lively
    case leaves
    case comesBack
    case cancels
    case retakes
    case mashes
  }

  init(plan: NightPlan) {
    self.plan = plan
    random = SeededRandom(plan.seed, .guests)
    printRandom = SeededRandom(plan.seed, .printer, 3)
  }

  /// The night's sessions have begun, and none is in progress.
  var areDone: Bool {
    guard night.watch.opened.count >= plan.sessions else { return false }
    switch night.booth?.flow.state {
    case .capture, .consent, .look, .opening, .resumeOffer, .upload, .print, .address, nil: return false
    case .starting, .eventSelection, .idle, .qr, .settings, .paused, .outOfOrder, .stopped: return true
    }
  }

  private var mayBegin: Bool { night.watch.opened.count < plan.sessions && !night.isCalm }

  func begin() { knock() }

  /// A guest comes by now and then, whatever the booth shows.
  private func knock() {
    night.after(random.milliseconds(20_000...60_000)) { [unowned self] in
      if let booth = night.booth {
        switch booth.flow.state {
        case .idle, .eventSelection: if mayBegin { see(booth.flow.state, booth) }
        case .capture, .resumeOffer, .qr:
          if isThere, mood == .comesBack, random.percent(50) {
            press(random.percent(80) ? .start : .cancel, in: 0...2000)
          }
        case .starting, .consent, .look, .opening, .upload, .print, .address, .settings, .paused, .outOfOrder, .stopped:
          break
        }
      }
      if !night.isCalm { knock() }
    }
  }

  private func nextGroup() {
    group += 1
    random = SeededRandom(plan.seed, .guests, UInt64(group))
    mood = plan.moodyGroups.contains(group) ? random.pick(Mood.allCases) : .calm
    isThere = true
  }

  func press(_ press: Press, in wait: ClosedRange<Int64>) {
    night.after(random.milliseconds(wait)) { [unowned self] in send(press) }
  }

  func send(_ press: Press) {
    guard let booth = night.booth else { return }
    guard press != .start || !wouldBeginTooMany(booth) else { return }
    booth.post(.pressed(press))
  }

  /// The last night's sessions have begun, and a start would begin another.
  func wouldBeginTooMany(_ booth: SimulatedBooth) -> Bool {
    guard !mayBegin else { return false }
    switch booth.flow.state {
    case .idle, .qr: return true
    case .starting, .resumeOffer, .eventSelection, .consent, .look, .opening, .capture, .upload, .print, .address,
      .settings, .paused, .outOfOrder, .stopped:
      return false
    }
  }

  /// The screen shows something new.
  func see(_ state: BoothState, _ booth: SimulatedBooth) {
    switch state {
    case .idle:
      guard mayBegin else { return }
      nextGroup()
      if random.percent(10) { press(.next, in: 200...900) }
      press(.start, in: 1_000...20_000)
    case .consent(let choice, _, _):
      guard isThere, mood != .leaves || random.percent(70) else { return }
      let word = random.below(20)
      if word < 2 {
        press(.cancel, in: 300...9_000)
      } else if word < 7, choice == .agree {
        press(.next, in: 300...3_000)
      } else {
        press(.start, in: 200...9_000)
      }
    case .look:
      guard isThere, mood != .leaves || random.percent(70) else { return }
      let word = random.below(20)
      if word == 0 {
        press(.cancel, in: 300...9_000)
      } else if word < 6 {
        press(random.percent(80) ? .next : .previous, in: 300...3_000)
      } else if word < 14 {
        press(.start, in: 200...9_000)
      }
    case .eventSelection:
      if random.percent(50) { press(.next, in: 300...3_000) }
      press(.start, in: 3_000...8_000)
    case .resumeOffer:
      isThere = true
      let word = random.below(10)
      if word < 5 { press(.start, in: 500...20_000) } else if word < 7 { press(.cancel, in: 500...20_000) }
    case .capture(let capture): seeCapture(capture)
    case .qr(let finished, _, _):
      if isThere, random.percent(10) { typeUnasked() }
      if isThere, finished.cancelAskedUntil == nil, random.percent(20) { return press(.next, in: 1000...20_000) }
      guard isThere, mood != .calm else { return }
      if finished.cancelAskedUntil != nil { return answerCancelQuestion() }
      if random.percent(40) { press(random.percent(60) ? .start : .cancel, in: 500...40_000) }
    case .address(let form): if case .typing = form.phase { seeAddress() }
    case .print(let form): seePrints(form)
    case .opening, .upload: if mood == .mashes { mash() }
    case .settings: if random.percent(50) { press(random.pick(Press.allCases), in: 500...20_000) }
    case .starting, .paused, .outOfOrder, .stopped: break
    }
  }

  private func seeCapture(_ capture: Capture) {
    if mood == .mashes { mash() }
    if mood == .leaves || mood == .comesBack, isThere, random.percent(12) {
      isThere = mood == .comesBack
      return
    }
    guard isThere else { return }
    if capture.cancelAskedUntil != nil { return answerCancelQuestion() }
    if mood == .cancels, random.percent(12) { press(.cancel, in: 0...6_000) }
    switch capture.phase {
    case .aiming: press(.start, in: 500...12_000)
    case .review:
      if mood == .retakes, random.percent(50) {
        press(.retake, in: 200...5_500)
      } else if mood != .calm, random.percent(60) {
        press(.start, in: 200...5_500)
      }
    case .tryAgain: if random.percent(90) { press(random.percent(80) ? .start : .retake, in: 500...10_000) }
    case .marking, .gettingReady, .recording, .countdown, .takingPhoto, .settling:
      if mood == .lively, random.percent(10) { press(random.pick(Press.allCases), in: 0...4_000) }
    }
  }

  private func answerCancelQuestion() {
    let word = random.below(10)
    if word < 6 { press(.cancel, in: 300...9_000) } else if word < 8 { press(.start, in: 300...9_000) }
  }

  private func mash() {
    guard presses < plan.sessions * 60 else { return }
    for _ in 0..<1 + random.below(6) {
      presses += 1
      press(random.pick([.start, .start, .retake, .cancel, .next]), in: 0...2_500)
    }
  }

  // MARK: The panel's faults

  func bounce(_ random: inout SeededRandom) {
    let press = random.pick(Press.allCases)
    for _ in 0..<2 + random.below(3) { night.after(random.milliseconds(0...40)) { [unowned self] in send(press) } }
  }

  func stick(for lasts: Int64, _ random: inout SeededRandom) {
    let press = random.pick([.start, .start, .cancel, .retake] as [Press])
    for number in 0..<min(lasts / 250_000_000, 80) {
      night.after(number * 250_000_000) { [unowned self] in send(press) }
    }
  }

  func mash(_ random: inout SeededRandom) {
    for _ in 0..<20 {
      let press = random.pick(Press.allCases)
      night.after(random.milliseconds(0...4000)) { [unowned self] in send(press) }
    }
  }
}
