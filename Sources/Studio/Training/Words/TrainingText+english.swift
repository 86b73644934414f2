/// The pages in English.
extension TrainingText {
  static let english: [TrainingText: String] = [
    .training: "Training",
    .trainingPhotos: "Training Photos",
    .justNow: "just now",
    .goodExample: "Good Example",
    .needsImprovement: "Needs Improvement",
    .onePhoto: "1 photo",
    .photos: "%1 photos",
    .noPicture: "No picture",
    .unavailable: "Image unavailable",
    .isNew: "New",
    .seen: "Seen",
    .notSeenYet: "Not seen yet",
    .more: "Show more",
    .refresh: "Refresh",
    .oneNew: "1 new training photo: show it",
    .manyNew: "%1 new training photos: show them",
    .noLonger: "This training photo is no longer there.",
    .byPhotographer: "By photographer",
    .publish: "Share a training photo",
    .totalSubmissions: "Total Submissions",
    .goodExamples: "Good Examples",
    .allExamples: "All Examples",
    .newestFirst: "Newest First",
    .oldestFirst: "Oldest First",
    .grid: "Grid",
    .list: "List",
    .show: "Show",
    .sort: "Order",
    .view: "View",
    .nothingYet: "No Training Photos Yet",
    .nothingYetText: "Your training examples will appear here when managers submit them.",
    .noResults: "No Results",
    .noGood: "None of your training photos is a good example yet.",
    .noImprovement: "None of your training photos needs improvement.",
    .oneUnreadable: """
    1 entry cannot be shown, as it is damaged or of an unknown kind. Please tell who sends training photos.
    """,
    .unreadable: """
    %1 entries cannot be shown, as they are damaged or of an unknown kind. Please tell who sends training \
    photos.
    """,
    .trainingPhoto: "Training Photo",
    .trainingPhotoFor: "Training Photo for %1",
    .close: "Close",
    .submittedBy: "Submitted by",
    .date: "Date",
    .trainingNotes: "Training Notes",
    .edit: "Edit",
    .delete: "Delete",
    .deleteHelp: "The pictures and the notes are gone for good, also for the photographer.",
    .deleteNow: "Delete for good",
    .pictureOf: "Picture %1 of %2",
    .panUp: "Look further up",
    .panLeft: "Look further left",
    .panRight: "Look further right",
    .panDown: "Look further down",
    .pictureControls: "Picture",
    .previous: "Previous picture",
    .next: "Next picture",
    .zoomOut: "Zoom out",
    .zoomIn: "Zoom in",
    .fullScreen: "Full screen",
    .save: "Save picture",
    .share: "Share",
    .showMarks: "Show marks",
    .pictures: "Pictures",
    .pinNotes: "Notes on the picture",
    .of: "%1 of %2",
    .linkCopied: "The link is copied.",
    .notSaved: "It was not saved. Please try again.",
    .marksSaved: "The marks are saved.",
    .pen: "Pen",
    .arrow: "Arrow",
    .rectangle: "Rectangle",
    .pin: "Pin",
    .red: "Red",
    .green: "Green",
    .blue: "Blue",
    .yellow: "Yellow",
    .white: "White",
    .black: "Black",
    .draw: "Draw on the picture",
    .colour: "Colour",
    .pinNote: "Note of the next pin",
    .undo: "Undo",
    .saveMarks: "Save marks",
    .drawHelp: "Choose a tool, then draw on the picture. The picture itself stays as it is.",
    .tooMuchDrawn: "There is too much drawn to be kept. Undo some of it.",
    .changedMeanwhile: "Somebody else has changed it meanwhile. Look at it again before you save.",
    .lastOne: "Last:",
    .oneCritique: "1 training photo",
    .critiques: "%1 training photos",
    .ofOthers: "Training photos of %1 people who have no account here are not listed.",
    .noPhotographers: "There is no photographer yet. An administrator invites them on the page “People”.",
    .administratorShares: """
    Administrators do not share training photos; managers and photographers do. To share some, use an account with \
    one of these roles: make a link for it on the page “People”.
    """,
    .roleShares: """
    With your role no training photos are shared; managers and photographers share them. An administrator can \
    change your role on the page “People”.
    """,
    .onlyPhotographer: """
    You are the only photographer here, and training photos are shared with others. An administrator invites them \
    on the page “People”.
    """,
    .forMe: "For me",
    .unknownPerson: "Somebody without a name",
    .noneSent: "Nothing was sent to them yet.",
    .waiting: "Waits",
    .fileUnread: "This picture could not be read to its end. Choose it again.",
    .deviceFull: "This device has no room left for this picture. Make some room, and choose it again.",
    .unshared: "You have training photos here that are not shared yet. Go on with them.",
    .held:
      "It is shared in ten seconds. Until then you can take it back. If you close this page before, it is shared as soon as you open the studio again.",
    .takeBack: "Take it back",
    .takenBack: "Taken back. It was not shared, and you can change it.",
    .lineStill: "The line stood still. It is sent again by itself …",
    .sending: "Sending: %1 %",
    .ready: "Ready",
    .fileTooLarge: "This picture is too large. Save it smaller: less than 20 MB and 200 megapixels (PNG: 50).",
    .tooMuchWaiting:
      "Too many of the pictures that you have sent still wait to be shared. Share those first, or try again in an hour.",
    .tooManyPictures: "At most 6 pictures at a time.",
    .noPictures: "A picture is missing: choose at least one.",
    .notSent: "It did not arrive. Try again; nothing is published twice.",
    .remove: "Remove",
    .mayNot: "You may not share training photos any more. Nothing was published.",
    .removeWrong: "Remove the pictures that cannot be sent, or choose others.",
    .photographer: "Photographer",
    .choosePhotographer: "Choose …",
    .kind: "Kind",
    .picturesHelp: """
    1 to %1 pictures: JPEG, PNG, HEIC, or other kinds. They are made smaller, and where they were taken is taken \
    out.
    """,
    .publishNow: "Share",
    .needsScripts: "To send pictures this page needs JavaScript.",
    .alreadyPublished: "This was shared already. Open the page again to share something else.",
    .fileHEIC: """
    The studio’s libheif refuses this HEIC picture: it is damaged, or of a kind that only libheif 1.18 or newer \
    reads (Debian 13). Send it as JPEG (iPhone: Settings, Camera, Formats, Most Compatible).
    """,
    .fileDamaged: "This picture is damaged or was cut short. Copy it again.",
    .fileUnknown: "This is no picture of a kind that is known. Save it as JPEG or PNG.",
    .fileNoLibrary: """
    The studio’s machine reads this kind of picture only with libvips, which is not there: an administrator \
    installs Debian’s libvips42. Until then send it as JPEG.
    """,
    .fileCut: "This picture is cut short: %1 % of it is there. Copy it again.",
    .fileTooLong: "A side of this picture is longer than 32,767 pixels. Save it smaller.",
    .fileRare: """
    This picture is written in a rare way that the studio’s libraries do not read (a TIFF with reduced colours, \
    for one). Save it as JPEG or PNG.
    """,
    .photoGone: "This photo is no longer there.",
    .photoOfGuests: """
    This photo was taken of guests at the booth. They may have it erased, and copies cannot be reached then: it is not \
    used for training.
    """,
    .noPhotographer: "The photographer is missing: choose one.",
    .noNotes: "The notes are missing: say what is to be learnt.",
    .notesTooLong: "The notes are too long: at most 5,000 characters.",
    .saveChange: "Save",
    .cancel: "Cancel",
    .changeSaved: "Saved.",
    .deleted: "Deleted.",
  ]
}
