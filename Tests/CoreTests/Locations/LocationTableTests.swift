import BoothCore
import Testing

@testable import Locations

@Suite struct LocationTableTests {
  private func table(_ text: String) -> LocationTable { LocationTable(Array(text.utf8), file: "t.csv") }

  @Test func `columns stand in any order and under their usual names`() {
    let read = table("Länge;Datei;Name;Breite;Fotograf;junk\n35,2;a.jpg;\"Tor \"\"Jaffa\"\"; alt\";31,7;Bonfils;x\n")
    #expect(read.problems.map(\.column) == ["junk"] && read.problems[0].severity == .warning)
    #expect(read.rows.count == 1 && read.reading.contains("semicolons"))
    let row = read.rows.first
    #expect(row?.title == "Tor \"Jaffa\"; alt" && row?.picture == "a.jpg" && row?.provenance.author == "Bonfils")
    #expect(row?.place == Coordinate(latitude: 31.7, longitude: 35.2))
  }

  @Test func `metres of either convention are read, and those that may be thousands are asked back`() {
    let comma = table("title;lat;lon;accuracy\nA;31,7;35,2;1.234\nB;31,7;35,2;1,234\nC;31,7;35,2;1.234,5\n")
    #expect(comma.rows.map(\.accuracy) == [1234, 1.234, 1234.5] && comma.problems.isEmpty)
    let point = table("title,lat,lon,accuracy,bearing\nA,31.7,35.2,1.234,12.345\nB,31.7,35.2,\"1,234.5\",1e2\n")
    #expect(point.rows.map(\.accuracy) == [1.234, 1234.5] && point.rows.map(\.bearing) == [12.345, 100])
    let unknown = table("title;lat;lon;accuracy\nA;31;35;1.234\nB;31;35;4,5\n")
    #expect(unknown.rows.map(\.accuracy) == [4.5])
    #expect(unknown.problems.map(\.line) == [2] && unknown.problems[0].description.contains("1234 or 1.2340"))
  }

  @Test func `a wrong row is named by line and column, and the right ones come in`() {
    let read = table(
      "title,lat,lon,file,notes\nA,31.7,35.2,a.jpg,\"two\nlines\"\nB,131.7,35.2,b.jpg,\nC,31.7,35.2,c.jpg,=cmd|x\nD,31.7,35.2,d.jpg,a\"b\nE,31,35,e.jpg,\"open\nF,31.7,35.2,f.jpg,\n"
    )
    #expect(read.rows.map(\.title) == ["A", "C", "D", "F"])
    #expect(read.rows[0].notes == "two\nlines" && read.rows[1].notes == "=cmd|x" && read.rows[2].notes == "a\"b")
    #expect(read.problems.map(\.line) == [4, 7])
    #expect(read.problems.first?.description.hasPrefix("t.csv, line 4, lat: expected degrees from -90 to 90") == true)
  }

  @Test func `a row whose numbers are exchanged is told, by its range or by the other rows`() {
    let rows = (0..<5).map { "P\($0),31.7\($0),35.2,p.jpg" }.joined(separator: "\n")
    let read = table("title,lat,lon,file\n\(rows)\nX,35.2,31.7,x.jpg\nY,135.2,31.7,y.jpg\n")
    #expect(read.rows.count == 5)
    #expect(read.problems.count == 2 && read.problems.allSatisfy { $0.found.contains("swapped") })
  }

