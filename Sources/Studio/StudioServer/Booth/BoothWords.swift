package import BoothCore
package import StudioModel
import WebSupport

extension BoothCondition.Kind: PageText {
  package static var words: PageWords { PageWords("studio", "condition") }
}

extension OperatedBoothError.Reason: PageText {
  package static var words: PageWords { PageWords("studio", "refusal") }
}

/// What the parts of a booth are called.
enum PartText: String, PageText {
  case camera, spareCamera, stillCamera, disk, uploads, clock, network, panel, queue, booth, events, settings, files,
    data
  case microphone, voice, sounds, recovery, clips, fonts, screen, gallery, links, eventPage, locations, photos, studio
  case aiming, signIns, emails, printer, broker, webhooks, metrics, other

  static let words = PageWords("studio", "part")

  /// - Parameter topic: as booths name it: `camera`, `panel left`, `own gallery`.
  init(topic: String) {
    switch topic {
    case "camera", "photo": self = .camera
    case "fallback camera": self = .spareCamera
    case "still camera": self = .stillCamera
    case "disk", "storage": self = .disk
    case "uploads", "upload": self = .uploads
    case "clock": self = .clock
    case "network": self = .network
    case "queue": self = .queue
    case "booth", "console": self = .booth
    case "events", "event": self = .events
    case "settings", "devices": self = .settings
    case "files", "journal", "folders": self = .files
    case "data", "deletion", "database": self = .data
    case "sound": self = .microphone
    case "voice": self = .voice
    case "sounds": self = .sounds
    case "recovery", "fallback": self = .recovery
    case "clips", "clip", "films": self = .clips
    case "fonts": self = .fonts
    case "screen": self = .screen
    case "gallery", "own gallery", "gallery place", "gallery folder", "gallery index", "erase": self = .gallery
    case "links": self = .links
    case "event page": self = .eventPage
    case "locations", "marked points", "sync", "sync account": self = .locations
    case "photos", "composite": self = .photos
    case "studio": self = .studio
    case "features": self = .aiming
    case "printer", "printer queue", "prints", "print desk", "print colours": self = .printer
    case "broker": self = .broker
    case "webhooks", "webhook messages": self = .webhooks
    case "metrics": self = .metrics
    case "sign-ins": self = .signIns
    case "e-mail addresses", "emails": self = .emails
    default: self = topic.hasPrefix("panel") ? .panel : topic.hasPrefix("location ") ? .locations : .other
    }
  }
}

/// What the operator's pages say.
enum OperateText: String, PageText {
  case allGood, chooseFirst, chooseEvent, results, running, freeSpace, showQueue, problems, noProblems,
    notes, partsWork,
    details, partGood, partWarning, partBad
  case latestSessions, allSessions, noSessionsText, photos, sessions, sessionsPerNight
  case tried, triedLater, jobUpload, jobStrip, jobFilm, jobErase, jobPrint, jobOther
  case thenPause, thenResume, thenShutDown, thenEvent, thenChoose, thenSettings, thenOther
  case didPress, didGuide, didPause, didResume, didShutDown, didEvent, didRetry, didCancel, didErase
  case youShutDown, wasShutDown, workOf, nothingQueued
  case didPausePrints, didResumePrints, didRefill, didConfirm, didPrintAgain
  case printer, pausePrints, resumePrints, printsPaused, printed, printsWaiting, sheetsLeft, cameOut, printAgain,
    notWanted, didItComeOut, refilled, sheets, sheetsHelp, save

  static let words = PageWords("studio", "operate")

  /// - Parameter kind: a job's, as booths name it.
  init(job kind: String) {
    switch kind {
    case "upload": self = .jobUpload
    case "composite": self = .jobStrip
    case "filmStrip": self = .jobFilm
    case "erase": self = .jobErase
    case "print": self = .jobPrint
    default: self = .jobOther
    }
  }
}

