import BoothTesting
import FoundationEssentials
import Glibc
import StudioModel
import Testing

@testable import booth

@Suite struct FleetTableTests {
  private let now = 1_796_155_200.0

  private func message(_ json: String) -> FleetMessage? { FleetMessage(Array(json.utf8)) }

  private func lines(_ booths: [FleetBooth], isFull: Bool = false) -> [String] {
    FleetTable(FleetReport(connection: .connected, at: now, booths: booths, isFull: isFull)).lines
  }

  @Test func `a table of what is known, and sentences of what is wrong`() {
    let lines = lines([
      FleetBooth(
        mark: "K7RM3WQ2XZ", name: "Left of the bar", standing: .attention, lastSeen: now - 125,
        message: message(
          #"{"state":"out_of_order","problem":true,"health":"Out of order: the camera does not work.","uploads_waiting":3,"sessions_tonight":48,"prints_left":212}"#
        )),
      FleetBooth(
        mark: "AAAABBBB22", name: nil, standing: .well, lastSeen: nil, message: message(#"{"state":"ready"}"#)),
    ])
    #expect(
      lines == [
        "NAME              MARK        STATE         SEEN     UPLOADS  TONIGHT  PRINTS",
        "Left of the bar   K7RM3WQ2XZ  out of order  2 min          3       48     212",
        "  Out of order: the camera does not work.",
        "unknown           AAAABBBB22  ready         unknown        -        -       -",
      ])
  }

  @Test(arguments: FleetBooth.Standing.allCases) func `no line is wider than the narrowest terminal`(
    standing: FleetBooth.Standing
  ) {
    let name = String(repeating: "写真ブース", count: 20)
    let health = String(repeating: "long words ", count: 20) + String(repeating: "x", count: 200)
    let state = String(repeating: "w", count: 40)
    let booth = FleetBooth(
      mark: "K7RM3WQ2XZ", name: name, standing: standing, lastSeen: 0, clockAheadMinutes: -1_000_000,
      message: message(
        #"{"state":"\#(state)","health":"\#(health)","uploads_waiting":999999,"sessions_tonight":999999,"prints_left":999999}"#
      ))
    for line in lines([booth], isFull: true) {
      // Two columns for each of these letters, one for all others here.
      let columns = line.reduce(0) { $0 + (("\u{3000}"..."\u{9FFF}").contains($1) ? 2 : 1) }
      #expect(columns <= 80, "\(line)")
    }
  }

  @Test func `what a booth says steers no terminal`() {
    let booth = FleetBooth(
      mark: "K7RM3WQ2XZ", name: "\u{1B}[2J", standing: .attention, lastSeen: now,
      message: message(#"{"state":"\u001b[31mready","health":"\u0007\u009b31m bad\nline"}"#))
    for line in lines([booth]) {
      #expect(!line.unicodeScalars.contains { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) }, "\(line)")
    }
  }

  @Test(arguments: [
    (-5.0, "now"), (59, "now"), (60, "1 min"), (3599, "59 min"), (3600, "1 h"), (172_799, "47 h"), (172_800, "2 d"),
    (1e12, "9999 d"),
  ])
  func `ages are short`(seconds: Double, words: String) { #expect(FleetTable.age(seconds) == words) }

  @Test func `a clock that is wrong is told with its booth`() {
    let lines = lines([
      FleetBooth(
        mark: "K7RM3WQ2XZ", name: "Left", standing: .well, lastSeen: nil, clockAheadMinutes: -7,
        message: message(#"{"state":"ready"}"#))
    ])
    #expect(lines.last == "  Its clock is 7 min behind this machine's: one of them is wrong.")
  }
}

@Suite struct FleetMemoryFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `is kept in a data folder alone, and what is damaged stays`() throws {
    #expect(FleetMemoryFile(data: folder.path("nothing")) == nil)
    try folder.put("papers/letter.txt", [1])
    #expect(FleetMemoryFile(data: folder.path("papers")) == nil)
    try folder.put("data/booth-mark", Array("K7RM3WQ2XZ\n".utf8))
    let file = try #require(FleetMemoryFile(data: folder.path("data")))
    #expect(try file.read() == FleetMemory())
    try file.change { $0.note(.init(mark: "AAAABBBB22", name: "Left", firstSeen: 1, lastSeen: 2)) }
    #expect(try file.read().booths.map(\.mark) == ["AAAABBBB22"])
    try folder.put("data/fleet.json", Array("{\"booths\":".utf8))
    #expect(throws: FleetMemoryFile.Fault.self) { try file.read() }
    #expect(throws: FleetMemoryFile.Fault.self) { try file.change { _ = $0.forget("AAAABBBB22", at: 3) } }
    #expect(try folder.read("data/fleet.json") == Array("{\"booths\":".utf8))
  }

  @Test func `belongs to the data folder's owner, also where root writes it`() throws {
    try #require(geteuid() == 0, "only root can write for another")
    try folder.put("data/booth-mark", Array("K7RM3WQ2XZ\n".utf8))
    #expect(chown(folder.path("data"), 65_534, 65_534) == 0)
    let file = try #require(FleetMemoryFile(data: folder.path("data")))
    try file.change { $0.note(.init(mark: "AAAABBBB22", name: nil, firstSeen: 1, lastSeen: nil)) }
    var facts = stat()
    #expect(stat(folder.path("data/fleet.json"), &facts) == 0 && facts.st_uid == 65_534)
    #expect(facts.st_mode & 0o077 == 0)
  }
}
