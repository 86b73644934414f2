import BoothCore
import Testing

@testable import ThenAndNow

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
}
