/// How a part of a booth is, as a value: pages and commands word it, each in its reader's language.
///
/// ```swift
/// BoothCondition(.diskLow, "2.1", "40")  // a page: "The disk is almost full: 2.1 GB left, about 40 sessions. …"
/// ```
public struct BoothCondition: Sendable, Equatable, Codable {
  /// What it is. The raw values are sent between studios, and are the keys of the pages' texts.
  public enum Kind: String, Sendable, CaseIterable {
    // All is well. A comment names the facts.
    case fine
    /// The camera's model.
    case cameraReady, cameraStandby
    /// Gigabytes.
    case diskFree
    /// Gigabytes, sessions.
    case diskRoom
    case clockRight
    /// Addresses.
    case networkAddresses
    /// What links begin with.
    case linksBegin
    /// A number.
    case panelPresses, eventsFound, queueRuns
    case queueEmpty, boothStopped
    case settingsRead, dataNew, galleryAnswers, panelNone, recoveryReady, screenLog, screenReady, screenBooth,
      voiceReady,
      clipsReady, fontsReady, studioWhole, boothRuns, queueLater
    /// A number.
    case dataSessions, locationsFound, locationsSmall, photosSources, soundsReady
    /// The port; the panels' names; the microphone's model.
    case galleryPortFree, panelReady, microphoneReady
    /// The event's folder.
    case eventPageShut, eventPageLater
    case printerNone
    /// The printer's model.
    case printerReady
    case printerColors
    /// The printer's model, sheets.
    case printerSheets
    case brokerReady
    /// A number.
    case webhooksReady

    // Cameras.
    case cameraMissing, cameraOpening
    /// The camera's model.
    case cameraLost, cameraBusy, cameraCare
    case cameraUncertain, recoveryLimited

    // The disk.
    /// Gigabytes, sessions.
    case diskLow, diskNoClips
    case diskFull, diskReadOnly, diskRefuses
    /// Gigabytes.
    case studioDiskLow

    // The gallery, and the way of the guests' phones to it.
    /// How many.
    case uploadsWait
    case networkNone, linksNoAddress, linksRefused
    /// What links begin with.
    case linksLocal, linksUnanswered, linksStranger
    /// The port.
    case galleryPort, galleryAlone
    case galleryToken, galleryUnreachable, galleryRefused, galleryFolder, galleryIndex, gallerySecrets
    /// The event's folder.
    case eventPageOpen, eventPageUnknown, eventPageKeyless

    // The printer. Its model, or its address where it does not answer.
    case printerPaper, printerRibbon, printerCover, printerJam, printerMedia, printerScrapBox, printerStopped,
      printerPaused, printerAway, printerOther, printerWrong
    /// The printer's model, sheets.
    case printerFew
    /// How many.
    case printerAsks

    // What is told to others: a broker, receivers of messages.
    case brokerAway, brokerRefused, brokerWrong, brokerOpen, webhooksWrong, webhooksOpen

    // Events and settings.
    case eventsNone, eventsFaulty
    /// The event's folder.
    case eventMissing
    case settingWrong
    /// The settings' names.
    case settingsFaulty

    // Other devices.
    case clipsBroken, clipLate, microphoneNone, microphoneMissing, speakersNone, voiceMissing, soundsMissing,
      screenNone, screenSmall, screenBusy, panelLost
    /// Scripts of writing.
    case fontsMissing

    // The machine, and what is kept there.
    case clockUnsure, clockWrong, filesFew, dataFolder, dataOpen, databaseDamaged, databaseUnread, databaseAnew,
      databaseRefused, databaseRebuilt, oddFile, photoFailed, sessionFiles, notKept
    /// The file, below the data folder.
    case oddFileNamed
    /// What a booth that runs has written to its log.
    case troubleLogged
    /// How many.
    case queueHeld
    case boothSilent, boothTroubles

    // The studio.
    /// The file, below the data folder.
    case syncLost, syncPassword
    case studioDatabase, studioStart
    /// The file’s name.
    case studioRepaired, studioLost
    case locationsUnread, photosUnread, photosNotSaved, photosAside, featuresOff, featuresMissing
    /// The file’s name; the source’s name.
    case photosDamaged, photosSource
    /// How many.
    case signInsPassing
  }

  /// The raw value of a ``Kind``; another word where another studio is of a newer version.
  public var name: String
  /// Numbers and names, in the order in which the texts need them.
  public var facts: [String]

  /// What it is; nil for one of a newer version.
  public var kind: Kind? { Kind(rawValue: name) }

  /// - Parameter facts: as the comment beside the kind says.
  public init(_ kind: Kind, _ facts: String...) {
    name = kind.rawValue
    self.facts = facts
  }

  /// - Parameter count: the one fact of a kind that counts.
  public init(_ kind: Kind, count: Int) { self.init(kind, "\(count)") }

  /// Gigabytes as facts have them: one digit after the point, so that a page does not change with every file.
  public static func gigabytes(_ bytes: Int64) -> String {
    let tenths = max(0, bytes) / 100_000_000
    return "\(tenths / 10).\(tenths % 10)"
  }
}
