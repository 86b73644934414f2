public import BoothCore

/// The printer, as status and pages show it.
public struct PrinterReport: Sendable, Codable {
  /// Its address, as it was set.
  public var address: String
  /// What it said of itself last; nil before the first answer, and while it does not answer.
  public var status: PrinterStatus?
  /// What keeps it from printing; nil while nothing does, or nothing is known.
  public var obstacle: PrinterObstacle?

  init(_ watch: PrinterWatch) {
    address = watch.name
    status = watch.status
    obstacle = watch.obstacle
  }
}
