import Reports
package import StudioServer

/// Everything that the pages say by which reports are read, amended and taken along.
package enum ReadingText: String, PageText {
  case found, photographerCount, filters, withoutFilter, odd, apply, sharePDF, shareReady, shareFailed, moreActions,
    clear, firstPage, nextPage, save, saveXLSX, csvSemicolon, csvComma, savePDF, perRow, today, quarter, year,
    between,
    from, to
  case more, anybody, school, anySchool, job, anyJob, form, anyForm, withForm, withoutForm, order, sent, way
  case usual, up, down, onlyOdd, version, formVersion, amendedVersion, versions, changed, isOlder, amend
  case amendHelp, why, whyHelp, onePerLine, saveAmendment, amended, backToReport, faultMeanwhile
  case faultNoReason, faultLongReason, faultNoDay, faultDayAhead, faultNothing, faultNoKey, faultTooMany,
    faultWrongAnswer, no, noDay
  case photosElsewhere, page, mileage, period, miles, kilometres, without, total, earlier, later, noMileage,
    withoutMileage, mileageUnknown
  case oddNoDate, oddUnreadableDate, oddNoPhotographer, oddNoOwner, oddNoOrganisation, oddNoTemplateName
  case oddUnreadableAnswers, oddUnreadableAttachments, oddUnreadablePhotos, oddUnreadableAmendments
  case choose, chooseAll, deleteChosen, chosenCount, delete, deleteAsk, deleteHelp, deleteNow, keepThem
  case deleted, deletedNot, noneChosen, noOwnReports, nothingFurther, leftOut, unshown, originals, select

  package static let words = PageWords("reports", "reading")

  /// What is wrong with a document.
  init(_ oddity: ReportOddity) {
    self =
      switch oddity {
      case .noDate: .oddNoDate
      case .unreadableDate: .oddUnreadableDate
      case .noPhotographer: .oddNoPhotographer
      case .noOwner: .oddNoOwner
      case .noOrganisation: .oddNoOrganisation
      case .noTemplateName: .oddNoTemplateName
      case .unreadableAnswers: .oddUnreadableAnswers
      case .unreadableAttachments: .oddUnreadableAttachments
      case .unreadablePhotos: .oddUnreadablePhotos
      case .unreadableAmendments: .oddUnreadableAmendments
      }
  }

  /// Why an amendment is not made.
  init(_ fault: ReportChangeFault) {
    self =
      switch fault {
      case .meanwhile: .faultMeanwhile
      case .noReason: .faultNoReason
      case .longReason: .faultLongReason
      case .noDay: .faultNoDay
      case .dayAhead: .faultDayAhead
      case .nothing: .faultNothing
      case .noKey: .faultNoKey
      case .tooMany: .faultTooMany
      case .wrongAnswer: .faultWrongAnswer
      }
  }
}
