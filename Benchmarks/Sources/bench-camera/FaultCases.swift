import Cameras
import BoothCore
import BoothTesting

/// A fault of the camera at a moment of a session.
struct Case: Sendable {
  enum Fault: Sendable {
    case mock([MockFault])
    /// Debian's libgphoto2 in its own process, over a simulated body in the network.
    case dslr(DSLRFault)
  }

  var name: String
  var state: String
  var fault: Fault
  /// Blocks a thread for ever.
  var hangs = false

  var camera: String { if case .mock = fault { "mock" } else { "DSLR" } }
}

/// Frames a second of the mock camera here.
let mockRate = 15

let cases: [Case] = {
  var cases: [Case] = []
  func add(_ state: String, _ at: MockFault.Moment, _ name: String, _ action: MockFault.Action, always: Bool = false) {
    let hangs = if case .hang = action { true } else { false }
    cases.append(
      Case(name: name, state: state, fault: .mock([MockFault(at: at, action, repeats: always)]), hangs: hangs))
  }
  let starting = "opening"
  add(starting, .open(1), "hangs once", .hang)
  add(starting, .open(1), "hangs always", .hang, always: true)
  add(starting, .open(1), "away for 3 s", .lose(backAfter: .seconds(3)))
  add(starting, .open(1), "away for good", .lose(backAfter: nil))
  add(starting, .open(1), "busy once", .fail(.busy))
  add(starting, .open(1), "fails always", .fail(.failed), always: true)
  add(starting, .open(1), "takes 8 s", .slow(.seconds(8)))
  let live = "get ready"
  add(live, .start(1), "hangs once", .hang)
  add(live, .start(1), "hangs always", .hang, always: true)
  add(live, .start(1), "fails once", .fail(.failed))
  add(live, .start(1), "no bandwidth, always", .fail(.noBandwidth), always: true)
  add(live, .start(1), "takes 8 s", .slow(.seconds(8)))
  for (state, frame) in [("recording", 20), ("countdown", 65)] {
    add(state, .frame(frame), "away for 3 s", .lose(backAfter: .seconds(3)))
    add(state, .frame(frame), "away for good", .lose(backAfter: nil))
    add(state, .frame(frame), "no picture for 3 s", .stall(.seconds(3)))
    add(state, .frame(frame), "no picture for good", .stall(.seconds(3600)))
    add(state, .frame(frame), "shutter pressed on the body", .unaskedPhoto)
  }
  let photo = "photo"
  add(photo, .still(1), "hangs once", .hang)
  add(photo, .still(1), "hangs always", .hang, always: true)
  add(photo, .still(1), "busy once", .fail(.busy))
  add(photo, .still(1), "fails once", .fail(.failed))
  add(photo, .still(1), "fails always", .fail(.failed), always: true)
  add(photo, .still(1), "takes 8 s", .slow(.seconds(8)))
  add(photo, .still(1), "no focus once", .failFocus)
  add(photo, .still(1), "no focus, always", .failFocus, always: true)
  add(photo, .still(1), "half a file", .truncate)
  add(photo, .still(1), "an empty file", .empty)
  add(photo, .still(1), "a thumbnail", .wrongSize)
  add(photo, .still(1), "half a file, always", .truncate, always: true)
  add(photo, .still(1), "black", .dark)
  add(photo, .still(1), "blurred", .blurred)
  add(photo, .still(1), "away for 3 s", .lose(backAfter: .seconds(3)))
  add(photo, .still(1), "away for good", .lose(backAfter: nil))
  return cases + DSLRFault.cases
}()