/// How booths are, in a reader's language. No word of a command is among them.
package struct BoothWords: Sendable {
  package let language: Language

  package init(_ language: Language) { self.language = language }

  /// One part: what it is called, and how it is.
  func part(_ part: BoothReport.Part) -> (topic: String, words: String) {
    let topic = WordTable<PartText>(language)[PartText(topic: part.topic)]
    return (topic, part.condition.flatMap(condition) ?? without(part.health))
  }

  private func without(_ health: BoothReport.Part.Health) -> String {
    let words = WordTable<OperateText>(language)
    return switch health {
    case .good: words[.partGood]
    case .warning: words[.partWarning]
    case .bad: words[.partBad]
    }
  }

  /// One or two sentences; nil for one of a newer version.
  package func condition(_ condition: BoothCondition) -> String? {
    guard let kind = condition.kind else { return nil }
    let text = WordTable<BoothCondition.Kind>(language)[kind]
    // The number that decides on the form is the last fact.
    let number = condition.facts.last.flatMap { Int($0) } ?? 0
    return WordTable<BoothCondition.Kind>.filled(
      language.form(of: text, for: number), condition.facts.map(fact))
  }

  /// A decimal as the language writes it; names that run from left to right are kept apart from a text that does not.
  private func fact(_ text: String) -> String {
    if text.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }), text.count(where: { $0 == "." }) < 2 {
      return switch language {
      case .german, .french, .spanish: text.replacing(".", with: ",")
      case .english, .hebrew, .arabic: text
      }
    }
    return language.isRightToLeft ? "\u{2068}\(text)\u{2069}" : text
  }

  /// Why a booth was not asked, or did not do it.
  package func refusal(_ error: OperatedBoothError) -> String {
    let reason: OperatedBoothError.Reason
    switch error.kind {
    case .notRunning: return StudioWords(language)[.notRunning]
    case .refused: reason = error.reason ?? .cannotHelp
    case .failed: reason = error.reason ?? .noAnswer
    }
    return WordTable<OperatedBoothError.Reason>(language)[reason]
  }

  /// Where a booth is: "Ready for guests".
  package func state(_ report: BoothReport) -> String {
    StudioText.state(report.state).map { StudioWords(language)[$0] } ?? WordTable<OperateText>(language)[.running]
  }

  /// What happens after the session; nil where nothing does.
  package func pending(_ report: BoothReport) -> String? {
    guard report.pending != nil || report.afterSession != nil else { return nil }
    let words = WordTable<OperateText>(language)
    switch report.afterSession?.request {
    case "pause": return words[.thenPause]
    case "resume": return words[.thenResume]
    case "shutDown": return words[.thenShutDown]
    case "useEvent": return words.filled(.thenEvent, report.title(of: report.afterSession?.event ?? ""))
    case "changeEvent": return words[.thenChoose]
    case "openSettings": return words[.thenSettings]
    default: return words[.thenOther]
    }
  }

  /// What came of an order.
  /// - Parameter report: the booth after it; nil where it was not asked.
  package func done(_ order: BoothOrder, _ report: BoothReport? = nil) -> String {
    let words = WordTable<OperateText>(language)
    if let report, report.isLater(order), let pending = pending(report) { return pending }
    return switch order {
    case .press: words[.didPress]
    case .turnGuide: words[.didGuide]
    case .prints(.pause): words[.didPausePrints]
    case .prints(.resume): words[.didResumePrints]
    case .prints(.refilled): words[.didRefill]
    case .prints(.confirm): words[.didConfirm]
    case .prints(.again): words[.didPrintAgain]
    case .prints(.giveUp): words[.didCancel]
    case .pause: words[.didPause]
    case .resume: words[.didResume]
    case .shutDown: words[.didShutDown]
    case .chooseEvent: words[.didEvent]
    case .retry: words[.didRetry]
    case .cancel: words[.didCancel]
    case .erase: words[.didErase]
    }
  }
}

extension BoothReport {
  /// Whether what was ordered is done after the session.
  fileprivate func isLater(_ order: BoothOrder) -> Bool {
    guard pending != nil || afterSession != nil else { return false }
    return switch order {
    case .pause, .resume, .shutDown, .chooseEvent: true
    case .press, .turnGuide, .retry, .cancel, .erase, .prints: false
    }
  }

  /// Parts that are not well, the worst first; what keeps the booth out of order before all.
  var troubles: [Part] {
    var troubles = parts.filter { $0.health == .bad } + parts.filter { $0.health == .warning }
    if queue.contains(where: \.needsOperator) {
      let count = queue.count(where: \.needsOperator)
      troubles.append(Part("queue", .warning, "\(count) need the operator", .init(.queueHeld, count: count)))
    }
    guard state == "outOfOrder", let cause = cause(phase) else { return troubles }
    let topics: [String] = cause.topic == "disk" ? ["disk", "storage"] : [cause.topic]
    // What the part itself says is more than that it is the cause.
    if let index = troubles.firstIndex(where: { topics.contains($0.topic) && $0.condition != nil }) {
      troubles.insert(troubles.remove(at: index), at: 0)
      troubles[0].health = .bad
    } else {
      troubles.insert(cause, at: 0)
    }
    return troubles
  }

  /// Why a booth is out of order, by ``phase``; nil for a reason of a newer version.
  private func cause(_ phase: String?) -> Part? {
    switch phase {
    case "camera": Part("camera", .bad, words ?? "", .init(.cameraMissing))
    case "storage": Part("disk", .bad, words ?? "", .init(.diskRefuses))
    case "noRoom": Part("disk", .bad, words ?? "", .init(.diskFull))
    case "noEvents": Part("events", .bad, words ?? "", .init(.eventsNone))
    default: nil
    }
  }
}

/// What helps against a trouble, as a button of the page: an order, or a page that does it.
enum BoothRemedy: Equatable {
  case freeSpace, retryAll, showQueue, chooseEvent, showPrinter, resumePrints, check

  init(_ part: BoothReport.Part) {
    switch part.condition?.kind {
    case .diskLow, .diskNoClips, .diskFull: self = .freeSpace
    case .uploadsWait, .galleryUnreachable, .galleryRefused: self = .retryAll
    case .queueHeld: self = .showQueue
    case .eventMissing: self = .chooseEvent
    case .printerAsks: self = .showPrinter
    case .printerPaused, .printerStopped: self = .resumePrints
    default: self = .check
    }
  }
}
