import BoothCore

extension PrinterJob {
  /// What is asked for of each job.
  static let wanted = [
    "job-id", "job-name", "job-state", "job-state-reasons", "job-impressions-completed", "job-media-sheets-completed",
    "time-at-creation",
  ]

  /// What is believed of a job's attributes; nil without a number and a state.
  /// - Parameters:
  ///   - name: where the printer does not say it.
  ///   - isQueue: it is a queue of CUPS, which counts what its filters say they have begun, and no sheets.
  init?(_ attributes: IPPAttributes, name: String = "", isQueue: Bool = false) {
    guard let id = attributes.integer("job-id"), id > 0,
      let state = attributes.enumeration("job-state").flatMap(State.init(number:))
    else { return nil }
    // RFC 8011, 5.3.5: at most 255 bytes.
    self.init(id: id, name: attributes.text("job-name", limit: 255) ?? name, state: state)
    reasons = Array(attributes.keywords("job-state-reasons").filter { $0 != "none" }.prefix(32))
    let counts = ["job-impressions-completed", "job-media-sheets-completed"].compactMap { attributes.count($0) }
    // A sheet of a photo printer is one impression; printers that count the one leave the other at 0.
    sheetsCompleted = isQueue ? nil : counts.max()
    // A job whose filter failed stays stopped for ever in CUPS 2.4, until a person deletes it.
    if self.state == .stopped, reasons.contains("job-completed-with-errors") { self.state = .aborted }
    createdAt = attributes.upTime("time-at-creation")
  }
}

extension PrinterJob.State {
  /// RFC 8011, 5.3.7.
  fileprivate init?(number: Int) {
    switch number {
    case 3: self = .pending
    case 4: self = .held
    case 5: self = .processing
    case 6: self = .stopped
    case 7: self = .canceled
    case 8: self = .aborted
    case 9: self = .completed
    default: return nil
    }
  }
}
