import BoothCore
import BoothRuntime

/// A booth in figures, for Prometheus. Pure.
///
/// Labels are words of the program's own: no link, no id, no name of an event, a location or a guest is among them.
struct BoothMetrics {
  /// Nil where no booth runs.
  let status: BoothStatus?
  /// Of the session whose upload has waited longest, since it began; nil while none waits.
  var oldestUploadSeconds: Double?
  /// What the booth's process has in memory, in bytes; nil where it is not known.
  var residentBytes: Int64?
  var version = ProgramVersion.text

  /// What is told where no booth runs.
  static let none = BoothMetrics(status: nil)

  /// All of it, in Prometheus' text format, version 0.0.4 ("Exposition formats", prometheus.io).
  var text: String {
    var lines: [String] = []
    func family(_ name: String, _ help: String, _ own: [(labels: String, value: String)]) {
      // A family without a sample says nothing.
      guard !own.isEmpty else { return }
      lines += ["# HELP \(name) \(help)", "# TYPE \(name) gauge"]
      lines += own.map { "\(name)\($0.labels) \($0.value)" }
    }
    func one(_ name: String, _ help: String, _ value: (some CustomStringConvertible)?) {
      family(name, help, value.map { [("", "\($0)")] } ?? [])
    }
    one("booth_up", "Whether a booth runs and answers.", status == nil ? 0 : 1)
    guard let status else { return lines.map { $0 + "\n" }.joined() }
    family("booth_info", "The version of the program that runs.", [(Self.label("version", version), "1")])
    let report = BrokerReport(status)
    family(
      "booth_state", "1 for what the booth is at, 0 for all else.",
      BrokerReport.Word.allCases.map { (Self.label("state", $0.rawValue), $0 == report.state ? "1" : "0") })
    one(
      "booth_sessions_tonight",
      "Groups of guests that came as far as their code since the start, at most 24 hours back.",
      report.sessionsTonight)
    let uploads = status.jobs.filter { $0.job.kind == .upload }
    one("booth_uploads_waiting", "Sessions whose upload is not over.", uploads.count)
    one(
      "booth_oldest_upload_seconds",
      "Seconds since the session began whose upload has waited longest; 0 while none waits.",
      uploads.isEmpty ? 0 : oldestUploadSeconds)
    one(
      "booth_jobs_needing_operator", "Jobs that wait for a person.", status.jobs.count { $0.job.state.needsOperator })
    one("booth_disk_free_bytes", "Free space for photos.", status.freeBytes)
    family(
      "booth_disk_level", "1 for what the disk has room for, 0 for all else.",
      StorageLevel.allCases.map { (Self.label("level", $0.rawValue), $0 == status.storage.level ? "1" : "0") })
    one(
      "booth_camera_usable", "Whether the camera in use is open, and nothing speaks against it.",
      status.cameraReady ? 1 : 0)
    one(
      "booth_prints_left", "Sheets that the printer can still print, where that is known.", status.printer?.sheetsLeft)
    family(
      "booth_trouble", "1 for each topic that the operator should look at.",
      Set(status.troubles.keys.map(Self.topic)).sorted().map { (Self.label("topic", $0), "1") })
    one("booth_resident_memory_bytes", "Memory of the booth's process.", residentBytes)
    return lines.map { $0 + "\n" }.joined()
  }

  /// Of topics that name a panel or a location, the kind.
  private static func topic(_ topic: String) -> String {
    for kind in ["panel", "location"] where topic.hasPrefix(kind + " ") { return kind }
    return topic
  }

  /// `{name="value"}`, with what may not stand in a value escaped (the same document).
  private static func label(_ name: String, _ value: String) -> String {
    let escaped = value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    return "{\(name)=\"\(escaped)\"}"
  }
}
