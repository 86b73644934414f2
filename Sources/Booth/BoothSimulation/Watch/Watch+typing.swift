import BoothCore

/// Who types an e-mail address presses no button.
extension Watch {
  /// A panel's signal is taken for a press.
  func pressed(_ press: Press, by signal: PanelSignal, in state: BoothState, _ night: Night) {
    guard case .typed(.character(let character), _) = signal, character.isLetter, case .qr(let finished, _, _) = state,
      !finished.session.staysHere, let slug = opened[finished.session.id]?.eventSlug,
      SimulatedEvents.event(slug)?.takesEmails ?? false, (finished.addresses ?? 0) < 12
    else { return }
    night.fail(.typingIsNoPress, "the letter \(character), typed in front of the code, is taken for \(press)")
  }

  /// While the keyboard is on the screen, presses are its own.
  func checkTyping(_ input: BoothInput, _ before: BoothState, _ night: Night) {
    guard case .pressed(let press) = input, press != .cancel, case .address(let form) = before,
      case .typing = form.phase
    else { return }
    night.fail(.typingIsNoPress, "\(press), pressed on the keyboard of the screen, was given to the flow")
  }
}
