import BoothCore
import CommandSupport

/// A journal's lines in words.
enum JournalWords {
  static func line(_ line: JournalLine) -> String {
    "\(line.time)  \(seconds(line.at))  \(input(line.input)) → \(state(line.state))"
      + (line.effects.isEmpty ? "" : "; \(effects(line.effects))")
  }

  static func note(_ note: JournalNote) -> String {
    let effects = (note.effects ?? []).map { String($0.prefix { $0 != "(" }) }
    let then = effects.isEmpty ? "" : " → \(effects.joined(separator: ", "))"
    return "\(seconds(note.at))  \(note.who): \(note.what)\(then)"
  }

  private static func seconds(_ instant: Instant) -> String {
    let milliseconds = (instant.nanoseconds / 1_000_000).magnitude
    let (sign, rest) = (instant.nanoseconds < 0 ? "-" : "", String(milliseconds % 1000))
    return "\(sign)\(milliseconds / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
  }

  private static func name(_ value: Any) -> String { String(String(describing: value).prefix { $0 != "(" }) }

  static func input(_ input: BoothInput) -> String {
    switch input {
    case .booted(let boot): "booted, \(boot.events.count) events, \(boot.interrupted.count) sessions interrupted"
    case .pressed(let press): "pressed \(press.rawValue)"
    case .requested(let request): "the operator asks: \(request)"
    case .answered(let attempt, .failed(let fault)): "\(attempt) failed (\(fault))"
    case .answered(let attempt, let answer): "\(attempt) \(name(answer))"
    case .cameraChanged(.ready): "the camera is ready"
    case .cameraChanged(.outOfOrder(let remedy)): "the camera is out of order: \(remedy)"
    case .cameraChanged(.timing(let timing)):
      "the camera exposes \(timing.lag) after the trigger\(timing.focus.map { ", focuses in \($0)" } ?? "")"
    case .cameraChanged(.stills(let why)):
      why.map { "photos come from the live view: \($0)" } ?? "photos come from the camera"
    case .storageChanged(let news): "the disk: \(news.words.isEmpty ? news.level.rawValue : news.words)"
    case .hoursChanged(nil): "the opening hours begin"
    case .hoursChanged(let closing?): "closed until \(closing.time)"
    case .sessionErased(let session): "the operator erased session \(session)"
    case .guideTurned(let turn): "the guide: \(turn.rawValue)"
    case .marked(.point(let side, _)): "marking: the cursor into the picture \(side.rawValue)"
    case .marked(let step): "marking: \(name(step))"
    case .typed: "a guest types an email address"
    case .addressGiven: "an email address was given"
    case .printerChanged(.ready): "the printer is ready"
    case .printerChanged(.few(let count)): "the printer is ready, for \(count) more"
    case .printerChanged(.closed(let obstacle)): "the printer waits (\(obstacle.rawValue))"
    case .timePassed: "time passed"
    }
  }

  static func state(_ state: BoothState) -> String {
    switch state {
    case .capture(let capture):
      "capture, strip \(capture.strip &+ 1) of \(capture.plan.strips.count): \(name(capture.phase))"
        + question(capture.cancelAskedUntil)
    case .upload(let upload):
      "upload\(upload.quiet ? ", quietly" : ""): \(name(upload.phase))" + question(upload.cancelAskedUntil)
    case .outOfOrder(let why): "out of order: \(name(why))"
    case .resumeOffer(let interrupted, _): "resume offer, \(interrupted.photos) photos"
    case .qr(let finished, _, _): "QR code \(finished.session.link)" + question(finished.cancelAskedUntil)
    case .address(let form): "an email address for \(form.finished.session.link)"
    case .print(let form): "how many prints, at \(form.highlighted), for \(form.finished.session.link)"
    case .consent(let choice, _, _): "the question before the first photo, at \(choice.rawValue)"
    case .look(let question): "which look, at number \(question.turn &+ 1)\(question.isByHand ? ", by hand" : "")"
    case .starting, .eventSelection, .idle, .opening, .settings, .paused, .stopped: name(state)
    }
  }

  private static func question(_ askedUntil: Instant?) -> String {
    askedUntil == nil ? "" : ", \"cancel everything?\""
  }

  static func effects(_ effects: [BoothEffect]) -> String {
    effects.map { effect in
      switch effect {
      case .ignore(let why): "nothing: \(why.rawValue)"
      case .discard(let assets, let reason):
        "discard \(assets.map(\.path).joined(separator: ", ")) (\(reason.rawValue))"
      case .discardSession(let session, let reason): "discard session \(session.id) (\(reason.rawValue))"
      default: name(effect)
      }
    }.joined(separator: ", ")
  }
}
