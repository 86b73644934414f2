import BoothCore
import FoundationEssentials

/// `session.json` as bytes. Written by hand, as it is written four times a session and an encoder takes longer than
/// the session's other rules together.
extension SessionSheet {
  /// The file's bytes. Version 2 where the guests agreed to no upload, else 1, which older programs read, too.
  public var json: [UInt8] {
    var text = JSONText()
    text.object { text in
      text.field("version", consent?.given.uploads == false ? 2 : 1)
      text.field("id", session.text)
      text.field("event", event)
      text.field("slug", slug)
      text.field("state", state.rawValue)
      text.field("openedAt", openedAt)
      text.field("link", link)
      text.field("quiet", quiet)
      text.field("firstNumber", firstNumber)
      if let consent {
        text.object("consent") { text in
          text.field("version", consent.given.version)
          text.field("language", consent.given.language)
          text.field("uploads", consent.given.uploads)
          text.field("at", consent.at)
        }
      }
      if let reason { text.field("reason", reason.rawValue) }
      if let decidedAt { text.field("decidedAt", decidedAt) }
      if let look = plan.look { text.field("look", look.rawValue) }
      if let language = plan.language { text.field("language", language) }
      if let films = plan.films { text.strings("films", films.map(\.rawValue)) }
      if let location = plan.location { text.field("location", location) }
      text.list("plan", plan.strips) { text, strip in
        text.field("start", strip.start.rawValue)
        if let clip = strip.clip { text.field("clipNanoseconds", clip.wholeNanoseconds) }
        text.field("countdownNanoseconds", strip.countdown.wholeNanoseconds)
        text.field("reviewNanoseconds", strip.review.wholeNanoseconds)
        if let guide = strip.guide { text.field("guide", guide) }
      }
      text.list("files", files) { text, file in
        text.field("name", file.name)
        text.field("sizeBytes", file.sizeBytes)
        text.field("sha256", file.checksum)
        text.field("takenAt", file.takenAt)
        if let duration = file.durationNanoseconds { text.field("durationNanoseconds", duration) }
        if let frames = file.frames { text.field("frames", frames) }
        if let dropped = file.droppedFrames { text.field("droppedFrames", dropped) }
        if file.fromLiveView { text.field("fromLiveView", true) }
        if let confirmedAt = file.confirmedAt { text.field("confirmedAt", confirmedAt) }
        if let copiedAs = file.copiedAs { text.field("copiedAs", copiedAs) }
      }
    }
    text.bytes.append(0x0A)
    return text.bytes
  }

  /// Reads the bytes of a `session.json`; throws what is wrong with them, in words.
  public init(json: [UInt8]) throws(SheetFault) {
    let form: Form
    do { form = try JSONDecoder().decode(Form.self, from: Data(json)) } catch let error as DecodingError {
      throw SheetFault(Self.words(error))
    } catch {
      throw SheetFault("is no JSON")
    }
    guard form.version <= Self.version else {
      throw SheetFault("was written by a newer version of booth (\(form.version))")
    }
    guard !form.plan.isEmpty else { throw SheetFault("has an empty plan") }
    let strips = form.plan.map { step in
      CapturePlan.Strip(
        start: step.start, clip: step.clipNanoseconds.map { .nanoseconds($0) },
        countdown: .nanoseconds(step.countdownNanoseconds), review: .nanoseconds(step.reviewNanoseconds),
        guide: step.guide)
    }
    self.init(
      SessionRecord(
        id: form.id, event: form.event, eventSlug: form.slug, state: form.state,
        plan: CapturePlan(
          strips: strips, look: form.look.flatMap(PhotoFilter.init(rawValue:)), language: form.language,
          films: form.films.map { $0.compactMap(FilmKind.init(rawValue:)) }, location: form.location),
        openedAt: form.openedAt, link: form.link, quiet: form.quiet,
        consent: form.consent.map {
          Consent(ConsentGiven(version: $0.version, language: $0.language, uploads: $0.uploads), at: $0.at)
        }), entries: [], firstNumber: form.firstNumber)
    reason = form.reason
    decidedAt = form.decidedAt
    files = form.files.map {
      File(
        name: $0.name, sizeBytes: $0.sizeBytes, checksum: $0.sha256, takenAt: $0.takenAt,
        durationNanoseconds: $0.durationNanoseconds, frames: $0.frames, droppedFrames: $0.droppedFrames,
        fromLiveView: $0.fromLiveView ?? false, confirmedAt: $0.confirmedAt, copiedAs: $0.copiedAs)
    }
    if let fault { throw SheetFault(fault) }
  }

