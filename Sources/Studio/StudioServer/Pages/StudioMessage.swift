/// A page that says one thing.
enum StudioMessage {
  case notFound, forbidden, forbiddenToAdmin, foreignForm, wrongHost, trouble, misplaced, full, readOnlyDisk, damaged,
    tooLarge,
    tooManyUploads
  case signInNeeded,
    noInvitation

  var texts: (StudioText, StudioText) {
    switch self {
    case .notFound: (.notFound, .notFoundText)
    case .forbidden: (.forbidden, .forbiddenText)
    case .forbiddenToAdmin: (.forbidden, .forbiddenToAdmin)
    case .foreignForm: (.foreignForm, .foreignFormText)
    case .wrongHost: (.wrongHost, .wrongHostText)
    case .trouble: (.trouble, .troubleText)
    case .misplaced: (.misplaced, .misplacedText)
    case .full: (.full, .fullText)
    case .readOnlyDisk: (.readOnlyDisk, .readOnlyDiskText)
    case .damaged: (.damaged, .damagedText)
    case .tooLarge: (.tooLarge, .tooLargeText)
    case .tooManyUploads: (.trouble, .tooManyUploads)
    case .signInNeeded: (.signInNeeded, .signInNeededText)
    case .noInvitation: (.noInvitation, .noInvitationText)
    }
  }

  /// Whether there is a page to go on to.
  var leadsOn: Bool { self != .wrongHost }
}
