import BoothArchives
import BoothCore
import BoothStore
import BoothTesting
import FoundationEssentials
import Imaging
import StudioTesting

/// One thing that people do with a studio, and how it is seen whether it was done.
struct StudioDeed: Sendable {
  /// What is seen of it.
  enum Seen: Equatable {
    case absent, whole
    /// Half of it, or twice; in words.
    case broken(String)
  }

  let name: String
  /// Does it. Returns whether it was acknowledged; throws where the line is cut.
  let act: @Sendable (StudioRound) async throws -> Bool
  let seen: @Sendable (StudioRound) async throws -> Seen
  /// Whether it is seen even where it was not reported as done.
  var isSeen = true
}

/// A round of what people do, at one running studio. What it finds out is kept between its lives.
actor StudioRound {
  /// What is known from before: links, ids, cookies.
  struct Facts: Sendable {
    var anna: String?
    var ben: String?
    var benLink = ""
    var benID = ""
    var place = ""
    var entered: String?
    /// The names of a critique's picture and thumbnail.
    var picture = ""
    var thumbnail = ""
  }

  nonisolated let base: String
  /// That the studio printed at its start.
  nonisolated let link: String
  private(set) var facts: Facts
  private var visitors: [String: StudioVisitor] = [:]

  init(_ base: String, link: String, _ facts: Facts) {
    self.base = base
    self.link = link
    self.facts = facts
  }

  func know(_ change: @Sendable (inout Facts) -> Void) { change(&facts) }

  /// Who runs the studio.
  func anna() -> StudioVisitor { visitor("anna", facts.anna) }
  /// Who takes photographs.
  func ben() -> StudioVisitor { visitor("ben", facts.ben) }

  private func visitor(_ name: String, _ cookie: String?) -> StudioVisitor {
    if let known = visitors[name] { return known }
    let made = StudioVisitor(base, cookie: cookie)
    visitors[name] = made
    return made
  }

  func put(_ visitor: StudioVisitor, as name: String) { visitors[name] = visitor }

  // MARK: What is sent

  static let reportKey = String(repeating: "0c", count: 16)
  static let critiqueKey = "abcdefghijABCDEFGHIJ"
  static let placeKey = String(repeating: "0d", count: 16)
  static let amendKey = String(repeating: "0e", count: 16)

  static func picture(_ shade: UInt8) throws -> [UInt8] {
    try JPEGCodec().encode(
      Bitmap(size: PixelSize(width: 48, height: 32), color: RGBColor(red: shade, green: 90, blue: 30)))
  }

  static func attachments() throws -> [(bytes: [UInt8], hash: String)] {
    let shades: [UInt8] = [40, 160]
    return try shades.map { shade in
      let bytes = try picture(shade)
      return (bytes, Checksum.of(bytes))
    }
  }

  /// The ids of an archive's locations.
  static let archived = ["DUNG-GATE", "ZION-GATE"]

  /// An archive with a picture for each, as another program has made it.
  static func archive() throws -> [UInt8] {
    var table = "id,title,latitude,longitude,picture\n"
    var files: [(String, [UInt8])] = []
    for (number, id) in archived.enumerated() {
      table += "\(id),Gate \(number),31.7747,35.23\(number),\(number).jpg\n"
      files.append(("\(number).jpg", try picture(UInt8(60 + number * 90))))
    }
    var (archive, bytes) = (ZIPArchive(), [UInt8]())
    for (name, content) in files + [("table.csv", Array(table.utf8))] {
      var checksum = CRC32()
      checksum.add(content)
      bytes += archive.begin(
        ZIPArchive.File(
          name: name, sizeBytes: UInt64(content.count), checksum: checksum.value,
          made: CivilMoment(Date(timeIntervalSince1970: 0), secondsFromUTC: 0)))
      bytes += content
    }
    return archive.end().reduce(into: bytes) { $0 += $1 }
  }

  static func form(base: String, _ label: String) -> String {
    #"{"base": \#(base), "template": {"id": "day", "name": "Day", "shootType": "general", "fields": ["#
      + #"{"id": "q", "type": "text", "label": "\#(label)"}]}}"#
  }

  static func report() throws -> String {
    let files = try attachments().enumerated().map { number, file in
      #"{"sha256": "\#(file.hash)", "size": \#(file.bytes.count), "type": "image/jpeg", "name": "\#(number).jpg", "field": ""}"#
    }
    return
      #"{"key": "\#(reportKey)", "template": "day", "version": 1, "date": "2026-01-15", "answers": {"q": "as sent"}, "#
      + #""schools": [], "attachments": [\#(files.joined(separator: ", "))]}"#
  }
}

extension StudioVisitor {
  func json(_ text: String, to path: String) async throws -> Reply {
    try await send(Array(text.utf8), as: "application/json", to: path)
  }

  /// What a form of a page holds, by the fields' names.
  func form(_ page: Reply, to action: String) -> [String: String] {
    guard
      let form = page.text.split(separator: "action=\"\(action)\"").dropFirst().first?.split(separator: "</form>").first
    else { return [:] }
    var fields: [String: String] = [:]
    for tag in form.split(separator: "<") {
      guard let name = Self.attribute("name", tag) else { continue }
      if tag.hasPrefix("input") { fields[name] = Self.attribute("value", tag) ?? "" }
      if tag.hasPrefix("textarea") {
        let text = tag.split(separator: ">", maxSplits: 1).dropFirst().first.map(String.init) ?? ""
        fields[name] = text.hasPrefix("\n") ? String(text.dropFirst()) : text
      }
      if tag.hasPrefix("select") { fields[name] = "" }
    }
    return fields
  }

  private static func attribute(_ name: String, _ tag: Substring) -> String? {
    tag.split(separator: " \(name)=\"").dropFirst().first.map { String($0.prefix { $0 != "\"" }) }
  }
}
