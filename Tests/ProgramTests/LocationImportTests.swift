import BoothArchives
import BoothCore
import BoothTesting
import Foundation
import Imaging
import Testing

@testable import CommandSupport

/// What `booth location import` and `export` say of what people give them.
@Suite(.timeLimit(.minutes(15))) struct LocationImportTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func picture(_ shade: UInt8) throws -> [UInt8] {
    try JPEGCodec().encode(
      Bitmap(size: PixelSize(width: 60, height: 40), color: RGBColor(red: shade, green: 90, blue: 20)))
  }

  private func run(_ arguments: [String], data: String = "data") async throws -> Program.Outcome {
    try await Program.run(["location"] + arguments + ["--data", folder.path(data)])
  }

  private struct Imported: Decodable {
    var added: [String], known: [String], leftOut: Int
  }

  private func bring(_ code: Int32) async throws -> (Imported, words: String) {
    let checked = try await run(["import", folder.path("in"), "--json", "--check"])
    let answer = try JSONDecoder().decode(Imported.self, from: Data(checked.output.utf8))
    let outcome = try await run(["import", folder.path("in")])
    #expect(outcome.code == code, "\(outcome.output)\(outcome.errors)")
    return (answer, outcome.output + outcome.errors)
  }

  @Test func `rows that bring one id or one picture twice are said, and counted as rows`() async throws {
    for shade: UInt8 in 1...3 { try folder.put("in/\(shade).jpg", picture(shade * 40)) }
    try folder.put(
      "in/places.csv",
      Array(
        """
        id,title,lat,lon,file,bearing
        gate,Gate,31.7,35.2,1.jpg,
        gate,Other gate,31.7,35.2,2.jpg,
        GATE,Third gate,31.7,35.2,3.jpg,
        ,Square,31.7,35.2,2.jpg,
        ,Square,31.7,35.2,2.jpg,
        ,Nowhere,99,999,3.jpg,400

        """.utf8))
    let (answer, words) = try await bring(1)
    #expect(answer.added.count == 2 && answer.known.isEmpty && answer.leftOut == 4)
    #expect(words.contains("line 3, id: expected each id once; found \"gate\" again, which line 2 has"))
    #expect(words.contains("line 4, id: expected each id once"))
    #expect(words.contains("line 6: expected each picture once"))
    #expect(words.contains("2 locations came in, 0 were there already, 4 left out"), "\(words)")
    // The next import knows what is there, and says the same of the table itself.
    let (again, later) = try await bring(1)
    #expect(again.added.isEmpty && again.known.count == 2 && again.leftOut == 4, "\(later)")
  }

  @Test func `an id that only capitals tell from one that is there is said, as some disks fold them`() async throws {
    try folder.put("in/1.jpg", picture(40))
    try folder.put("in/places.csv", Array("id,title,lat,lon,file\ngate,Gate,31.7,35.2,1.jpg\n".utf8))
    _ = try await bring(0)
    try folder.put("in/places.csv", Array("id,title,lat,lon,file\nGate,Gate,31.7,35.2,1.jpg\n".utf8))
    let (answer, words) = try await bring(1)
    #expect(answer.leftOut == 1 && words.contains("there is \"gate\""))
    let added = try await run(["add", folder.path("in/1.jpg"), "--id", "GATE", "--at", "31,35"])
    #expect(added.code == 1 && added.errors.contains("in capitals alone"), "\(added.errors)")
  }

  /// As the Finder compresses a folder on a disk that keeps no such facts itself.
  @Test func `a picture that is too small comes in, and its size and what is needed are said`() async throws {
    try folder.put("in/1.jpg", picture(40))
    try folder.put("in/places.csv", Array("id,title,lat,lon,file\ngate,Gate,31.7,35.2,1.jpg\n".utf8))
    let (answer, words) = try await bring(0)
    let needed = "60x40 pixels; at least 64 each way are needed to align it, and 640 or more are better"
    #expect(answer.added == ["gate"] && words.contains("warning: places.csv, line 2") && words.contains(needed))
    let added = try await run(["add", folder.path("in/1.jpg"), "--id", "square", "--at", "31,35"])
    #expect(added.code == 0 && added.output.contains("note: the picture is small: it has \(needed)"))
    let doctor = try await Program.run(["doctor", "--data", folder.path("data")])
    #expect(doctor.output.contains("2 locations have a picture that is too small") && doctor.output.contains(needed))
    try folder.put(
      "large.jpg", JPEGCodec().encode(Bitmap(size: PixelSize(width: 300, height: 200), color: .white)))
    let pair = [folder.path("in/1.jpg"), folder.path("large.jpg")]
    let aligned = try await run(["align"] + pair)
    #expect(aligned.output.contains("not sure: the old picture is too small: it has \(needed)"), "\(aligned)")
    #expect(!aligned.output.contains("unreadable") && !aligned.output.contains("cannot be read"))
  }

  @Test func `an archive packed on a Mac comes in as the folder does`() async throws {
    let table = Array("id,title,lat,lon,file\ngate,Gate,31.7,35.2,1.jpg\n".utf8)
    let double: [UInt8] = [0, 5, 0x16, 7, 0, 2, 0, 0] + Array("Mac OS X        ".utf8)
    var (archive, bytes) = (ZIPArchive(), [UInt8]())
    let made = CivilMoment(Date(timeIntervalSince1970: 1_700_000_000), secondsFromUTC: 0)
    for (name, content) in [
      ("in/1.jpg", try picture(40)), ("in/places.csv", table), ("__MACOSX/in/._places.csv", double),
      ("__MACOSX/in/._1.jpg", double), ("__MACOSX/._in", double), ("in/.DS_Store", [0, 0, 0, 1]),
      ("in/._1.jpg", double),
    ] {
      var checksum = CRC32()
      checksum.add(content)
      bytes += archive.begin(
        ZIPArchive.File(name: name, sizeBytes: UInt64(content.count), checksum: checksum.value, made: made))
      bytes += content
    }
    for piece in archive.end() { bytes += piece }
    try folder.put("mac.zip", bytes)
    let outcome = try await run(["import", folder.path("mac.zip")])
    #expect(
      outcome.code == 0 && outcome.output.contains("came in, 0 were there already"),
      "\(outcome.output)\(outcome.errors)")
    #expect(!(outcome.output + outcome.errors).contains("._"))
  }

  @Test func `Excel's Unicode text beside the pictures is the table, and exiftool's coordinates are read`() async throws
  {
    try folder.put("in/1.jpg", picture(40))
    try folder.put("in/readme.txt", Array("Dear reader,\tthis is no table".utf8))
    let text = "title\tlat\tlon\tfile\r\nTor\t31 deg 46' 36.00\" N\t\"35 deg 13' 39.00\"\" E\"\t1.jpg\r\n"
    var bytes: [UInt8] = [0xFF, 0xFE]
    for unit in text.utf16 { bytes += [UInt8(unit & 255), UInt8(unit >> 8)] }
    try folder.put("in/places.txt", bytes)
    let (answer, words) = try await bring(0)
    #expect(answer.added.count == 1, "\(words)")
  }

  @Test(arguments: ["places.xlsx", "Orte.XLS", "places.ods"])
  func `a workbook beside the pictures is not passed over: the words say what to save`(_ name: String) async throws {
    try folder.put("in/1.jpg", picture(40))
    try folder.put("in/\(name)", [0x50, 0x4B, 3, 4])
    let outcome = try await run(["import", folder.path("in")])
    #expect(
      outcome.code == 64 && outcome.errors.contains(name) && outcome.errors.contains("CSV UTF-8"), "\(outcome.errors)")
  }

  @Test func `a folder with nothing to bring in is said to be one`() async throws {
    try folder.put("in/readme.txt", [65])
    let nothing = try await run(["import", folder.path("in")])
    #expect(nothing.code == 64 && nothing.errors.contains("no table (CSV) and no picture"), "\(nothing.errors)")
    try folder.put("in/places.csv", Array("title,lat,lon,file\n".utf8))
    let empty = try await run(["import", folder.path("in")])
    #expect(empty.code == 0 && empty.output.contains("no row below its column names"), "\(empty.output)")
  }

  @Test func `an export takes nobody's file without being asked to`() async throws {
    try folder.put("in/1.jpg", picture(40))
    // Two versions whose files would have one name.
    try folder.put("in/places.csv", Array("id,title,lat,lon,file\na,A,31.7,35.2,1.jpg\na_b,B,31.7,35.2,1.jpg\n".utf8))
    _ = try await bring(0)
    try folder.put("out/pairs.zip", [1, 2, 3])
    let refused = try await run(["export", "--out", folder.path("out/pairs.zip")])
    #expect(refused.code == 73 && refused.errors.contains("--replace"), "\(refused.errors)")
    #expect(try folder.read("out/pairs.zip") == [1, 2, 3])
    let replaced = try await run(["export", "--out", folder.path("out/pairs.zip"), "--replace"])
    #expect(replaced.code == 0, "\(replaced.errors)")
    let folderRefused = try await run(["export", "--out", folder.path("out"), "--replace"])
    #expect(folderRefused.code == 73 && folderRefused.errors.contains("name a new folder"), "\(folderRefused.errors)")
    #expect(try folder.files(under: "out") == ["pairs.zip"])
    let back = try await run(["import", folder.path("out/pairs.zip")], data: "other")
    #expect(back.code == 0 && back.output.contains("2 locations came in"), "\(back.output)")
  }

  @Test func `versions whose names run into each other are exported apart, and come back`() async throws {
    for shade: UInt8 in 1...4 { try folder.put("in/\(shade).jpg", picture(shade * 50)) }
    try folder.put(
      "in/locations.csv", Array("id,title,lat,lon,file\na,A,31.7,35.2,1.jpg\na_b,B,31.7,35.2,2.jpg\n".utf8))
    let header =
      "id,pair,archive,signature,author,date,licence,link,bearing,accuracy,historical_image_url,new_image_url,"
      + "created_at,updated_at,chosen,version,file,taken_at,session\n"
    func row(_ id: String, _ version: String, _ file: String) -> String {
      let time = "2026-01-01T10:00:00Z"
      return "\(id),\(id),,,,,,,,,,,\(time),\(time),\(version),\(version),\(file),\(time),\n"
    }
    try folder.put("in/provenance.csv", Array((header + row("a", "b_c", "3.jpg") + row("a_b", "c", "4.jpg")).utf8))
    _ = try await bring(0)
    for out in ["pairs.zip", "pairs"] {
      let exported = try await run(["export", "--out", folder.path(out)])
      #expect(exported.code == 0, "\(exported.errors)")
      let back = try await run(["import", folder.path(out)], data: "back-\(out)")
      #expect(back.code == 0, "\(back.output)\(back.errors)")
      for (id, file) in [("a", "3.jpg"), ("a_b", "4.jpg")] {
        let versions = folder.path("back-\(out)/locations/\(id)/versions")
        let name = try #require(try FileManager.default.contentsOfDirectory(atPath: versions).first)
        #expect(try folder.read("back-\(out)/locations/\(id)/versions/\(name)") == folder.read("in/\(file)"))
      }
    }
  }

  // MARK: Where this machine is

  /// What gpsd 3.22 said, with the time that the test has.
  private static func tpv(mode: Int) -> String {
    let time = ISO8601DateFormatter().string(from: Date())
    return #"{"class":"DEVICES","devices":[{"class":"DEVICE","path":"/dev/ttyACM0"}]}"# + "\n"
      + #"{"class":"TPV","device":"/dev/ttyACM0","mode":\#(mode),"time":"\#(time)","lat":31.7767,"lon":35.2276,"#
      + #""eph":4.5}"# + "\n"
  }
  private static let hello =
    #"{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}"# + "\n"

  @Test func `with a gpsd, gps is a place to add at, to look from, and where a photo is taken`() async throws {
    let server = try LineServer(greeting: Self.hello, answer: { Self.tpv(mode: 3) })
    defer { server.stop() }
    let gps = ["--gpsd", "127.0.0.1:\(server.port)"]
    try folder.put("old.jpg", picture(90))
    let added = try await run(["add", folder.path("old.jpg"), "--id", "gate", "--at", "gps"] + gps)
    #expect(added.code == 0, "\(added.errors)")
    struct Shown: Decodable {
      struct Version: Decodable { var latitude: Double?, longitude: Double?, accuracyMetres: Double?, picture: Picture }
      struct Picture: Decodable { var width: Int?, height: Int? }
      var latitude: Double, longitude: Double, accuracyMetres: Double?, distance: String?, versions: [Version]
    }
    let table = try await run(["list", "--near", "gps"] + gps).output.split(separator: "\n")
    #expect(
      table.map { $0.split(separator: " ").first ?? "" } == ["LOCATION", "gate"] && table[0].contains("DISTANCE"),
      "\(table)")
    #expect(try await run(["list"]).output.split(separator: "\n").first?.contains("POSITION") == true)
    let list = try await run(["list", "--near", "gps", "--json"] + gps)
    let shown = try JSONDecoder().decode([Shown].self, from: Data(list.output.utf8))
    #expect(shown.map(\.distance) == ["0 m"] && shown[0].accuracyMetres == 4.5 && shown[0].latitude == 31.7767)
    let played = try await Program.run(
      ["run", "--mock-camera", "--lab", "--sessions", "1", "--location", "gate", "--screen", "log"] + [
        "--data", folder.path("data"),
      ], environment: ["BOOTH_GPSD": "127.0.0.1:\(server.port)"])
    #expect(played.code == 0, "\(played.errors)")
    let after = try await run(["show", "gate", "--json"])
    let version = try #require(
      try JSONDecoder().decode(Shown.self, from: Data(after.output.utf8)).versions.first, "\(after.output)")
    #expect(version.latitude == 31.7767 && version.longitude == 35.2276 && version.accuracyMetres == 4.5)
    #expect(version.picture.width != nil && version.picture.height != nil)
  }

  @Test func `why there is no position is said in a sentence`() async throws {
    let blind = try LineServer(greeting: Self.hello, answer: { Self.tpv(mode: 1) }, closes: true)
    defer { blind.stop() }
    let none = try await run(["list", "--near", "gps", "--gpsd", "127.0.0.1:\(blind.port)"])
    #expect(none.code == 69 && none.errors.contains("has no fix yet"), "\(none.errors)")
    let nobody = try await run(["list", "--near", "gps", "--gpsd", "127.0.0.1:1"])
    #expect(nobody.code == 69 && nobody.errors.contains("no gpsd answers at 127.0.0.1:1"), "\(nobody.errors)")
    let nonsense = try await run(["list", "--near", "gps", "--gpsd", "a b"])
    #expect(nonsense.code == 64 && nonsense.errors.contains("is no address of a gpsd"), "\(nonsense.errors)")
    let off = try await run(["list", "--near", "gps", "--gpsd", "none"])
    #expect(off.code == 64, "\(off.errors)")
  }

  /// A real gpsd, where there is one, that hears sentences of a receiver over UDP.
  private static let daemon = ["/usr/sbin/gpsd", "/usr/local/sbin/gpsd"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  @Test(.enabled(if: daemon != nil, "no gpsd is installed here (apt-get install gpsd)"))
  func `a real gpsd that hears a receiver says where this machine is`() async throws {
    let (port, heard) = (Int.random(in: 20_000..<30_000), Int.random(in: 30_000..<32_000))
    let process = Process()
    process.executableURL = URL(filePath: try #require(Self.daemon))
    process.arguments = ["-N", "-n", "-S", "\(port)", "udp://127.0.0.1:\(heard)"]
    (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
    let hasEnded = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in hasEnded.signal() }
    try process.run()
    defer {
      process.terminate()
      hasEnded.wait()
    }
    let receiver = SimulatedReceiver(port: heard, latitude: 31.7767, longitude: 35.2276)
    defer { receiver.stop() }
    try folder.put("old.jpg", picture(90))
    var words = ""
    // Until it has started and believes its receiver.
    _ = try await Program.until {
      let added = try await run(
        ["add", folder.path("old.jpg"), "--id", "gate", "--at", "gps", "--gpsd", "127.0.0.1:\(port)"])
      words = added.errors
      return added.code == 0
    }
    let list = try await run(["list", "--near", "31.7767,35.2276"])
    #expect(list.output.contains("0 m"), "\(words)")
  }
}
