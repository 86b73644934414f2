import BoothCore
import BoothTesting

/// What a simulated body does wrong, and when in a session it begins.
struct DSLRFault: Sendable {
  enum Moment: Sendable {
    /// Before the booth is started.
    case start
    /// While a clip is recorded.
    case recording
    /// With the countdown, so that the next photo meets it.
    case photo
  }

  enum Action: Sendable {
    case inject(PTPFault, times: Int)
    /// Switched off, and on again after this time if ever.
    case vanish(backAfter: Duration?)
  }

  var at: Moment
  var action: Action

  func begin(on camera: SimulatedPTPCamera) {
    switch action {
    case .inject(let fault, let times): camera.inject(fault, times: times)
    case .vanish(let backAfter):
      camera.vanish()
      guard let backAfter else { return }
      Task {
        try await Task.sleep(for: backAfter)
        try camera.comeBack()
      }
    }
  }

  static let cases: [Case] = {
    var cases: [Case] = []
    func add(_ state: String, _ at: Moment, _ name: String, _ fault: PTPFault, times: Int = .max) {
      cases.append(
        Case(name: name, state: state, fault: .dslr(DSLRFault(at: at, action: .inject(fault, times: times)))))
    }
    func vanish(_ state: String, _ at: Moment, _ backAfter: Duration?) {
      let name = backAfter.map { "off for \(Int($0.inSeconds)) s" } ?? "off for good"
      cases.append(
        Case(name: name, state: state, fault: .dslr(DSLRFault(at: at, action: .vanish(backAfter: backAfter)))))
    }
    let opening = "opening"
    add(opening, .start, "says nothing, once", .silent(.openSession), times: 1)
    add(opening, .start, "says nothing, always", .silent(.openSession))
    add(opening, .start, "refuses the connection", .initFail)
    vanish(opening, .start, .seconds(3))
    vanish(opening, .start, nil)
    let live = "get ready"
    add(live, .start, "live view is busy, always", .liveViewBusy)
    add(live, .start, "says nothing, once", .silent(.nikonStartLiveView), times: 1)
    let recording = "recording"
    vanish(recording, .recording, .seconds(3))
    vanish(recording, .recording, nil)
    add(recording, .recording, "live view says nothing, once", .silent(.nikonGetLiveViewImage), times: 1)
    add(recording, .recording, "a byte a second, once", .trickle(.nikonGetLiveViewImage), times: 1)
    let photo = "photo"
    add(photo, .photo, "says nothing, once", .silent(.nikonCapture), times: 1)
    add(photo, .photo, "says nothing, always", .silent(.nikonCapture))
    add(photo, .photo, "hangs up, once", .hangUp(.nikonCapture), times: 1)
    add(photo, .photo, "busy once", .busy, times: 1)
    add(photo, .photo, "busy always", .busy)
    add(photo, .photo, "no focus once", .outOfFocus, times: 1)
    add(photo, .photo, "no focus, always", .outOfFocus)
    add(photo, .photo, "card full", .cardFull)
    add(photo, .photo, "no word of the photo, once", .noEvent, times: 1)
    add(photo, .photo, "no word of the photo, always", .noEvent)
    add(photo, .photo, "word after 3 s", .lateEvent(.seconds(3)))
    add(photo, .photo, "never says it is over", .noCaptureComplete)
    add(photo, .photo, "half a file, once", .truncatedObject, times: 1)
    add(photo, .photo, "half a file, always", .truncatedObject)
    add(photo, .photo, "a byte a second, once", .trickle(.getObject), times: 1)
    add(photo, .photo, "a thumbnail, once", .thumbnail, times: 1)
    add(photo, .photo, "a damaged file, once", .damagedObject, times: 1)
    add(photo, .photo, "RAW and no JPEG, always", .rawOnly)
    return cases
  }()
}
