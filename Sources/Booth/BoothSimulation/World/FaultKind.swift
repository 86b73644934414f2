import BoothCore

/// What can go wrong in a night. The raw value is the name on the command line.
public enum FaultKind: String, Sendable, Codable, CaseIterable {
  // The camera.
  case photoFails = "photo-fails"
  case noFocus = "no-focus"
  case badPicture = "bad-picture"
  case darkPhoto = "dark-photo"
  case photoHangs = "photo-hangs"
  case photoLate = "photo-late"
  case answersTwice = "answers-twice"
  case cameraVanishes = "camera-vanishes"
  case openFails = "open-fails"
  case openHangs = "open-hangs"
  case liveViewFreezes = "live-view-freezes"
  case liveViewHangs = "live-view-hangs"
  case unaskedPhoto = "unasked-photo"
  case cameraBusy = "camera-busy"
  case cameraMute = "camera-mute"
  case framesGarbled = "frames-garbled"
  case cardFull = "card-full"
  case photosRefused = "photos-refused"
  case photosAllFail = "photos-all-fail"
  case dialTurned = "dial-turned"
  case stepFails = "step-fails"
  case stepHangs = "step-hangs"
  case fallbackVanishes = "fallback-vanishes"
  case clipFails = "clip-fails"
  case clipEnds = "clip-ends"
  case clipLate = "clip-late"
  case filmFails = "film-fails"
  // The panel.
  case bounce
  case stuckButton = "stuck-button"
  case mashedButtons = "mashed-buttons"
  // The disk.
  case diskFull = "disk-full"
  case diskReadOnly = "disk-read-only"
  case diskSlow = "disk-slow"
  case syncFails = "sync-fails"
  case diskErrors = "disk-errors"
  case fileDamaged = "file-damaged"
  case fileMissing = "file-missing"
  case databaseRefuses = "books-refuse"
  /// Damaged, or replaced by another file.
  case databaseDamaged = "books-damaged"
  // The process.
  case kill
  case killInStore = "kill-in-store"
  case powerCut = "power-cut"
  case powerCutInStore = "power-cut-in-store"
  // The network and the gallery.
  case networkDown = "network-down"
  case networkSlow = "network-slow"
  case connectionReset = "connection-reset"
  case galleryBusy = "gallery-busy"
  case urlsRefused = "urls-refused"
  case unauthorized
  case tooLarge = "too-large"
  case garbage
  case answerLost = "answer-lost"
  case galleryRestarts = "gallery-restarts"
  case uploadLost = "upload-lost"
  case uploadCut = "upload-cut"
  case objectLost = "object-lost"
  case galleryMute = "gallery-mute"
  // The printer.
  case paperOut = "paper-out"
  case coverOpen = "cover-open"
  case printerOff = "printer-off"
  /// Its numbers of jobs begin anew.
  case printerRestarts = "printer-restarts"
  case printerExchanged = "printer-exchanged"
  /// The sheet was taken, and the answer does not come.
  case printAnswerLost = "print-answer-lost"
  /// Never arrived, or taken and forgotten.
  case printLost = "print-lost"
  case printerBusy = "printer-busy"
  /// At its panel, or given up by itself.
  case printCancelled = "print-cancelled"
  /// It calls jobs completed that it has only taken in.
  case completesEarly = "completes-early"
  // The wall clock.
  case clockBack = "clock-back"
  case clockForward = "clock-forward"
  case clockUntrusted = "clock-untrusted"
  // The operator.
  case pause
  case changeEvent = "change-event"
  case useEvent = "use-event"
  case settings
  case shutDown = "shut-down"
  case shutDownTwice = "shut-down-twice"
  case queueRetry = "queue-retry"
  case queueCancel = "queue-cancel"
  case eraseSession = "erase-session"
  case keepPolicy = "keep-policy"
  case deleteLocation = "delete-location"

  /// What it happens to: a group's name on the command line means all of its kinds.
  public var group: Group {
    switch self {
    case .photoFails, .noFocus, .badPicture, .darkPhoto, .photoHangs, .photoLate, .answersTwice, .cameraVanishes,
      .openFails, .openHangs, .liveViewFreezes, .liveViewHangs, .unaskedPhoto, .cameraBusy, .cameraMute, .framesGarbled,
      .cardFull, .photosRefused, .photosAllFail, .dialTurned, .stepFails, .stepHangs, .fallbackVanishes, .clipFails,
      .clipEnds, .clipLate, .filmFails:
      .camera
    case .bounce, .stuckButton, .mashedButtons: .panel
    case .diskFull, .diskReadOnly, .diskSlow, .syncFails, .diskErrors, .fileDamaged, .fileMissing, .databaseRefuses,
      .databaseDamaged:
      .disk
    case .kill, .killInStore, .powerCut, .powerCutInStore: .process
    case .networkDown, .networkSlow, .connectionReset, .galleryBusy, .urlsRefused, .unauthorized, .tooLarge, .garbage,
      .answerLost, .galleryRestarts, .uploadLost, .uploadCut, .objectLost, .galleryMute:
      .network
    case .paperOut, .coverOpen, .printerOff, .printerRestarts, .printerExchanged, .printAnswerLost, .printLost,
      .printerBusy, .printCancelled, .completesEarly:
      .printer
    case .clockBack, .clockForward, .clockUntrusted: .clock
    case .pause, .changeEvent, .useEvent, .settings, .shutDown, .shutDownTwice, .queueRetry, .queueCancel,
      .eraseSession, .keepPolicy, .deleteLocation:
      .operator
    }
  }

  /// Parts of the world that faults come from. The raw value is the name on the command line.
  public enum Group: String, Sendable, CaseIterable {
    case camera, panel, disk, process, network, printer, clock, `operator`
  }

  /// Only where the disk forgets what was not flushed.
  var cutsPower: Bool { self == .powerCut || self == .powerCutInStore }

  /// Reads `all`, `none`, or names of kinds and groups with commas between; nil and the word that is neither.
  public static func read(_ list: String) -> (kinds: [FaultKind]?, unknown: String?) {
    if list == "all" { return (allCases, nil) }
    if list == "none" { return ([], nil) }
    var kinds: Set<FaultKind> = []
    for word in list.split(separator: ",").map(String.init) {
      if let kind = FaultKind(rawValue: word) {
        kinds.insert(kind)
      } else if let group = Group(rawValue: word) {
        kinds.formUnion(allCases.filter { $0.group == group })
      } else {
        return (nil, word)
      }
    }
    return (allCases.filter(kinds.contains), nil)
  }
}
