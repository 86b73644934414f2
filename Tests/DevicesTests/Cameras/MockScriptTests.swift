import BoothCore
import BoothTesting
import Cameras
import FoundationEssentials
import Testing

@Suite("Mock camera's script") struct MockScriptTests {
  private func read(_ text: String) throws(MockScriptError) -> MockScript {
    try MockScript(json5: Array(text.utf8), file: "test.json5")
  }

  @Test func `an empty script is of drawn guests at 1080p with photos of 12 megapixels`() throws {
    let script = try read("{}")
    #expect(script == MockScript())
    #expect(script.size == PixelSize(width: 1920, height: 1080))
    #expect(script.stillSize.area == 12_000_000)
  }

  @Test func `all keys are read`() throws {
    let script = try read(
      """
      { // comments and trailing commas are welcome
        pictures: 'photos', size: "640x480", framesPerSecond: 15, layout: "jpeg", stillSize: "1000x750", seed: 7,
        faults: [
          {at: {frame: 90}, do: "lose", seconds: 2.5, repeat: true}, {at: {open: 1}, do: "fail", code: "busy"},
          {at: {seconds: 3}, do: "stall", seconds: 1}, {at: {start: 2}, do: "hang"}, {at: {still: 1}, do: "empty"},
        ],
      }
      """)
    let faults = [
      MockFault(at: .frame(90), .lose(backAfter: .milliseconds(2500)), repeats: true),
      MockFault(at: .open(1), .fail(.busy)), MockFault(at: .seconds(3), .stall(.seconds(1))),
      MockFault(at: .start(2), .hang), MockFault(at: .still(1), .empty),
    ]
    #expect(
      script
        == MockScript(
          pictures: "photos", size: PixelSize(width: 640, height: 480), framesPerSecond: 15, layout: .jpeg,
          stillSize: PixelSize(width: 1000, height: 750), seed: 7, faults: faults))
  }

  /// The script, the key that is named, and words of the explanation.
  static let mistakes: [(String, String, String)] = [
    ("{fps: 30}", "fps", "framesPerSecond"),
    ("{size: 1080}", "size", "1920x1080"),
    ("{size: \"1921x1080\"}", "size", "even"),
    ("{size: \"1920x\"}", "size", "1920x1080"),
    ("{stillSize: \"10x10\"}", "stillSize", "64"),
    ("{framesPerSecond: \"30\"}", "framesPerSecond", "whole number"),
    ("{framesPerSecond: 29.97}", "framesPerSecond", "whole number"),
    ("{framesPerSecond: 0}", "framesPerSecond", "1 to 240"),
    ("{layout: \"yuyv\"}", "layout", "\"i420\", \"jpeg\""),
    ("{seed: -1}", "seed", "0 or more"),
    ("{pictures: true}", "pictures", "path"),
    ("{faults: {}}", "faults", "list"),
    ("{faults: [3]}", "faults[0]", "object"),
    ("{faults: [{do: \"hang\"}]}", "faults[0].at", "such as {still: 2}, found nothing"),
    ("{faults: [{at: {still: 1}}]}", "faults[0].do", "unaskedPhoto"),
    ("{faults: [{at: {still: 1}, do: \"explode\"}]}", "faults[0].do", "explode"),
    ("{faults: [{at: {still: 0}, do: \"hang\"}]}", "faults[0].at.still", "1 or more"),
    ("{faults: [{at: {still: 1, open: 1}, do: \"hang\"}]}", "faults[0].at", "exactly one"),
    ("{faults: [{at: {photo: 1}, do: \"hang\"}]}", "faults[0].at.photo", "still"),
    ("{faults: [{at: 4, do: \"hang\"}]}", "faults[0].at", "object"),
    ("{faults: [{at: {frame: 1}, do: \"hang\"}]}", "faults[0].at", "can happen, found frame"),
    ("{faults: [{at: {still: 1}, do: \"stall\", seconds: 1}]}", "faults[0].at", "frame or seconds"),
    ("{faults: [{at: {still: 1}, do: \"slow\"}]}", "faults[0].seconds", "how long \"slow\" lasts"),
    (
      "{faults: [{at: {still: 1}, do: \"slow\", seconds: -1}]}", "faults[0].seconds", "0.001 to 86400 seconds, found -1"
    ),
    ("{faults: [{at: {still: 1}, do: \"hang\", seconds: 1}]}", "faults[0].seconds", "no time"),
    ("{faults: [{at: {still: 1}, do: \"hang\", code: \"busy\"}]}", "faults[0].code", "only \"fail\" has a code"),
    ("{faults: [{at: {still: 1}, do: \"fail\", code: \"bad\"}]}", "faults[0].code", "busy"),
    ("{faults: [{at: {still: 1}, do: \"empty\", repeat: 1}]}", "faults[0].repeat", "true or false"),
    ("{delays: {still: -1}}", "delays.still", "seconds from 0"),
    ("{delays: {still: \"1\"}}", "delays.still", "seconds from 0"),
    ("{delays: {lags: 1}}", "delays.lags", "one of open, start"),
    ("{delays: {firstFrame: [1, 2]}}", "delays.firstFrame", "one number"),
    ("{formats: 3}", "formats", "a list of at most 1000 texts"), ("{takesStills: 1}", "takesStills", "true or false"),
    ("[1]", "", "object"),
    ("{size: ", "line 1, column 8", "a value"),
    ("", "line 1, column 1", "a value"), ("{seed: 1, seed: 2}", "seed", "the key once"),
  ]

  @Test(arguments: mistakes)
  func `a mistake is refused with its file, its key and what was expected`(
    _ text: String, _ key: String, _ words: String
  ) {
    let error = #expect(throws: MockScriptError.self) { () throws(MockScriptError) in try read(text) }
    #expect(error?.file == "test.json5")
    #expect(error?.key == key)
    #expect(error?.detail.contains(words) == true, "\(error?.description ?? "")")
  }

  @Test func `the example in the devices' folder shows every fault and every key`() throws {
    let path = SourceTree.root.appending(path: "Devices/Cameras/mock.json5").path
    let script = try MockScript(file: path)
    #expect(Set(script.faults.map(\.action.name)) == Set(MockFault.Action.names))
    #expect(Set(script.faults.map(\.at.name)) == Set(MockFault.Moment.names))
    var plain = script
    plain.faults = []
    #expect(plain == MockScript())
  }

  @Test func `the pictures' folder is taken from the script's place`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "booth-script-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "a.json5")
    let photos = folder.appending(path: "photos").path
    try Data("{pictures: \"photos\"}".utf8).write(to: file)
    let missing = #expect(throws: MockScriptError.self) { try MockScript(file: file.path) }
    #expect(missing?.key == "pictures" && missing?.detail.contains(photos) == true)
    try FileManager.default.createDirectory(atPath: photos, withIntermediateDirectories: true)
    #expect(try MockScript(file: file.path).pictures == photos)
    try Data("{pictures: \"\(photos)\"}".utf8).write(to: file)
    #expect(try MockScript(file: file.path).pictures == photos)
    let error = #expect(throws: MockScriptError.self) { try MockScript(file: folder.path + "/none.json5") }
    #expect(error?.description.contains("none.json5") == true)
  }
}
