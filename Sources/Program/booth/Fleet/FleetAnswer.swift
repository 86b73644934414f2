import FoundationEssentials
import StudioModel

/// What `booth fleet` says to programs.
struct FleetAnswer: Encodable {
  struct Line: Encodable {
    var mark: String?
    var name: String?
    /// ``FleetBooth/Standing``.
    var standing: String
    var needsAttention: Bool
    var lastSeen: Date?
    var clockAheadMinutes: Int?
    var state: String?
    var health: String?
    var troubles: [String]?
    var uploadsWaiting: Int?
    var sessionsTonight: Int?
    var printsLeft: Int?
    var version: String?
    /// Why it told nothing when it was asked over the network.
    var obstacle: String?
  }

  /// The broker's; nil where none is set.
  var address: String?
  var at: Date
  var booths: [Line]
  var needsAttention: Bool
  /// Whether there were more than are listed.
  var isFull: Bool
  /// Why not all may have been heard.
  var trouble: String?

  init(_ report: FleetReport, address: String?) {
    self.address = address
    at = Date(timeIntervalSince1970: report.at)
    booths = report.booths.map { booth in
      let said = booth.message
      return Line(
        mark: booth.mark, name: booth.name, standing: booth.standing.rawValue,
        needsAttention: booth.standing.needsAttention, lastSeen: booth.lastSeen.map(Date.init(timeIntervalSince1970:)),
        clockAheadMinutes: booth.clockAheadMinutes, state: said?.state, health: said?.health, troubles: said?.troubles,
        uploadsWaiting: said?.uploadsWaiting, sessionsTonight: said?.sessionsTonight, printsLeft: said?.printsLeft,
        version: said?.version, obstacle: booth.obstacle?.words)
    }
    needsAttention = report.booths.contains { $0.standing.needsAttention }
    isFull = report.isFull
    trouble = report.trouble
  }
}
