import BoothCore
import CommandSupport

/// Where the flow is, as words with their facts beside them.
struct StatePlace {
  var state: String
  var phase: String?
  var words: String?
  var session: StatusAnswer.Session?

  init(_ state: BoothState) {
    switch state {
    case .starting: self.state = "starting"
    case .resumeOffer(let interrupted, _):
      self.state = "resumeOffer"
      session = StatusAnswer.Session(
        id: interrupted.session.id.text, photos: interrupted.photos, strips: interrupted.plan.strips.count)
    case .eventSelection: self.state = "eventSelection"
    case .idle: self.state = "idle"
    case .consent(let choice, _, _):
      self.state = "consent"
      phase = choice.rawValue
    case .look: self.state = "look"
    case .opening: self.state = "opening"
    case .capture(let capture):
      self.state = "capture"
      (phase, words) = Self.phase(capture.phase)
      session = StatusAnswer.Session(
        id: capture.session.id.text, photos: capture.photos.count, strip: capture.strip,
        strips: capture.plan.strips.count)
    case .upload(let upload):
      self.state = "upload"
      (phase, words) = Self.phase(upload.phase)
      session = StatusAnswer.Session(id: upload.session.id.text, photos: upload.photos)
    case .qr(let finished, _, _):
      self.state = "qr"
      session = StatusAnswer.Session(id: finished.session.id.text, photos: finished.photos)
    case .print(let form):
      self.state = "print"
      session = StatusAnswer.Session(id: form.finished.session.id.text, photos: form.finished.photos)
    case .address(let form):
      self.state = "address"
      session = StatusAnswer.Session(id: form.finished.session.id.text, photos: form.finished.photos)
    case .settings: self.state = "settings"
    case .paused: self.state = "paused"
    case .outOfOrder(let reason):
      self.state = "outOfOrder"
      (phase, words) = Self.reason(reason)
    case .stopped: self.state = "stopped"
    }
  }

  private static func phase(_ phase: Capture.Phase) -> (String, String?) {
    switch phase {
    case .aiming: ("aiming", nil)
    case .marking: ("marking", nil)
    case .gettingReady: ("gettingReady", nil)
    case .recording: ("recording", nil)
    case .countdown: ("countdown", nil)
    case .takingPhoto: ("takingPhoto", nil)
    case .settling(_, let fault, _): ("settling", fault.detail)
    case .review: ("review", nil)
    case .tryAgain(let fault, _): ("tryAgain", fault.detail)
    }
  }

  private static func phase(_ phase: Upload.Phase) -> (String, String?) {
    switch phase {
    case .awaitingClips: ("awaitingClips", nil)
    case .queueing: ("queueing", nil)
    case .refused(let fault, _): ("refused", fault.detail)
    }
  }

  private static func reason(_ reason: OutOfOrder) -> (String, String?) {
    switch reason {
    case .camera(let words): ("camera", words)
    case .storage(let words, _, _): ("storage", words)
    case .noRoom(let words, let refusal): (refusal == nil || refusal == .full ? "noRoom" : "storage", words)
    case .noEvents: ("noEvents", "no event can be used; see: booth event check")
    }
  }
}
