import BoothCore

// The names of inputs and effects as the documentation's table shows them. Written out, so that a new case does not
// compile until it has one.

extension BoothEffect {
  var word: String {
    switch self {
    case .openSession: "openSession"
    case .startLiveView: "startLiveView"
    case .stopLiveView: "stopLiveView"
    case .awaitLiveFrame: "awaitLiveFrame"
    case .startClip: "startClip"
    case .finishClip: "finishClip"
    case .cancelClip: "cancelClip"
    case .focus: "focus"
    case .takePhoto(_, _, _, _, let source): "takePhoto(\(source.rawValue))"
    case .settlePhoto: "settlePhoto"
    case .freezeFrame: "freezeFrame"
    case .keepMarks(_, _, let pairs): "keepMarks(\(pairs.count))"
    case .discard(let assets, let reason): "discard(\(assets.count), \(reason.rawValue))"
    case .discardSession(_, let reason): "discardSession(\(reason.rawValue))"
    case .beginComposite: "beginComposite"
    case .finishSession(_, _, let quiet): quiet ? "finishSession(quiet)" : "finishSession"
    case .keepAddress: "keepAddress"
    case .orderPrints(_, _, let copies, _, let layout): "orderPrints(\(copies)\(layout.map { ", " + $0 } ?? ""))"
    case .checkStorage: "checkStorage"
    case .useEvent: "useEvent"
    case .shutDown: "shutDown"
    case .ignore: "ignore"
    }
  }
}

extension Answer {
  var word: String {
    switch self {
    case .sessionOpened: "sessionOpened"
    case .liveFrameSeen: "liveFrameSeen"
    case .clipSaved: "clipSaved"
    case .photoSaved: "photoSaved"
    case .photoDoubted: "photoDoubted"
    case .sessionQueued: "sessionQueued"
    case .addressKept: "addressKept"
    case .printsOrdered: "printsOrdered"
    case .storageReady: "storageReady"
    case .failed(let fault): "failed(\(fault.kind.rawValue))"
    }
  }
}

extension OperatorRequest {
  var word: String {
    switch self {
    case .pause: "pause"
    case .resume: "resume"
    case .changeEvent: "changeEvent"
    case .useEvent: "useEvent"
    case .openSettings: "openSettings"
    case .shutDown: "shutDown"
    }
  }
}