  private struct Form: Decodable {
    struct Step: Decodable {
      var start: CapturePlan.Strip.Start
      var clipNanoseconds: Int64?
      var countdownNanoseconds: Int64
      var reviewNanoseconds: Int64
      var guide: String?
    }
    struct Agreement: Decodable {
      var version: String
      var language: String
      var uploads: Bool
      var at: WallTime
    }
    struct File: Decodable {
      var name: String
      var sizeBytes: Int64
      var sha256: String
      var takenAt: WallTime
      var durationNanoseconds: Int64?
      var frames: Int?
      var droppedFrames: Int?
      var fromLiveView: Bool?
      var confirmedAt: WallTime?
      var copiedAs: String?
    }
    var version: Int
    var id: SessionID
    var event: EventID
    var slug: String
    var state: SessionRecord.State
    var openedAt: WallTime
    var link: String
    var quiet: Bool
    var consent: Agreement?
    var firstNumber: AssetID
    var reason: DiscardReason?
    var decidedAt: WallTime?
    var location: String?
    var look: String?
    var films: [String]?
    var language: String?
    var plan: [Step]
    var files: [File]
  }

  private static func words(_ error: DecodingError) -> String {
    switch error {
    case .keyNotFound(let key, _): "lacks \"\(key.stringValue)\""
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
      context.codingPath.isEmpty
        ? "is no JSON" : "has no usable \"\(context.codingPath.map(\.stringValue).joined(separator: "."))\""
    @unknown default: "cannot be read"
    }
  }
}

/// What is wrong with a `session.json`.
public struct SheetFault: Error, Sendable, Equatable {
  /// What is wrong, in words for the operator.
  public var words: String
  init(_ words: String) { self.words = words }
}

/// JSON as it is written: no tree, no reflection.
private struct JSONText {
  var bytes: [UInt8] = []
  private var needsComma = false

  mutating func object(_ body: (inout JSONText) -> Void) {
    bytes.append(UInt8(ascii: "{"))
    needsComma = false
    body(&self)
    bytes.append(UInt8(ascii: "}"))
    needsComma = true
  }

  mutating func object(_ key: String, _ body: (inout JSONText) -> Void) {
    name(key)
    object(body)
  }

  mutating func list<Item>(_ key: String, _ items: [Item], _ body: (inout JSONText, Item) -> Void) {
    name(key)
    bytes.append(UInt8(ascii: "["))
    for (index, item) in items.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      object { body(&$0, item) }
    }
    bytes.append(UInt8(ascii: "]"))
    needsComma = true
  }

  mutating func strings(_ key: String, _ items: [String]) {
    name(key)
    bytes.append(UInt8(ascii: "["))
    for (index, item) in items.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      string(item)
    }
    bytes.append(UInt8(ascii: "]"))
    needsComma = true
  }

  mutating func field(_ key: String, _ value: some FixedWidthInteger) {
    name(key)
    bytes += "\(value)".utf8
  }

  mutating func field(_ key: String, _ value: Bool) {
    name(key)
    bytes += (value ? "true" : "false").utf8
  }

  mutating func field(_ key: String, _ value: String) {
    name(key)
    string(value)
  }

  mutating func field(_ key: String, _ value: WallTime) {
    let value = value.kept
    object(key) { text in
      text.name("unixSeconds")
      text.bytes += "\(value.unixSeconds)".utf8
      text.field("secondsFromUTC", value.secondsFromUTC)
      text.field("trusted", value.trusted)
    }
  }

  private mutating func name(_ key: String) {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
    string(key)
    bytes.append(UInt8(ascii: ":"))
  }

  private mutating func string(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    defer { bytes.append(UInt8(ascii: "\"")) }
    let isPlain = text.utf8.withContiguousStorageIfAvailable { utf8 in
      utf8.allSatisfy { $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
    }
    guard isPlain != true else { return bytes.append(contentsOf: text.utf8) }
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case 0..<0x20: bytes += "\\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8
      default: bytes.append(byte)
      }
    }
  }
}
