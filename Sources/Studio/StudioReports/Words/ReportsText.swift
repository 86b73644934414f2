package import StudioServer

/// Everything that the pages of reports say, by what it is for.
package enum ReportsText: String, PageText {
  // The list.
  case reports, newReport, drafts, noReports, noReportsHelp, nothingMatches, nothingMatchesHelp, noFormMatches, search,
    span, spanAll, spanWeek, spanMonth, spanThirty
  case whose, mine, everybody, show, exportCSV, pictureCount, legacy, sentAt, version
  // Choosing a form.
  case chooseForm, noForms, formsUnreadable, preselected
  // The form.
  case basic, details, calculated, media, schools, chooseSchool, addSchool, noSchools, schoolsHelp, moveUp, remove
  case schoolNotAdded, addIt, leaveItOut
  case day, photographer, auto, isRequired, chooseOne, yes, usePosition, position, positionFailed, addPictures, pictures
  case pictureFailed, preparing, progress, send, sending, uploading, waiting, arrived, refused, gone, signedOut
  case lookAtThese, keptHere, notKept, otherTab, discard, discardHelp, discardNow, needsScript, wholePicture
  case tooMuchWaiting
  // Until it is on its way: taking it and pictures that are waited for.
  case held, takeBack, takenBack, lacking, preparingPictures, latePicture
  // What is wrong with an answer.
  case missing, notEmail, notPhone, notNumber, notAmount, notDate, notTime, notOption, notPlace, tooLong, wrongKind
  case twoNumbers, otherUnit
  // What a smart field lacks.
  case lackHome, lackSchools, lackCoordinates, lackPosition, lackWeather, lackName, lackCalculation, lackNetwork
  // One's own details.
  case ownDetails, firstName, lastName, home, homeHelp, homeWrong, save, saved

  package static let words = PageWords("reports", "reports")

  /// What the list's script says of drafts.
  static let ofList: [ReportsText] = [
    .drafts, .sending, .uploading, .waiting, .arrived, .refused, .gone, .signedOut, .held, .takeBack, .takenBack,
    .lacking, .preparingPictures,
  ]

  /// What the form's script says by itself, whatever the form asks.
  static let ofScript: [ReportsText] = [
    .remove, .moveUp, .positionFailed, .pictureFailed, .preparing, .progress, .sending, .uploading, .waiting, .arrived,
    .refused, .gone, .signedOut, .lookAtThese, .keptHere, .notKept, .otherTab, .missing, .notEmail, .notPhone,
    .notNumber, .notAmount, .notDate, .notTime, .notOption, .notPlace, .tooLong, .wrongKind, .pictures, .homeWrong,
    .twoNumbers, .otherUnit, .held, .takeBack, .takenBack, .lacking, .preparingPictures, .latePicture, .schools,
    .schoolNotAdded,
  ]

  /// The same of what is calculated, and of fields that fill themselves in.
  static let ofCalculations: [ReportsText] = [.lackCalculation]
  static let ofSmartFields: [ReportsText] = [
    .lackHome, .lackSchools, .lackCoordinates, .lackPosition, .lackWeather, .lackName, .lackNetwork,
    .ownDetails, .usePosition,
  ]
}