  @Test func `a row at 0, 0 is refused, and one thousands of kilometres from the others is named`() {
    let rows = (0..<5).map { "P\($0),31.7\($0),35.2,p.jpg" }.joined(separator: "\n")
    let read = table(
      "title,lat,lon,file\n\(rows)\nZero,0,0,z.jpg\nZeros,0.000000,-0.0,z.jpg\nSign,31.7,-35.2,s.jpg\nBeirut,33.9,35.5,b.jpg\n"
    )
    #expect(read.rows.map(\.title) == ["P0", "P1", "P2", "P3", "P4", "Sign", "Beirut"])
    #expect(read.problems.map(\.line) == [7, 8, 9])
    #expect(read.problems.map(\.severity) == [.error, .error, .warning])
    #expect(read.problems[0].found.contains("0, 0") && read.problems[2].found.contains("km away"))
    // On the equator or the first meridian is somewhere.
    #expect(table("title,lat,lon,file\nA,0,35.2,a.jpg\nB,51.4778,0,b.jpg\n").rows.count == 2)
    // Of a country, and of the world.
    let country = (0..<10).map { "P\($0),\(48 + Double($0) / 2),\(7 + $0 % 4),p.jpg" }.joined(separator: "\n")
    #expect(table("title,lat,lon,file\n\(country)\nX,-33.8,151.2,x.jpg\n").problems.map(\.line) == [12])
    let world = "A,51.5,-0.1,a.jpg\nB,40.7,-74,b.jpg\nC,-33.8,151.2,c.jpg\nD,35.6,139.7,d.jpg\nE,30,31.2,e.jpg"
    #expect(table("title,lat,lon,file\n\(world)\n").problems.isEmpty)
    // On both sides of the date line.
    let fiji = "A,-17,179.5,a.jpg\nB,-17.2,-179.6,b.jpg\nC,-17.1,179.8,c.jpg\nD,-17.3,-179.9,d.jpg\nE,-17.2,20,e.jpg"
    #expect(table("title,lat,lon,file\n\(fiji)\n").problems.map(\.line) == [6])
  }

  @Test func `encodings are found out, and said`() throws {
    let hebrew = try TableText([0xF9, 0xF2, 0xF8, 0x20, 0xE9, 0xF4, 0xE5])
    #expect(hebrew.text == "שער יפו" && hebrew.encoding.contains("1255"))
    let western = try TableText(Array("Stra".utf8) + [0xDF] + Array("e, M".utf8) + [0xFC] + Array("hle".utf8))
    #expect(western.text == "Straße, Mühle" && western.encoding.contains("1252"))
    #expect(try TableText([0xFF, 0xFE, 0x41, 0, 0xD0, 0x05]).text == "Aא")
    #expect(try TableText([0xEF, 0xBB, 0xBF, 0x41]).text == "A")
    #expect(throws: TableText.Fault.self) { try TableText([0x41, 0, 0x42]) }
  }

