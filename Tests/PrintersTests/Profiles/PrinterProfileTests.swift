import BoothCore
import BoothTesting
import ConfigFiles
import FoundationEssentials
import Printers
import Testing

@Suite struct `A printer's profile file` {
  private static let bundled = SourceTree.root.appending(path: "Devices/Printers").path

  private func read(_ text: String) -> PrinterProfileFile {
    PrinterProfileFile(bytes: Array(text.utf8), file: "test.json5", id: "test")
  }

  @Test func `says everything that can be said`() throws {
    let file = read(
      """
      {
        kind: "printer", name: "Test", match: { models: ["*Test 1*"] }, tried: true,
        papers: [
          {
            size: "101.6x152.4", canvas: "1240x1844", dpi: 300, media: "w288h432",
            cuts: [{ piece: "50.8x152.4", at: [620], media: "w288h432-div2" }],
          },
          { size: "152x203", canvas: "1844x2436", dpi: 600 },
        ],
        counter: "exact", traySheets: 18, completed: "taken", scaling: ["none", "fill"],
      }
      """)
    let profile = try #require(file.profile, "\(file.problems)")
    var paper = PrinterProfile.Paper(
      size: MillimetreSize(width: 101.6, height: 152.4), canvas: PixelSize(width: 1240, height: 1844), dpi: 300)
    paper.media = "w288h432"
    paper.cuts = [.init(piece: MillimetreSize(width: 50.8, height: 152.4), positions: [620], media: "w288h432-div2")]
    #expect(profile.papers.first == paper && profile.papers.map(\.dpi) == [300, 600])
    #expect(profile.id == "test" && profile.name == "Test" && profile.match.models == ["*Test 1*"] && profile.isTried)
    #expect(profile.counter == .exact && profile.traySheets == 18 && profile.completed == .taken)
    #expect(profile.scaling == [PrintScaling.none, .fill])
  }

  static let mistakes: [(String, key: String, expected: String)] = [
    ("[1]", "", "an object"), ("{kind: 'camera', match: {}, name: 'x'}", "kind", "\"printer\""),
    ("{kind: 'printer', match: {}}", "name", "the printer's name"), ("{kind: 'printer', name: 'x'}", "match", "models"),
    ("{match: {models: ['*']}}", "match.models[0]", "a pattern"),
    ("{match: {}, paper: []}", "paper", "one of kind, name"),
    ("{match: {}, papers: [{canvas: '1x1', dpi: 300}]}", "papers[0].size", "101.6x152.4"),
    ("{match: {}, papers: [{size: '4x6', canvas: '1240x1844', dpi: 300}]}", "papers[0].size", "from 10 to 1000"),
    ("{match: {}, papers: [{size: '100x148', canvas: '9x9', dpi: 300}]}", "papers[0].canvas", "1240x1844"),
    ("{match: {}, papers: [{size: '100x148', canvas: '1240x1844'}]}", "papers[0].dpi", "from 72"),
    (
      "{match: {}, papers: [{size: '100x148', canvas: '1240x1844', dpi: 300, cuts: [{piece: '50x148', at: [1844], media: 'a'}]}]}",
      "papers[0].cuts[0].at[0]", "a pixel of the canvas"
    ),
    ("{match: {}, counter: 'some'}", "counter", "\"exact\", \"empty\""),
    ("{match: {}, completed: 'maybe'}", "completed", "\"printed\", \"taken\""),
    ("{match: {}, scaling: ['zoom']}", "scaling[0]", "\"fill\""), ("{match: {}, tried: 1}", "tried", "true or false"),
    ("{match: {}, traySheets: 0}", "traySheets", "from 1"),
  ]

  @Test(arguments: mistakes)
  func `is not used with a mistake, which is named`(_ text: String, _ key: String, _ expected: String) {
    var text = text
    if text.hasPrefix("{match") { text = "{kind: 'printer', name: 'x', " + text.dropFirst() }
    let file = read(text)
    #expect(file.profile == nil)
    #expect(
      file.problems.contains { $0.key == key && $0.expected.contains(expected) },
      "\(text): \(file.problems.map(\.description))")
  }

  @Test func `comes with the program for these printers, without a problem`() {
    let profiles = PrinterProfileFolder.load([Self.bundled])
    #expect(profiles.problems.isEmpty, "\(profiles.problems.map(\.description))")
    for (model, id) in [
      ("Dai Nippon Printing DS620 - CUPS+Gutenprint v5.3.4", "dnp-ds620"),
      ("Dai Nippon Printing DSRX1 - CUPS+Gutenprint v5.3.4", "dnp-rx1"),
      ("Dai Nippon Printing DS40 - CUPS+Gutenprint v5.3.4", "dnp-ds40"),
      ("Citizen CX-02 - CUPS+Gutenprint v5.3.4", "citizen-cx-02"),
      ("Citizen CX-02W - CUPS+Gutenprint v5.3.4", "plain-ipp"), ("DNP DS620", "plain-ipp"),
      ("Mitsubishi CP-D70DW - CUPS+Gutenprint v5.3.4", "mitsubishi-d70"),
      ("HiTi P525L - CUPS+Gutenprint v5.3.4", "hiti-p520l"),
      ("Canon SELPHY CP1300 - CUPS+Gutenprint v5.3.4", "canon-selphy-cp1300"),
      ("Canon SELPHY CP1500", "canon-selphy-cp1500"),
      ("Example Printer", "plain-ipp"),
    ] {
      #expect(profiles.profile(for: model)?.id == id, "\(model)")
    }
    // A canvas that leaves white edges, or reaches more than 6 mm beyond the paper, is a slip of the pen.
    for profile in profiles.profiles {
      for paper in profile.papers {
        let most = PrintScale(dpi: paper.dpi).length(6)
        #expect((0...most).contains(paper.bleed.x) && (0...most).contains(paper.bleed.y), "\(profile.id)")
        #expect(!profile.isTried, "\(profile.id)")
      }
    }
  }

  @Test func `of the owner's takes the place of one of its name; others and what is no profile are left out`() throws {
    let folder = try TemporaryFolder()
    try folder.put(
      "dnp-ds620.json5", Array("{kind: 'printer', name: 'Mine', match: {models: ['*DS620*Gutenprint*']}}".utf8))
    try folder.put("bad.json5", Array("{kind: 'printer'}".utf8))
    try folder.put("camera.json5", Array("{kind: 'camera', name: 'x', match: {driver: 'v4l2'}}".utf8))
    try folder.put("notes.txt", [1])
    let profiles = PrinterProfileFolder.load([Self.bundled, folder.path, folder.path("nowhere")])
    #expect(profiles.profile(for: "Dai Nippon Printing DS620 - CUPS+Gutenprint v5.3.4")?.name == "Mine")
    #expect(Set(profiles.problems.map(\.file)) == [folder.path("bad.json5")])
  }
}
