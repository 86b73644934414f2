import BoothCore

extension PrinterStatus {
  /// What is asked for. A printer leaves out what it does not know.
  static let wanted = [
    "printer-uuid", "printer-make-and-model", "printer-info", "printer-name", "printer-state", "printer-state-reasons",
    "printer-state-message", "printer-is-accepting-jobs", "printer-up-time", "queued-job-count", "media-ready",
    "media-col-ready", "marker-names", "marker-types", "marker-levels", "marker-message", "printer-supply",
    "printer-supply-description",
    "printer-impressions-completed", "printer-media-sheets-completed", "document-format-supported",
  ]

  /// What is believed of a printer's attributes; nil where they have no state, which every printer must give (RFC 8011,
  /// 5.4).
  init?(_ attributes: IPPAttributes) {
    guard let state = attributes.enumeration("printer-state").flatMap(State.init(number:)) else { return nil }
    self.init(uuid: attributes.text("printer-uuid", limit: 127), model: attributes.model, state: state)
    reasons = Self.reasons(attributes.keywords("printer-state-reasons"))
    message = attributes.text("printer-state-message", limit: 255)
    // RFC 8011, 5.4.23: every printer gives it; one that does not is asked by a job.
    acceptsJobs = attributes.boolean("printer-is-accepting-jobs") ?? true
    upTime = attributes.upTime("printer-up-time")
    queuedJobs = attributes.count("queued-job-count")
    mediaReady = Self.media(attributes)
    markers = Self.markers(attributes)
    sheetsPrinted =
      attributes.count("printer-impressions-completed") ?? attributes.count("printer-media-sheets-completed")
    sheetsLeft = attributes.texts("marker-message", limit: 255).lazy.compactMap(Self.sheetsLeft).first
    formats = Array(attributes.texts("document-format-supported", limit: 127).filter { !$0.isEmpty }.prefix(Self.most))
  }

  /// From `320 native prints remaining on CD media`, as gutenprint's backend says it (`backend_common.c`). A native print is
  /// one sheet of the loaded paper.
  private static func sheetsLeft(_ words: String) -> Int? {
    guard words.contains("prints remaining") else { return nil }
    return Int(words.prefix { ("0"..."9").contains($0) })
  }

  /// Of each list.
  private static let most = 64

  /// Without the endings that follow the printer's state, and each once.
  static func reasons(_ keywords: [String]) -> [String] {
    var reasons: [String] = []
    for keyword in keywords.prefix(most) {
      let ending = ["-report", "-warning", "-error"].first {
        keyword.hasSuffix($0) && keyword.utf8.count > $0.utf8.count
      }
      let reason = String(keyword.dropLast(ending?.count ?? 0))
      if reason != "none", !reasons.contains(reason) { reasons.append(reason) }
    }
    return reasons
  }

  private static func media(_ attributes: IPPAttributes) -> [MillimetreSize] {
    let collections = attributes.collections("media-col-ready").compactMap { OfferedMedia($0)?.size }
    let sizes =
      collections.isEmpty
      ? attributes.keywords("media-ready").compactMap { MediaName($0)?.hundredths } : collections
    var ready: [MillimetreSize] = []
    for size in sizes.prefix(most) where !ready.contains(size.millimetres) { ready.append(size.millimetres) }
    return ready
  }

  /// By the attributes of CUPS, or by those of PWG 5100.13; boxes for waste are no supplies.
  private static func markers(_ attributes: IPPAttributes) -> [Marker] {
    let names = attributes.texts("marker-names", limit: 80)
    let types = attributes.texts("marker-types", limit: 80)
    let levels = attributes.integers("marker-levels")
    if !levels.isEmpty {
      return levels.prefix(most).enumerated().compactMap { index, level in
        guard !(index < types.count && types[index].lowercased().hasPrefix("waste")) else { return nil }
        let name = index < names.count && !names[index].isEmpty ? names[index] : nil
        return Marker(name: name, percent: (0...100).contains(level) ? level : nil)
      }
    }
    let words = attributes.texts("printer-supply-description", limit: 80)
    return attributes.values("printer-supply").prefix(most).enumerated().compactMap { index, value in
      guard case .octets(let bytes) = value else { return nil }
      return Marker(
        supply: String(decoding: bytes.prefix(1024), as: UTF8.self), index < words.count ? words[index] : "")
    }
  }
}

extension PrinterStatus.State {
  /// RFC 8011, 5.4.11.
  fileprivate init?(number: Int) {
    switch number {
    case 3: self = .idle
    case 4: self = .processing
    case 5: self = .stopped
    default: return nil
    }
  }
}

extension PrinterStatus.Marker {
  /// From `class=supplyThatIsConsumed;type=ink;unit=percent;maxcapacity=100;level=75;colorantname=black;` (PWG 5100.13,
  /// 6.6.13); nil for what is filled instead of used up.
  fileprivate init?(supply: String, _ words: String) {
    var fields: [Substring: Substring] = [:]
    for field in supply.split(separator: ";") {
      let parts = field.split(separator: "=", maxSplits: 1)
      if parts.count == 2 { fields[parts[0]] = parts[1] }
    }
    guard fields["class"] != "receptacleThatIsFilled", let level = fields["level"].flatMap({ Int($0) }) else {
      return nil
    }
    let most = fields["maxcapacity"].flatMap { Int($0) } ?? 100
    let name = words.isEmpty ? fields["colorantname"].map { PrinterWords.clean(String($0), limit: 80) } : words
    // −1, −2 and −3 are other, unknown and some (RFC 3805).
    let percent = most > 0 && (0...most).contains(level) ? Int((Double(level) * 100 / Double(most)).rounded()) : nil
    self.init(name: name, percent: percent)
  }
}

extension IPPAttributes {
  /// Maker and model, or else what the printer is called. RFC 8011, 5.4.9: at most 127 bytes.
  var model: String {
    ["printer-make-and-model", "printer-info", "printer-name"].lazy.compactMap { text($0, limit: 127) }.first ?? ""
  }

  /// Seconds since the printer was started. CUPS gives the time since 1970 instead, which goes on over a restart and tells
  /// nothing of one: what is longer than thirty years is no up-time.
  func upTime(_ name: String) -> Int? { count(name).flatMap { $0 < 30 * 365 * 86_400 ? $0 : nil } }

  /// A number of things: below 0 it is none.
  func count(_ name: String) -> Int? { integer(name).flatMap { $0 >= 0 ? $0 : nil } }
}
