import BoothCore
import BoothSystem
import CommandSupport
import Documents
import FoundationEssentials
import LocationSync
import Locations
import StudioModel

/// What `location sync` has done, for programs and people.
struct SyncAnswer: Encodable {
  struct Line: Encodable {
    var location: String
    var title: String
    /// `push`, `pull`, `deleteHere`, `deleteThere`, `deleteBoth`, `leave`.
    var step: String
    var why: String
    /// `planned`, `done`, `overtaken`, `failed`.
    var result: String
    var failure: String?
  }

  var dryRun: Bool
  /// Nil: never.
  var lastSync: TimeAnswer?
  var project: String
  var same: Int
  var picturesSent: Int
  var picturesReceived: Int
  /// Nil where it is right to five minutes.
  var clockAheadSeconds: Double?
  /// Locations whose times there are later than when they were written.
  var earlyTimes: [String]
  var failure: String?
  var whole: Bool
  /// Locations that could not be taken over, whichever side they are on; each says why in its line.
  var leftOut: Int
  var locations: [Line]

  init(_ report: SyncReport, isRehearsal: Bool, last: WallTime?, project: String) {
    dryRun = isRehearsal
    lastSync = last.map(TimeAnswer.init)
    self.project = project
    same = report.same
    (picturesSent, picturesReceived) = (report.sent, report.received)
    clockAheadSeconds = report.skew
    earlyTimes = report.early.sorted()
    failure = report.failure.map { $0.words(project) }
    whole = report.isWhole
    leftOut = report.leftOut
    locations = report.lines.map { line in
      var answer = Line(
        location: line.item.name, title: line.item.title, step: line.item.step.rawValue, why: line.item.reason.words,
        result: "planned")
      switch line.result {
      case .planned: break
      case .done: answer.result = "done"
      case .overtaken: answer.result = "overtaken"
      case .failed(let failure): (answer.result, answer.failure) = ("failed", failure.words(project))
      }
      return answer
    }
  }

  /// For people.
  func print() {
    if let ahead = clockAheadSeconds {
      let minutes = Int((ahead.magnitude / 60).rounded())
      let words = minutes < 120 ? "\(minutes) minutes" : "\((minutes + 30) / 60) hours"
      say(
        "the clock here is \(words) \(ahead > 0 ? "ahead of" : "behind") the service's: set it, as the last write wins by it"
      )
    }
    for name in earlyTimes {
      say("\(name) says that it was changed after it was written: whoever wrote it has a wrong clock")
    }
    for line in locations {
      let name = line.title.isEmpty ? line.location : "\(line.title) (\(line.location))"
      say("\(verb(line)) \(name): it \(line.why)\(line.failure.map { ". It failed: \($0)" } ?? "")")
    }
    if locations.isEmpty, failure == nil { say("nothing to do") }
    let done = locations.count { $0.result == (dryRun ? "planned" : "done") && $0.step != "leave" }
    say(
      "\(done) \(done == 1 ? "location" : "locations") \(dryRun ? "would be " : "")synced, \(same) were the same, "
        + "\(counted(picturesSent, "picture")) sent, \(picturesReceived) received")
    let failed = locations.count { $0.result == "failed" || $0.result == "overtaken" }
    if leftOut + failed > 0, !dryRun {
      say("\(leftOut + failed) left out, see above; so this is not the last whole sync")
    }
  }

  private func verb(_ line: Line) -> String {
    let isDone = line.result == "done"
    return switch (line.step, line.result) {
    case ("leave", _): "left:"
    case (_, "overtaken"): "changed meanwhile, so the next sync looks again:"
    case ("push", _): isDone ? "sent:" : "to be sent:"
    case ("pull", _): isDone ? "received:" : "to be received:"
    case ("deleteHere", _): isDone ? "deleted here:" : "to be deleted here:"
    case ("deleteThere", _): isDone ? "deleted there:" : "to be deleted there:"
    default: isDone ? "deleted on both sides:" : "to be deleted on both sides:"
    }
  }
}

extension SyncError {
  /// In one line, with what to do.
  func words(_ project: String) -> String {
    if case .documents(let error) = self, error.kind == .notFound {
      return
        "there is no Firestore in the project \(project) (\(error.detail)); firebase.project is the id that its console shows"
    }
    return words
  }

  var exitCode: Int32 {
    switch self {
    case .documents(let error):
      switch error.kind {
      case .permissionDenied, .unauthenticated: CommandError.denied
      case .unavailable, .exhausted, .inDoubt: CommandError.unavailable
      case .notFound: CommandError.usage
      case .alreadyExists, .preconditionFailed, .missingIndex, .invalid, .tooLarge, .damaged, .cancelled:
        CommandError.failed
      }
    case .pictures(let error):
      switch error.kind {
      case .permissionDenied, .unauthenticated: CommandError.denied
      case .unavailable: CommandError.unavailable
      case .notFound, .full, .tooLarge, .damaged, .cancelled: CommandError.failed
      }
    case .database: CommandError.failed
    }
  }
}

extension SyncReport {
  /// Where all that failed has failed at the rules, theirs; else 1.
  var exitCode: Int32 {
    let codes = Set(
      lines.compactMap { line -> Int32? in
        switch line.result {
        case .planned where line.item.reason.isLeftOut: CommandError.failed
        case .planned, .done: nil
        case .overtaken: CommandError.failed
        case .failed(let failure): failure.exitCode
        }
      })
    return codes.count == 1 ? codes.first ?? CommandError.failed : CommandError.failed
  }
}