  @Test func `an export's rows have the app's header, quotes and bare numbers`() {
    var location = Location(
      id: LocationID("a")!, title: "Gate \"X\"", latitude: 31.7, longitude: 35.2, pair: "a",
      old: LocationPicture(name: "old.png", bytes: 1, checksum: "a"), createdAt: .init(unixSeconds: 0))
    location.notes = "=1\n2"
    #expect(ExportTables.historicalPath(of: location) == "images/historical/a_historical.png")
    #expect(
      ExportTables.locationsRow(location, historical: "h", new: "")
        == "\"a\",\"Gate \"\"X\"\"\",31.7,35.2,\"notVisited\",\"=1\n2\","
        + "\"https://www.google.com/maps/search/?api=1&query=31.7,35.2\",\"h\",\"\"")
    #expect(
      ExportTables.locationsHeader
        == "id,title,latitude,longitude,status,notes,google_maps_link,historical_image,new_image")
  }

  @Test func `a table of UTF-8 with a bad byte stays one, and its row is named`() throws {
    func bytes(_ place: String) -> [UInt8] {
      let rows = "title,lat,lon,file,notes\nשער יפו,31.7,35.2,a.jpg,\n"
      return Array((rows + place + ",31.7,35.2,b.jpg,\nבית,31.7,35.2,c.jpg,x\n").utf8).map { $0 == 0x07 ? 0xE9 : $0 }
    }
    let read = LocationTable(bytes("Caf\u{07}"), file: "t.csv")
    #expect(read.rows.map(\.title) == ["שער יפו", "בית"] && read.reading.contains("UTF-8"))
    #expect(read.problems.map(\.line) == [3])
    #expect(read.problems[0].found == "the byte 0xE9 (line 3, byte 4)")
    // Whatever the rest is, a table in another encoding stays one.
    let hebrew = try TableText([0x54, 0x2C, 0xF9, 0xF2, 0xF8, 0x20, 0xE9, 0xF4, 0xE5])
    #expect(hebrew.encoding.contains("1255") && hebrew.damages.isEmpty)
    #expect(try TableText(Array("Stra".utf8) + [0xDF, 0x65]).encoding.contains("1252"))
  }

  /// Five places within two kilometres of a point, and one with its two numbers exchanged.
  private func rows(around latitude: Double, _ longitude: Double, and last: (Double, Double)) -> LocationTable {
    let near = [(0, 0), (0.004, 0.003), (-0.005, 0.002), (0.003, -0.006), (-0.002, -0.004)]
    var text = "title,lat,lon,file\n"
    for (row, place) in near.enumerated() {
      var east = longitude + place.1
      if east > 180 { east -= 360 }
      if east < -180 { east += 360 }
      text += "P\(row),\(latitude + place.0),\(east),p.jpg\n"
    }
    return table(text + "X,\(last.0),\(last.1),x.jpg\n")
  }

  @Test func `exchanged numbers are told wherever on the earth exchanging them moves a place`() {
    var told = 0
    for latitude in stride(from: -84.0, through: 84, by: 7) {
      for longitude in stride(from: -180.0, to: 180, by: 7.5) {
        let read = rows(around: latitude, longitude, and: (longitude, latitude))
        if longitude.magnitude > 90 {
          #expect(read.problems.count == 1 && read.problems[0].found.contains("swapped"), "\(latitude), \(longitude)")
        } else {
          let (here, there) = (
            Coordinate(latitude: latitude, longitude: longitude), Coordinate(latitude: longitude, longitude: latitude)
          )
          let move = here.flatMap { here in there.map { here.distance(to: $0) } } ?? 0
          // Within some kilometres of the line on which both are the same there is nothing to tell.
          #expect((read.problems.count == 1) == (move > 12_000), "\(latitude), \(longitude) moves by \(move) m")
        }
        told += read.problems.count
      }
    }
    #expect(told > 1000)
  }

  @Test func `a row that is far away, or in a table without a middle, is not called exchanged`() {
    for (latitude, longitude) in [(31.77, 35.22), (-33.9, 18.4), (64.1, -21.9), (-17.5, 179.998), (0.5, 0.4)] {
      for far in [(-31.0, -70.0), (48.8, 2.3), (40.7, -74.0), (latitude + 1, longitude), (latitude, -longitude)] {
        let read = rows(around: latitude, longitude, and: far)
        #expect(read.problems.allSatisfy { $0.severity == .warning && !$0.found.contains("swapped") })
        #expect(read.rows.count == 6, "\(far) beside \(latitude), \(longitude)")
      }
    }
    let world = table("title,lat,lon,file\nA,31,35,a\nB,48,2,a\nC,-33,18,a\nD,40,-74,a\nE,35,31,a\nF,64,-21,a\n")
    #expect(world.rows.count == 6)
    #expect(table("title,lat,lon,file\nA,131,200,a\n").problems.allSatisfy { !$0.found.contains("swapped") })
  }

  @Test func `a registration is read back from its text number for number`() {
    let numbers = [1.5, -0.25, 1e-9, 0.1, 1, 12_345.678_9, 0, -1e-7, 1]
    let kept = KeptRegistration(
      verdict: "accepted", method: "features", confidence: 0.9, transform: numbers, program: "1", old: "a", new: "b")
    #expect(kept.transformText.flatMap(KeptRegistration.transform) == numbers)
    for text in ["", "1 2 3", "1 0 0 0 1 0 0 0 nan", "1 0 0 0 1 0 0 0 x"] {
      #expect(KeptRegistration.transform(text) == nil)
    }
  }

  @Test func `the covered part is read back from its text, and anything else is none`() {
    let region = KeptRegion(corners: [0.5, -1, 1e3, 2.25, 700, 650.125], share: 0.4375)
    #expect(KeptRegion(text: region.text) == region)
    for text in [
      "", "0.5", "0.5 1 1 2 2", "0.5 1 1 2 2 3", "1.5 1 1 2 2 3 0", "0.5 1 1 2 2 nan 0", "0.5 1 1 2 2 x 0",
      "0.5 1 1 2 2 2000000 0",
    ] { #expect(KeptRegion(text: text) == nil, "\(text)") }
  }

  @Test func `how sure each part is is read back from its digits, and anything else is none`() {
    let cells = KeptCells([0, 0.02, 0.5, 2.0 / 3, 1, -1] + Array(repeating: 0.25, count: 58))
    #expect(cells.tenths.prefix(6) == [0, 1, 5, 7, 9, 0])
    #expect(KeptCells(text: cells.text) == cells && cells.text.count == 64)
    for text in ["", "12", String(cells.text.dropLast()), cells.text + "1", String(cells.text.dropLast()) + "x"] {
      #expect(KeptCells(text: text) == nil, "\(text)")
    }
  }

  @Test func `a crop is read back as it is typed and as it is kept, and must lie within its picture`() {
    for (text, part) in [
      ("40, 30,1200,800", PixelRect(x: 40, y: 30, width: 1200, height: 800)), ("none", nil),
      ("0,0,32,32", PixelRect(x: 0, y: 0, width: 32, height: 32)),
    ] { #expect(KeptCrop(text: text) == KeptCrop(part, isFound: false)) }
    for text in [
      "", "auto", "1,2,3", "1,2,3,4,5", "-1,0,40,40", "a,0,40,40", "0,0,0,40", "0,0,99999999999999999999,40",
    ] {
      #expect(KeptCrop(text: text) == nil, "\(text)")
    }
    let found = KeptCrop(PixelRect(x: 4, y: 5, width: 600, height: 400), isFound: true)
    #expect(KeptCrop(kept: found.kept) == found && KeptCrop(kept: found.text)?.isFound == false)
    #expect(found.isWithin(PixelSize(width: 604, height: 405)) && found.isWithin(nil))
    #expect(!found.isWithin(PixelSize(width: 603, height: 405)) && !found.isWithin(PixelSize(width: 604, height: 404)))
    #expect(KeptCrop(nil, isFound: false).isWithin(PixelSize(width: 1, height: 1)))
    #expect(!KeptCrop(PixelRect(x: 0, y: 0, width: 31, height: 40), isFound: false).isWithin(nil))
  }

  /// A location with one version that lies on its old picture.
  private func aligned() -> Location {
    func picture(_ name: String, _ checksum: String) -> LocationPicture {
      LocationPicture(name: name, bytes: 1, checksum: checksum)
    }
    var location = Location(
      id: LocationID("a")!, title: "A", latitude: 31, longitude: 35, pair: "a", old: picture("old.jpg", "0"),
      createdAt: WallTime(unixSeconds: 0))
    var version = LocationVersion(
      id: "v", picture: picture("versions/v.jpg", "0"), takenAt: WallTime(unixSeconds: 1000))
    var kept = KeptRegistration(
      verdict: "accepted", method: "points", confidence: 0.75, transform: [1, 0, 5, 0, 1, 6, 0, 0, 1], program: "1",
      old: "0", new: "0")
    kept.region = KeptRegion(corners: [0, 0, 10, 0, 10, 10.5], share: 0.25)
    kept.deviation = 0.0125
    kept.cells = KeptCells(tenths: (0..<64).map { $0 % 10 })
    version.registration = kept
    location.versions = [version]
    location.chosen = "v"
    location.crop = KeptCrop(PixelRect(x: 4, y: 5, width: 600, height: 400), isFound: true)
    return location
  }

  @Test func `the covered part goes along with an export, and one without it is still read`() throws {
    let location = aligned()
    let rows = ExportTables.provenanceRows(location, files: ["v": "v.jpg"])
    let text = ([ExportTables.provenanceHeader] + rows).joined(separator: "\n") + "\n"
    let read = ProvenanceTable(Array(text.utf8), file: "p")
    #expect(read.problems.isEmpty)
    #expect(read.entries[location.id]?.versions.first?.registration == location.versions[0].registration)
    #expect(read.entries[location.id]?.crop == location.crop)
    // An export of before, and one whose region is none.
    func without(_ line: String) -> String {
      String(
        line.split(separator: ",", omittingEmptySubsequences: false).dropLast(line.hasPrefix("id,") ? 4 : 7).joined(
          separator: ","))
    }
    let older = ([ExportTables.provenanceHeader] + rows).map(without).joined(separator: "\n") + "\n"
    let before = ProvenanceTable(Array(older.utf8), file: "p").entries[location.id]?.versions.first?.registration
    #expect(before?.transform == [1, 0, 5, 0, 1, 6, 0, 0, 1] && before?.region == nil && before?.deviation == nil)
    #expect(before?.cells == nil)
    for (right, wrong) in [
      ("0.25 0.0", "7 0.0"), ("\"0.0125\"", "\"-1\""), ("\"0.0125\"", "\"x\""), ("0123456789", "x123456789"),
    ] {
      #expect(text.contains(right))
      let bad = ProvenanceTable(Array(text.replacing(right, with: wrong).utf8), file: "p")
      #expect(bad.problems.map(\.column) == ["verdict"] && bad.entries.isEmpty, "\(wrong)")
    }
  }
}
