import BoothCore

/// A command as a name and texts, for the line of JSON on the control socket: `event.select` with `slug`.
extension OperatorCommand {
  /// - Throws: ``OperatorError`` for a name that this version does not know, and for an argument that is missing or
  ///   wrong.
  public init(name: String, arguments: [String: String]) throws(OperatorError) {
    switch name {
    case "status": self = .status
    case "press":
      guard let press = arguments["button"].flatMap(Press.init) else {
        throw OperatorError("expected one of \(Press.allCases.map(\.rawValue).joined(separator: ", "))", .misasked)
      }
      self = .press(press)
    case "guide":
      guard let turn = arguments["turn"].flatMap(GuideTurn.init(rawValue:)) else {
        throw OperatorError("expected one of \(GuideTurn.allCases.map(\.rawValue).joined(separator: ", "))", .misasked)
      }
      self = .turnGuide(turn)
    case "pause": self = .pause
    case "resume": self = .resume
    case "shutdown": self = .shutDown
    case "settings": self = .openSettings
    case "event.select": self = .selectEvent(arguments["slug"] ?? "")
    case "session.erase":
      guard let session = arguments["session"].flatMap(SessionID.init) else {
        throw OperatorError("name a session by its id", .misasked)
      }
      self = .eraseSession(session)
    case "print.order":
      guard let session = arguments["session"].flatMap(SessionID.init),
        let copies = arguments["copies"].flatMap({ Int($0) }), (1...Self.mostCopies).contains(copies)
      else {
        throw OperatorError("name a session by its id, and 1 to \(Self.mostCopies) copies", .misasked)
      }
      self = .printSession(session, copies: copies, layout: arguments["layout"])
    case "print.retry": self = .retryPrint(try Self.print(arguments["print"]))
    case "print.cancel": self = .cancelPrint(try Self.print(arguments["print"]))
    case "print.confirm": self = .confirmPrint(try Self.print(arguments["print"]))
    case "print.pause": self = .pausePrints
    case "print.resume": self = .resumePrints
    case "print.refilled":
      guard let text = arguments["sheets"] else {
        self = .refilled(sheets: nil)
        return
      }
      guard let sheets = Int(text), (1...PrintDesk.mostSheets).contains(sheets) else {
        throw OperatorError("expected 1 to \(PrintDesk.mostSheets) sheets", .misasked)
      }
      self = .refilled(sheets: sheets)
    case "queue.retry": self = .retry(try arguments["job"].map(Self.job))
    case "queue.cancel":
      guard let job = arguments["job"] else { throw OperatorError("name a job: booth queue cancel ID", .misasked) }
      self = .cancel(try Self.job(job))
    default: throw OperatorError("unknown command \"\(name)\": this booth is of another version", .misasked)
    }
  }

  private static func print(_ text: String?) throws(OperatorError) -> PrintID {
    guard let id = text.flatMap({ PrintID($0) }) else {
      throw OperatorError("name a print as `booth print list` shows it", .misasked)
    }
    return id
  }

  private static func job(_ text: String) throws(OperatorError) -> JobID {
    guard let id = JobID(text) else {
      throw OperatorError("there is no open job \(text); `booth queue list` shows them", .misasked)
    }
    return id
  }

  /// The reverse of ``init(name:arguments:)``.
  public var name: String {
    switch self {
    case .status: "status"
    case .press: "press"
    case .turnGuide: "guide"
    case .pause: "pause"
    case .resume: "resume"
    case .shutDown: "shutdown"
    case .openSettings: "settings"
    case .selectEvent: "event.select"
    case .eraseSession: "session.erase"
    case .printSession: "print.order"
    case .retryPrint: "print.retry"
    case .cancelPrint: "print.cancel"
    case .confirmPrint: "print.confirm"
    case .pausePrints: "print.pause"
    case .resumePrints: "print.resume"
    case .refilled: "print.refilled"
    case .retry: "queue.retry"
    case .cancel: "queue.cancel"
    }
  }

  /// What goes with ``name`` on the socket: `["slug": "wedding"]`, `["job": "12"]`; empty for commands that need
  /// nothing.
  public var arguments: [String: String] {
    switch self {
    case .press(let press): ["button": press.rawValue]
    case .turnGuide(let turn): ["turn": turn.rawValue]
    case .selectEvent(let slug): ["slug": slug]
    case .eraseSession(let session): ["session": session.text]
    case .printSession(let session, let copies, let layout):
      ["session": session.text, "copies": "\(copies)"].merging(layout.map { ["layout": $0] } ?? [:]) { $1 }
    case .retryPrint(let print), .cancelPrint(let print), .confirmPrint(let print): ["print": print.description]
    case .refilled(let sheets): sheets.map { ["sheets": "\($0)"] } ?? [:]
    case .retry(let job): job.map { ["job": "\($0)"] } ?? [:]
    case .cancel(let job): ["job": "\(job)"]
    case .status, .pause, .resume, .shutDown, .openSettings, .pausePrints, .resumePrints: [:]
    }
  }
}
