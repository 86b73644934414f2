import BoothCore

/// Guests at a keyboard: one that says which keys are typed, and what they mean outside of typing.
extension Guests {
  /// Most type their address; some leave in the middle of it, some look for it with the booth's buttons.
  func seeAddress() {
    guard isThere, random.percent(80) else { return }
    if random.percent(20) { return press(.cancel, in: 500...20_000) }
    if random.percent(30) {
      for _ in 0..<1 + random.below(4) {
        press(random.pick([.next, .previous, .start, .retake] as [Press]), in: 200...3_000)
      }
    }
    addresses += 1
    let address = "crowd\(addresses)@guests.example"
    night.after(random.milliseconds(4_000...40_000)) { [unowned self] in
      for character in address { type(.character(character)) }
      type(.done)
    }
  }

  /// A guest types the address before having asked for the keyboard, one letter after the other.
  func typeUnasked() {
    for character in "cc crowd" {
      night.after(random.milliseconds(500...8_000)) { [unowned self] in
        guard case .qr = night.booth?.flow.state else { return }
        type(.character(character))
      }
    }
  }

  private func type(_ key: AddressKey) {
    let press: Press? =
      switch key {
      case .character("c"), .leave: .cancel
      case .character("r"): .retake
      case .character(" "), .done: .start
      case .character, .backspace: nil
      }
    guard let booth = night.booth, press != .start || !wouldBeginTooMany(booth) else { return }
    booth.post(.signal(.typed(key, otherwise: press.map { .press($0) })))
  }
}
