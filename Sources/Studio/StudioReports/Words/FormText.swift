import Reports
package import StudioServer

/// What forms say, in addition to what is said of reports.
package enum FormText: String, PageText {
  // Bounds and patterns.
  case tooLow, tooHigh, tooShort, overLength, tooFew, tooMany, notPattern, lookAtRows
  // One question at a time, and when it was saved.
  case oneAtATime, step, stepBack, stepNext, savedAt, notSaved, takePhoto
  // Why a calculation has no value: `%1` is the place in its formula, `%2` what it is about.
  case calcExpected = "calc-expected"
  case calcUnknownField = "calc-unknown-field"
  case calcUnknownFunction = "calc-unknown-function"
  case calcWrongCount = "calc-wrong-count"
  case calcWrongKind = "calc-wrong-kind"
  case calcDivision = "calc-division-by-zero"
  case calcTooLarge = "calc-too-large"
  case calcTooComplicated = "calc-too-complicated"
  case calcCycle = "calc-cycle"
  // Rows.
  case addRow, noRows, row, removeRow
  // Fields, pictures and devices.
  case noSettings, formerAnswer, clockOff, storageFull, heicFailed, emptyFile, tooManyPictures, turn
  case keptStudio, elsewhere, sentElsewhere, otherDevice, takeOther, keepMine, chooseOther
  // The draft's key belongs to a report that was sent already, with other answers.
  case taken
  // Why the studio did not take a report, apart from its answers.
  case notTaken, reportTooLarge, pictureTooLarge, pictureLost, picturesLacking, dateAhead
  // A picture whose bytes could not be read to their end when it was chosen.
  case unreadPicture
  // Versions.
  case noLongerUsed, newerForm, whatChanged, addedField, removedField, changedField, nothingChanged, moveHelp, moveDraft
  case oldAnswers, oldAnswersHelp, morePictures
  case partLabel, partType, partRequired, partOptions, partBounds, partCondition, partSettings, partHelp, partPlace

  package static let words = PageWords("reports", "form")

  /// What the list's script says of drafts.
  static let ofList: [FormText] = [.elsewhere, .taken, .notTaken]

  /// What the form's script says by itself, whatever the form asks.
  static let ofScript: [FormText] = [
    .tooLow, .tooHigh, .tooShort, .overLength, .tooFew, .tooMany, .notPattern, .formerAnswer, .clockOff, .storageFull,
    .heicFailed, .emptyFile, .tooManyPictures, .turn, .keptStudio, .elsewhere, .sentElsewhere, .otherDevice, .takeOther,
    .keepMine, .chooseOther, .taken, .savedAt, .notSaved, .notTaken, .reportTooLarge, .pictureTooLarge, .pictureLost,
    .picturesLacking, .dateAhead, .unreadPicture,
  ]

  /// The same of rows, of what is calculated, and of fields that fill themselves in.
  static let ofRows: [FormText] = [.lookAtRows, .row, .removeRow]
  static let ofCalculations: [FormText] = [
    .calcExpected, .calcUnknownField, .calcUnknownFunction, .calcWrongCount, .calcWrongKind, .calcDivision,
    .calcTooLarge, .calcTooComplicated, .calcCycle,
  ]
  static let ofSmartFields: [FormText] = [.noSettings]

  /// What of a field is another.
  static func part(_ part: TemplateDifference.Change.Part) -> FormText {
    switch part {
    case .label: .partLabel
    case .type: .partType
    case .isRequired: .partRequired
    case .options: .partOptions
    case .bounds: .partBounds
    case .condition: .partCondition
    case .settings: .partSettings
    case .help: .partHelp
    case .place: .partPlace
    }
  }
}
