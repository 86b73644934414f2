package import BoothCore

/// What kept guests from photos or prints, and for how long.
public struct NightFault: Sendable, Equatable {
  /// A cause, by what is done about it. The raw value is the word in JSON.
  public enum Kind: String, Sendable, CaseIterable, Comparable {
    // The booth invited no guests.
    case camera
    case storage
    case noRoom
    case readOnly
    case moved
    case replaced
    case damaged
    case noFiles
    case failing
    case noEvents
    /// The program ended without being asked to.
    case ended
    // A photo failed, and guests were asked for another try.
    case photoFocus
    case photoPicture
    case photoCamera
    case photoStills
    case photoStorage
    case photoLate
    // Prints waited.
    case printerPaper
    case printerRibbon
    case printerCover
    case printerJam
    case printerMedia
    case printerScrap
    case printerPaused
    case printerOther
    case printerAway

    /// In the order of the declaration, for lists with equal times.
    public static func < (a: Kind, b: Kind) -> Bool { a.rank < b.rank }
    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
  }

  /// What waited meanwhile.
  public enum Stopped: String, Sendable { case sessions, photos, prints }

  /// The cause.
  public var kind: Kind
  /// How often it began within the time of the account, or lasted into it.
  public var times: Int
  /// Seconds of the account's time that it lasted; nil where nothing tells.
  public var lostSeconds: Double?
  /// It was not always seen to end: it lasted ``lostSeconds`` or longer.
  public var isAtLeast: Bool

  /// A cause with its sums.
  public init(kind: Kind, times: Int, lostSeconds: Double?, isAtLeast: Bool) {
    self.kind = kind
    self.times = times
    self.lostSeconds = lostSeconds
    self.isAtLeast = isAtLeast
  }
}

extension NightFault.Kind {
  package init(_ trouble: OutOfOrder) {
    switch trouble {
    case .camera: self = .camera
    case .storage: self = .storage
    case .noEvents: self = .noEvents
    case .noRoom(_, let refusal):
      switch refusal {
      case nil, .full: self = .noRoom
      case .readOnly: self = .readOnly
      case .moved: self = .moved
      case .replaced: self = .replaced
      case .damaged: self = .damaged
      case .noFiles: self = .noFiles
      case .failing: self = .failing
      }
    }
  }

  /// Why guests are asked for another try.
  init(_ fault: Fault.Kind) {
    switch fault {
    case .focus: self = .photoFocus
    case .picture: self = .photoPicture
    case .camera: self = .photoCamera
    case .stills: self = .photoStills
    case .storage: self = .photoStorage
    case .late: self = .photoLate
    }
  }

  /// Nil where the operator has paused prints: that is no fault.
  package init?(_ obstacle: PrinterObstacle) {
    switch obstacle {
    case .paper: self = .printerPaper
    case .ribbon: self = .printerRibbon
    case .cover: self = .printerCover
    case .jam: self = .printerJam
    case .wrongMedia: self = .printerMedia
    case .scrapBox: self = .printerScrap
    case .paused: self = .printerPaused
    case .pausedHere: return nil
    case .other: self = .printerOther
    case .away: self = .printerAway
    }
  }

  /// What waited meanwhile.
  public var stopped: NightFault.Stopped {
    switch self {
    case .camera, .storage, .noRoom, .readOnly, .moved, .replaced, .damaged, .noFiles, .failing, .noEvents, .ended:
      .sessions
    case .photoFocus, .photoPicture, .photoCamera, .photoStills, .photoStorage, .photoLate: .photos
    case .printerPaper, .printerRibbon, .printerCover, .printerJam, .printerMedia, .printerScrap, .printerPaused,
      .printerOther, .printerAway:
      .prints
    }
  }

  /// What was wrong, in words for a person.
  public var title: String {
    switch self {
    case .camera: "the camera did not work"
    case .storage: "photos could not be stored"
    case .noRoom: "the disk was full"
    case .readOnly: "the disk could not be written"
    case .moved: "the data folder was not where it was"
    case .replaced: "the booth's database was replaced"
    case .damaged: "the booth's database was damaged"
    case .noFiles: "too many files were open"
    case .failing: "the disk failed"
    case .noEvents: "no event could be used"
    case .ended: "the booth ended without being asked to"
    case .photoFocus: "the lens found no focus"
    case .photoPicture: "the camera gave no usable picture"
    case .photoCamera: "the camera did not answer during a session"
    case .photoStills: "the camera gave no photos"
    case .photoStorage: "a photo could not be stored"
    case .photoLate: "a photo came too late"
    case .printerPaper: "the printer had no paper"
    case .printerRibbon: "the printer's ribbon or ink was used up"
    case .printerCover: "the printer's cover or tray was open"
    case .printerJam: "paper was stuck in the printer"
    case .printerMedia: "the wrong paper was in the printer"
    case .printerScrap: "the printer's scrap box was full or missing"
    case .printerPaused: "the printer was paused"
    case .printerOther: "the printer had another fault"
    case .printerAway: "the printer did not answer"
    }
  }

  /// What to do about it, in a sentence.
  public var remedy: String {
    switch self {
    case .camera: "Check the camera's cable and power supply, then run `booth devices test`."
    case .storage: "Run `booth doctor`: it tries the disk and says what refuses."
    case .noRoom: "Copy the last events to a stick with `booth event export`, and make room on the disk."
    case .readOnly: "Check the disk with fsck: Linux makes a disk read-only when it fails."
    case .moved: "Let the disk of the data folder be mounted before the booth starts."
    case .replaced, .damaged: "Run `booth audit`: it names what is missing. A new start rebuilds the database."
    case .noFiles: "Raise LimitNOFILE of the booth's service, and look for other programs that keep files open."
    case .failing: "Replace the disk: `booth audit` names the files that it damaged."
    case .noEvents: "Run `booth event check` before the next evening."
    case .ended: "Look for the reason with `journalctl -u booth`, and check the power supply."
    case .photoFocus: "Give the guests' place more light, or focus by hand and switch the autofocus off."
    case .photoPicture: "Replace the camera's cable, then run `booth devices test`."
    case .photoCamera: "Replace the camera's cable, and feed it by a mains adapter in place of its battery."
    case .photoStills: "Check the camera's card, its battery and its dial; `booth status` names what it refuses."
    case .photoStorage: "Run `booth doctor`: it tries the disk and says what refuses."
    case .photoLate: "Run `booth doctor` and `booth devices test`: one of them says whether disk or camera is slow."
    case .printerPaper: "Load a full tray before the evening, and say so with `booth print refilled`."
    case .printerRibbon: "Keep a spare ribbon or cartridge beside the printer."
    case .printerCover: "Close the printer's cover and tray until they click."
    case .printerJam:
      "Remove the paper, clean the rollers, and let the paper lie in the room's air before it is loaded."
    case .printerMedia: "Load the paper that `booth doctor` names."
    case .printerScrap: "Empty the scrap box and push it in until it clicks."
    case .printerPaused: "Resume the printer's queue; CUPS pauses one after most faults."
    case .printerOther: "Read the printer's own display; `booth status` says its word for it."
    case .printerAway: "Check the printer's cable and power, then run `booth print test`."
    }
  }
}
