import BoothCore
import BoothVault

/// A receipt, for programs: what `audit` prints.
struct AuditAnswer: Encodable {
  struct Line: Encodable {
    var session: String
    var event: String
    var subject: String
    var strip: Int
    var verdict: String
    var words: String
    var takenAt: TimeAnswer?
    var path: String?
    var file: String?
    var sizeBytes: Int64?
    var checksum: String?
    var confirmedAt: TimeAnswer?
    var reason: String?

    init(_ line: Audit.Line) {
      session = line.session.text
      event = line.event
      subject = line.subject
      strip = line.strip
      verdict = line.verdict.rawValue
      words = line.words
      takenAt = line.takenAt.map(TimeAnswer.init)
      path = line.path
      file = line.file?.rawValue
      sizeBytes = line.sizeBytes
      checksum = line.checksum
      confirmedAt = line.confirmedAt.map(TimeAnswer.init)
      reason = line.reason?.rawValue
    }
  }

  var lines: [Line]
  var totals: Audit.Totals

  init(_ audit: Audit) {
    lines = audit.lines.map(Line.init)
    totals = audit.totals
  }
}

/// A copy on a stick, for programs: what `event export` prints.
struct ExportAnswer: Encodable {
  /// The folder that the files are in.
  var folder: String
  var copied: Int
  var alreadyThere: Int
  var bytesCopied: Int64
  var audit: AuditAnswer

  init(_ export: Export, folder: String) {
    self.folder = folder
    copied = export.copied
    alreadyThere = export.alreadyThere
    bytesCopied = export.bytesCopied
    audit = AuditAnswer(export.audit)
  }
}

/// A dead booth's data, for programs: what `adopt` prints.
struct AdoptionAnswer: Encodable {
  struct LinkBase: Encodable {
    var base: String
    var sessions: Int
  }

  var sessions: Int
  var files: Int
  var bytes: Int64
  var jobs: Int
  var unasked: Int
  var known: Int
  var erased: Int
  var left: Int
  var notes: [String]
  var linkBases: [LinkBase]
  var events: [String]
  var advice: [String]

  init(_ adoption: Adoption, advice: [String]) {
    sessions = adoption.sessions
    files = adoption.files
    bytes = adoption.bytes
    jobs = adoption.jobs
    unasked = adoption.unasked
    known = adoption.known
    erased = adoption.erased
    left = adoption.left
    notes = adoption.notes
    linkBases = adoption.linkBases.sorted { $0.key < $1.key }.map { LinkBase(base: $0.key, sessions: $0.value) }
    events = adoption.events.sorted()
    self.advice = advice
  }
}
