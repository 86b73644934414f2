/// What may be in a support bundle, in the order in which it stands there.
enum SupportPart: String, CaseIterable, Sendable {
  case machine = "machine.json"
  case settings = "settings.json"
  case data = "data.json"
  case status = "status.json"
  case doctor = "doctor.json"
  case queue = "queue.json"
  case night = "night.json"
  case devices = "devices.json"
  case units = "units.txt"
  case log = "log.txt"
  case boothLog = "booth-log.txt"
  case journal = "journal.jsonl"

  /// What it is, for people; no sentence.
  var words: String {
    switch self {
    case .machine:
      "version and build, distribution, kernel, memory, disks and their free space, network interfaces and their state, the clock"
    case .settings: "all settings and where each comes from, without secrets (booth config show)"
    case .data: "what lies in the data folder: names that the program gives, sizes and counts"
    case .status: "what the booth does now (booth status)"
    case .doctor: "what the doctor finds (booth doctor)"
    case .queue: "jobs that are not over (booth queue list)"
    case .night: "the last evening in counts and times (booth night)"
    case .devices: "cameras, microphones, panels and displays: models and USB ids (booth devices list)"
    case .units: "the state of the booth's services (systemctl)"
    case .log: "the last lines that its services have logged (journalctl)"
    case .boothLog: "the last lines of booth.log in the data folder"
    case .journal: "the booth's journal: what happened and what was decided, by names and times"
    }
  }
}
