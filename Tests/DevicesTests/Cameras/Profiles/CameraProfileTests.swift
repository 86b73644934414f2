import BoothCore
import BoothTesting
import Cameras
import ConfigFiles
import FoundationEssentials
import Testing

@Suite("Camera profiles") struct CameraProfileTests {
  private static let bundled = SourceTree.root.appending(path: "Devices/Cameras").path

  private func read(_ text: String) -> CameraProfileFile {
    CameraProfileFile(bytes: Array(text.utf8), file: "test.json5", id: "test")
  }

  // MARK: Reading

  @Test func `everything that can be said is read`() throws {
    let file = read(
      """
      {
        kind: "camera", name: "Test", rotation: 90, triggerLagMilliseconds: 120,
        match: { driver: "v4l2", usb: ["046d:082D", "534d:*"], models: ["*C920*"] },
        v4l2: {
          formats: [{ format: "MJPG", size: "1920x1080", framesPerSecond: 30 }, { format: "NV12" }],
          controls: { exposure_auto: "Manual Mode", exposure_absolute: 200, focus_auto: false, "0x00980900": 3 },
          still: { format: "YUYV", size: "2304x1536", skipFrames: 1 },
        },
        recovery: { usbReset: false, power: { hub: "1-1.4", port: 2 }, powerOffSeconds: 5, settleSeconds: 1.5 },
      }
      """)
    let profile = try #require(file.profile, "\(file.problems)")
    #expect(profile.id == "test" && profile.name == "Test")
    #expect(profile.match.usb == [USBIdentity(vendor: 0x046D, product: 0x082D)])
    #expect(profile.match.vendors == [0x534D] && profile.match.models == ["*C920*"])
    #expect(profile.rotationDegrees == 90 && profile.triggerLag == .milliseconds(120))
    #expect(
      profile.v4l2.formats == [
        .init(code: "MJPG", size: PixelSize(width: 1920, height: 1080), framesPerSecond: 30), .init(code: "NV12"),
      ])
    #expect(
      profile.v4l2.controls.map { "\($0.name) \(String($0.number, radix: 16)) \($0.value)" } == [
        "exposure_auto 9a0901 Manual Mode", "exposure_absolute 9a0902 200", "focus_auto 9a090c false",
        "0x00980900 980900 3",
      ])
    #expect(
      profile.v4l2.still
        == .switching(.init(code: "YUYV", size: PixelSize(width: 2304, height: 1536)), skipFrames: 1))
    #expect(profile.recovery.power == .hub("1-1.4", port: 2) && !profile.recovery.usbReset)
    #expect(profile.recovery.powerOff == .seconds(5) && profile.recovery.settle == .milliseconds(1500))
  }

  @Test func `so is what libgphoto2 takes`() throws {
    let file = read(
      """
      {
        kind: "camera", name: "Test", match: { driver: "gphoto2", models: ["*EOS*"] },
        gphoto2: {
          standby: { capturemode: "Single Shot", iso: 400, autofocus: true }, still: { imageformat: "#2" },
          preview: {}, afterFailedPhoto: {}, captureTarget: "card", raw: "leave", afterDownload: "delete",
          autofocus: { tries: 2, busyMeansNoFocus: true, ahead: { autofocusdrive: true }, aheadSeconds: 0.8 },
          keepAliveSeconds: 5,
          liveView: { framesPerSecond: 20, restartSeconds: 0 }, limits: { photoSeconds: 14, exposureSeconds: 10 },
        },
        recovery: { power: { chip: "gpiochip0", line: 17 } },
      }
      """)
    let gphoto2 = try #require(file.profile?.gphoto2, "\(file.problems)")
    #expect(gphoto2.standby == [.init("capturemode", "Single Shot"), .init("iso", "400"), .init("autofocus", "1")])
    #expect(gphoto2.still == [.init("imageformat", "#2")] && gphoto2.afterFailedPhoto == [])
    #expect(gphoto2.captureTarget == .card && !gphoto2.keepsRaw && gphoto2.deletesFromCamera)
    #expect(gphoto2.focusTries == 2 && gphoto2.busyMeansNoFocus && gphoto2.keepAlive == .seconds(5))
    #expect(gphoto2.focusAhead == [.init("autofocusdrive", "1")])
    #expect(file.profile?.shutter == ShutterTiming(focus: .milliseconds(800)))
    #expect(gphoto2.liveViewRate == 20 && gphoto2.liveViewRestart == .zero)
    #expect(gphoto2.limits.photo == .seconds(14) && gphoto2.limits.open == nil)
    #expect(file.profile?.recovery.power == .relay(chip: "gpiochip0", line: 17))
  }

  static let mistakes: [(String, key: String, expected: String)] = [
    ("[1]", "", "an object"), ("{", "line 1, column 2", "a key"), ("{}", "kind", "\"camera\""),
    ("{kind: 'panel'}", "kind", "\"camera\""), ("{kind: 'camera', nmae: 'x'}", "nmae", "one of kind, name"),
    ("{name: 7}", "name", "a text"), ("{name: 'a', name: 'b'}", "name", "the key once"), ("{}", "match", "an object"),
    ("{match: {driver: 'v4l'}}", "match.driver", "\"v4l2\", \"gphoto2\""),
    ("{match: {driver: 'v4l2', usb: ['C920']}}", "match.usb[0]", "046d:082d"),
    ("{match: {driver: 'v4l2', usb: ['046d:82d']}}", "match.usb[0]", "046d:082d"),
    ("{match: {driver: 'v4l2', models: ['*']}}", "match.models[0]", "a pattern"),
    ("{match: {driver: 'v4l2'}, gphoto2: {}}", "gphoto2", "no such key"), ("{rotation: 45}", "rotation", "0, 90"),
    ("{triggerLagMilliseconds: -1}", "triggerLagMilliseconds", "from 0"),
    ("{v4l2: {formats: [{format: 'H264'}]}}", "v4l2.formats[0].format", "\"MJPG\""),
    ("{v4l2: {formats: [{format: 'MJPG', size: 'big'}]}}", "v4l2.formats[0].size", "1920x1080"),
    ("{v4l2: {controls: {exposure: 1}}}", "v4l2.controls.exposure", "exposure_absolute"),
    ("{v4l2: {controls: {focus_absolute: 1.5}}}", "v4l2.controls.focus_absolute", "a whole number"),
    (
      "{v4l2: {controls: {focus_auto: 0, focus_automatic_continuous: 0}}}", "v4l2.controls.focus_automatic_continuous",
      "each control once"
    ),
    ("{v4l2: {still: 'best'}}", "v4l2.still", "\"stream\""),
    ("{v4l2: {still: {format: 'MJPG'}}}", "v4l2.still.size", "2304"),
    ("{recovery: {power: {hub: '1-1'}}}", "recovery.power", "either hub and port"),
    ("{recovery: {settleSeconds: 'soon'}}", "recovery.settleSeconds", "seconds"),
  ]

  @Test(arguments: mistakes)
  func `a mistake is named by its key and what was expected`(
    _ text: String, _ key: String, _ expected: String
  ) throws {
    // What the mistake is not about is there.
    var text = text
    if text.hasPrefix("{"), text.count > 2 {
      var rest = ""
      if !text.contains("kind:") { rest += "kind: 'camera', " }
      if !text.contains("name:") && !text.contains("nmae:") { rest += "name: 'x', " }
      if !text.contains("match:") { rest += "match: {driver: 'v4l2'}, " }
      text = "{" + rest + text.dropFirst()
    }
    let file = read(text)
    #expect(file.profile == nil)
    let problem = file.problems.first { $0.key == key && $0.expected.contains(expected) }
    #expect(problem != nil, "\(text): \(file.problems.map(\.description))")
  }

  static let gphoto2Mistakes: [(String, String)] = [
    ("standby: {iso: []}", "gphoto2.standby.iso"), ("captureTarget: 'sd'", "gphoto2.captureTarget"),
    ("autofocus: {tries: 0}", "gphoto2.autofocus.tries"), ("raw: true", "gphoto2.raw"),
    ("limits: {photoSeconds: 5, exposureSeconds: 5}", "gphoto2.limits.exposureSeconds"),
    ("liveView: {fps: 5}", "gphoto2.liveView.fps"),
  ]

  @Test(arguments: gphoto2Mistakes) func `also in what libgphoto2 takes`(_ text: String, _ key: String) {
    let file = read("{kind: 'camera', name: 'x', match: {driver: 'gphoto2'}, gphoto2: {\(text)}}")
    #expect(file.profile == nil && file.problems.map(\.key) == [key], "\(file.problems)")
  }

  @Test func `all mistakes are listed at once`() {
    let file = read("{kind: 'camera', colour: 1, match: {driver: 'v4l2', usb: [1, 2]}, rotation: 'up'}")
    #expect(file.problems.map(\.key) == ["colour", "name", "match.usb[0]", "match.usb[1]", "rotation"])
  }

  // MARK: Matching

  private static func profile(_ id: String, _ match: (inout CameraMatch) -> Void) -> CameraProfile {
    var profile = CameraProfile(id: id, name: id, match: CameraMatch(driver: .v4l2))
    match(&profile.match)
    return profile
  }

  @Test func `the nearest profile is used: exact, by name, by maker, general`() {
    let profiles = CameraProfiles([
      Self.profile("name") { $0.models = ["*HD Pro Webcam*"] }, Self.profile("short name") { $0.models = ["*Webcam*"] },
      Self.profile("exact") { $0.usb = [USBIdentity(vendor: 0x046D, product: 0x082D)] },
      Self.profile("maker") { $0.vendors = [0x046D] }, Self.profile("general") { _ in },
    ])
    func best(_ model: String, _ usb: String?, _ driver: CameraProfile.Driver = .v4l2) -> String? {
      profiles.profile(for: CameraIdentity(driver: driver, model: model, usb: usb.flatMap { USBIdentity($0) }))?.id
    }
    #expect(best("HD Pro Webcam C920", "046d:082d") == "exact")
    #expect(best("hd pro webcam c920", "046d:0001") == "name")
    #expect(best("A Webcam", nil) == "short name")
    #expect(best("Something", "046d:0001") == "maker")
    #expect(best("Something", "1234:5678") == "general")
    #expect(best("HD Pro Webcam C920", "046d:082d", .gphoto2) == nil)
  }

  @Test func `of equal profiles the later is used, and one of the same name takes the earlier's place`() {
    var profiles = CameraProfiles([Self.profile("a") { $0.models = ["X*"] }, Self.profile("b") { $0.models = ["*X"] }])
    let camera = CameraIdentity(driver: .v4l2, model: "X")
    #expect(profiles.profile(for: camera)?.id == "b")
    profiles.add(Self.profile("a") { $0.models = ["X*"] })
    #expect(profiles.profile(for: camera)?.id == "a" && profiles.profiles.count == 2)
  }

  // MARK: Files

  @Test func `every bundled file is right, and the mock's script is known as one`() throws {
    let profiles = CameraProfileFolder.load([Self.bundled])
    #expect(profiles.problems == [])
    #expect(
      profiles.profiles.map(\.id).sorted() == [
        "canon-eos", "elgato-cam-link-4k", "hdmi-capture-ms2109", "logitech-brio", "logitech-c920", "nikon-d",
        "nikon-d3400", "sony-alpha", "uvc-webcam",
      ])
    #expect(DeviceFile.read(Self.bundled + "/mock.json5") == .success(.mock))
  }

  static let cameras: [(CameraProfile.Driver, String, String?, String)] = [
    (.v4l2, "HD Pro Webcam C920", "046d:082d", "logitech-c920"), (.v4l2, "Logitech BRIO", nil, "logitech-brio"),
    (.v4l2, "USB Video: USB Video", "534d:2109", "hdmi-capture-ms2109"), (.v4l2, "vivid", nil, "uvc-webcam"),
    (.v4l2, "Cam Link 4K", "0fd9:0066", "elgato-cam-link-4k"),
    (.gphoto2, "Canon EOS 2000D", "04a9:32e1", "canon-eos"), (.gphoto2, "Canon Inc. Canon EOS R50", nil, "canon-eos"),
    (.gphoto2, "Nikon DSC D7500", "04b0:0440", "nikon-d"), (.gphoto2, "Nikon Corporation D7500", nil, "nikon-d"),
    (.gphoto2, "Nikon Corporation D3500", nil, "nikon-d3400"),
    (.gphoto2, "Nikon DSC D3400", "04b0:043d", "nikon-d3400"),
    (.gphoto2, "Sony Alpha-A7 III (PC Control)", "054c:0c34", "sony-alpha"),
    (.gphoto2, "Sony Corporation ILCE-6400", nil, "sony-alpha"),
  ]

  @Test(arguments: cameras) func `real cameras get their profiles`(
    _ driver: CameraProfile.Driver, _ model: String, _ usb: String?, _ id: String
  ) {
    let profiles = CameraProfileFolder.load([Self.bundled])
    let camera = CameraIdentity(driver: driver, model: model, usb: usb.flatMap { USBIdentity($0) })
    #expect(profiles.profile(for: camera)?.id == id)
  }

  @Test func `the owner's file takes the place of the program's, and a wrong one is named`() throws {
    let folder = try TemporaryFolder()
    let text = "{kind: 'camera', name: 'Mine', match: {driver: 'v4l2'}}"
    try folder.put("uvc-webcam.json5", Array(text.utf8))
    try folder.put("broken.json5", Array("{kind: 'camera'".utf8))
    try folder.put("notes.txt", Array("not a profile".utf8))
    let profiles = CameraProfileFolder.load([Self.bundled, folder.path, folder.path("nowhere")])
    #expect(profiles.profile(for: CameraIdentity(driver: .v4l2, model: "vivid"))?.name == "Mine")
    #expect(profiles.problems.map(\.file) == [folder.path("broken.json5")])
    guard case .success(.panel) = DeviceFile.read(Self.bundled + "/../Panels/keyboard.json5") else {
      Issue.record("a panel was not known as one")
      return
    }
  }

  @Test func `a mock's script tells all its mistakes, as a profile does`() throws {
    let folder = try TemporaryFolder()
    let text = "{kind: 'mock', size: 'big', faults: [{at: {still: 1}, do: 'slow'}, {at: {photo: 1}, do: 'hang'}]}"
    try folder.put("script.json5", Array(text.utf8))
    guard case .failure(let trouble) = DeviceFile.read(folder.path("script.json5")) else {
      Issue.record("the script was accepted")
      return
    }
    #expect(trouble.problems.map(\.key) == ["size", "faults[0].seconds", "faults[1].at.photo"])
  }

  @Test func `a file that is not there, or is of no kind, says so`() throws {
    let folder = try TemporaryFolder()
    try folder.put("odd.json5", Array("{kind: 'robot'}".utf8))
    for (name, words) in [("odd.json5", "\"camera\", \"panel\", \"printer\", \"mock\""), ("none.json5", "can be read")]
    {
      guard case .failure(let trouble) = DeviceFile.read(folder.path(name)) else {
        Issue.record("\(name) was accepted")
        continue
      }
      #expect(trouble.problems.first?.description.contains(words) == true, "\(trouble.problems)")
    }
  }
}
