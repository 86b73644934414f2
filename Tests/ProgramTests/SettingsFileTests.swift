import BoothSystem
import BoothTesting
import FoundationEssentials
import Testing

@testable import CommandSupport
@testable import booth

/// What a mistake in the settings gets: one sentence with the place, the key and what was expected.
@Suite struct SettingsFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The sentence, or nil where the settings are taken.
  private func complaint(
    _ json: String? = nil, flags: [SettingKey: String] = [:], environment: [String: String] = [:], file: String? = nil
  ) async throws -> String? {
    if let json { try folder.put("settings.json", Array(json.utf8)) }
    do {
      _ = try await Settings(
        flags: flags.merging([.data: folder.path]) { first, _ in first }, environment: environment,
        file: file ?? json.map { _ in folder.path("settings.json") })
      return nil
    } catch let error as SettingError {
      return error.description
    }
  }

  @Test(arguments: [
    (#"{"gallery": {"port": true}}"#, "gallery.port: expected a whole number from 0 to 65535, found true"),
    (#"{"gallery": {"port": 80.5}}"#, "gallery.port: expected a whole number from 0 to 65535, found 80.5"),
    (#"{"gallery": {"port": null}}"#, "gallery.port: expected a whole number from 0 to 65535, found null"),
    (
      #"{"gallery": {"port": 80, "port": 81}}"#,
      "gallery.port is written more than once; expected each key once (the last one counts: 81)"
    ),
    (#"{"event": "a", "event": "b"}"#, "event is written more than once"),
    (#"{"event": {}}"#, "event: expected a text that is not empty, found an object"),
    (#"{"event": ""}"#, #"event: expected a text that is not empty, found """#),
    (#"{"event": 7}"#, "event: expected a text that is not empty, found 7"),
    (#"{"gallery": 7}"#, "gallery: expected an object { … } of settings, found 7"),
    (
      #"{"gallery": {"token": 7}}"#,
      "gallery.token: expected one line of text, not empty, without control characters, found something else"
    ),
    (#"{"galery": {}}"#, #"galery is no setting; did you mean "gallery"?"#),
    (#"{"aperture": 7}"#, "aperture is no setting; `booth config show` lists all"),
    (#"{"gallery": {"prot": 1}}"#, #"gallery.prot is no setting; did you mean "gallery.port"?"#),
    ("", "expected an object of settings { … }, found 0 bytes"),
    ("\0\0\0\0", "expected an object of settings { … }, found zeros alone"),
    ("[]", "expected an object of settings { … }, found a list of 0"),
    ("{\n  \"event\": ,\n}", "line 2, column 12: expected a value"),
    ("{'event': \"a\"}", "expected JSON, without comments and single quotes"),
    (
      #"{"camera": 7}"#,
      #"camera: expected a text that is not empty, or an object { "name": …, … } with its settings, found 7"#
    ),
    (#"{"camera": {"name": {}}}"#, "camera.name: expected a text that is not empty, found an object"),
    (#"{"camera": {"nme": "auto"}}"#, "camera.nme is no setting"),
    (#"{"gallery": {"name": "x"}}"#, "gallery.name is no setting"),
    (#"{"camera.mount": "90"}"#, "camera.mount: expected groups as objects"),
    (#"{"screen": {"motion": true}}"#, "screen.motion: expected one of on, off, found true"),
  ]) func `a mistake in the file is told with file, key and what was expected`(
    _ json: String, _ words: String
  ) async throws {
    let told = try await complaint(json)
    #expect(told?.hasPrefix(folder.path("settings.json") + ": ") == true, "\(told ?? "nothing")")
    #expect(told?.contains(words) == true, "\(told ?? "nothing")")
    #expect(told?.contains("NSCocoa") == false)
  }

  @Test(arguments: [
    "{}", #"{"gallery": {}}"#, #"{"gallery": {"port": 8080}}"#, #"{"gallery": {"port": "8080"}, "event": "wedding"}"#,
    #"{"storage": {"low_mb": 30, "no_clips_mb": 20, "full_mb": 20}}"#,
  ]) func `a file without one is taken`(_ json: String) async throws {
    #expect(try await complaint(json) == nil)
  }

  @Test func `a camera has its name beside its settings, or stands by itself`() async throws {
    try folder.put("booth.json", Array(#"{"camera": {"name": "gphoto2", "mount": "90"}}"#.utf8))
    let both = try await Settings(flags: [.data: folder.path], environment: [:], file: nil)
    #expect(both.text(.camera) == "gphoto2" && both.text(.cameraMount) == "90")
    #expect(both.values[.camera]?.source == "file " + folder.path("booth.json"))
    try folder.put("booth.json", Array(#"{"camera": {"mount": "90"}}"#.utf8))
    let mount = try await Settings(flags: [.data: folder.path], environment: [:], file: nil)
    #expect(mount.text(.camera) == "auto" && mount.text(.cameraMount) == "90")
    try folder.put("booth.json", Array(#"{"camera": "mock"}"#.utf8))
    let alone = try await Settings(
      flags: [.data: folder.path], environment: ["BOOTH_CAMERA_MOUNT": "180"], file: nil)
    #expect(alone.text(.camera) == "mock" && alone.text(.cameraMount) == "180")
    let odd = try await complaint(#"{"camera": {"name": "auto", "mount": "45"}}"#)
    #expect(odd?.contains("camera.mount (file ") == true && odd?.contains("is not one of 0, 90, 180") == true)
  }

  @Test func `water marks out of order are told, with where each came from`() async throws {
    let told = try await complaint(#"{"storage": {"low_mb": 10, "no_clips_mb": 20, "full_mb": 5}}"#)
    let file = folder.path("settings.json")
    #expect(
      told == "storage.low_mb (file \(file)) is 10, below storage.no_clips_mb (file \(file)), which is 20; "
        + "expected storage.low_mb ≥ storage.no_clips_mb ≥ storage.full_mb")
    let variable = try await complaint(
      environment: ["BOOTH_STORAGE_LOW_MB": "100000", "BOOTH_STORAGE_FULL_MB": "90000"])
    #expect(variable?.contains("below storage.full_mb (variable BOOTH_STORAGE_FULL_MB), which is 90000") == true)
  }

  @Test func `an empty variable is as if it were not set, an empty flag is a mistake`() async throws {
    try folder.put("booth.json", Array(#"{"event": "wedding"}"#.utf8))
    let settings = try await Settings(
      flags: [.data: folder.path], environment: ["BOOTH_CONFIG": "", "BOOTH_EVENT": ""], file: nil)
    #expect(settings.file == folder.path("booth.json") && settings.text(.event) == "wedding")
    #expect(try await complaint(file: "") == "--config: expected the path of a file, found an empty one")
  }

  @Test(arguments: ["secret", " secret", "secret\n", "\t\r\n secret \u{A0}\r\n"])
  func `white space around the gallery's token does not count`(_ written: String) async throws {
    let variable = try await Settings(
      flags: [.data: folder.path], environment: ["BOOTH_GALLERY_TOKEN": written], file: nil)
    #expect(variable.text(.galleryToken) == "secret")
    let json = String(decoding: try JSONEncoder().encode(written), as: UTF8.self)
    try folder.put("booth.json", Array("{\"gallery\": {\"token\": \(json)}}".utf8))
    let file = try await Settings(flags: [.data: folder.path], environment: [:], file: nil)
    #expect(file.text(.galleryToken) == "secret")
    try folder.put(
      "gallery-secrets.json", Array("{\"upload_secret\": \"s \", \"presign_token\": \(json)}".utf8))
    let secrets = try GallerySecrets.load(folder: folder.path)
    #expect(secrets.presignToken == "secret" && secrets.uploadSecret == "s ")
  }

  @Test(arguments: ["two\nlines", "a\u{7F}b", "a\u{1}", " ", "\n"])
  func `a token that cannot be shown is told with its source, and not printed`(_ token: String) async throws {
    let told = try await complaint(environment: ["BOOTH_GALLERY_TOKEN": token])
    #expect(
      told == "gallery.token (variable BOOTH_GALLERY_TOKEN): is not one line of text, not empty, without "
        + "control characters")
  }

  @Test(arguments: [
    (#"{"upload_secret": "", "presign_token": "t"}"#, "upload_secret: expected a text that is not empty"),
    (#"{"upload_secret": "s", "presign_token": " \n"}"#, "presign_token: expected one line of text"),
    (#"{"upload_secret": "s", "presign_token": "two\nlines"}"#, "presign_token: expected one line of text"),
    (#"{"upload_secret": "s"}"#, #"expected {"upload_secret": …, "presign_token": …}"#),
  ]) func `secrets that are none are told with their file`(_ json: String, _ words: String) throws {
    try folder.put("gallery-secrets.json", Array(json.utf8))
    let failure = #expect(throws: CommandError.self) { try GallerySecrets.load(folder: folder.path) }
    #expect(failure?.message.hasPrefix(folder.path("gallery-secrets.json") + ": ") == true)
    #expect(failure?.message.contains(words) == true, "\(failure?.message ?? "")")
    // And nothing was written over them.
    #expect(try folder.read("gallery-secrets.json") == Array(json.utf8))
  }

  @Test func `bytes that are no text are refused, and not told`() throws {
    let fine = [Array("booth".utf8), Array("--data=/ש".utf8)]
    try RawWords.check(arguments: fine)
    let argument = #expect(throws: SettingError.self) { try RawWords.check(arguments: fine + [[0x2F, 0xFF]]) }
    #expect(argument?.description == "argument 2: expected text in UTF-8, found other bytes")
    let odd = RawWords.oddVariables(in: [
      Array("OTHER=".utf8) + [0xFF], Array("BOOTH_EVENT=café".utf8), Array("BOOTH_DATA=/srv/caf".utf8) + [0xE9],
    ])
    #expect(odd == ["BOOTH_DATA"])
    #expect(
      RawWords.refusal(ofVariable: "BOOTH_DATA").description == "BOOTH_DATA: expected text in UTF-8, found other bytes")
  }

  /// What a booth that stands alone makes of them.
  private func lenient(
    _ file: [UInt8]? = nil, flags: [SettingKey: String] = [:], environment: [String: String] = [:]
  ) async throws -> Settings {
    if let file { try folder.put("booth.json", file) }
    return try await Settings(
      flags: flags.merging([.data: folder.path]) { first, _ in first }, environment: environment, file: nil,
      manner: .lenient)
  }

  @Test(arguments: [
    [], [UInt8](repeating: 0, count: 4096), [0xC3, 0x28, 0xFF], Array(#"{"event": "wed"#.utf8), Array("[]".utf8),
    Array("null".utf8), [UInt8](repeating: UInt8(ascii: "{"), count: 100_000),
  ]) func `a booth that stands alone begins with a file of settings that is damaged as a whole`(_ file: [UInt8])
    async throws
  {
    let settings = try await lenient(file, environment: ["BOOTH_EVENT": "party"])
    #expect(settings.text(.event) == "party" && settings.integer(.galleryPort) == 8080)
    #expect(settings.notices.count == 1, "\(settings.notices)")
    #expect(settings.notices[0].hasPrefix(folder.path("booth.json") + ": "))
    #expect(settings.notices[0].hasSuffix("; until that is mended, none of its settings holds"))
    // It is unknown what stood there: others see the least.
    #expect(settings.text(.galleryUnknownEvents) == "link" && settings.text(.studioWeatherURL) == "none")
  }

  @Test func `one mistake costs one setting, and names what holds instead`() async throws {
    let settings = try await lenient(
      Array(
        #"{"event": "wedding", "gallery": {"port": true, "prot": 1, "max_upload_mb": 7}, "camera": {"mount": "45"}}"#
          .utf8),
      environment: ["BOOTH_QUALTY": "low", "BOOTH_STUDIO_BOOTHS_HERE": "maybe", "BOOTH_GALLERY_MAX_UPLOAD_MB": "none"])
    #expect(settings.text(.event) == "wedding" && settings.integer(.galleryPort) == 8080)
    #expect(settings.text(.cameraMount) == "0" && settings.text(.studioBoothsHere) == "off")
    #expect(settings.integer(.galleryMaxUpload) == 7, "the file's, where the variable is wrong")
    let file = folder.path("booth.json")
    #expect(
      Set(settings.notices) == [
        #"BOOTH_QUALTY is no variable of booth; did you mean "BOOTH_QUALITY"?"#,
        #"studio.booths_here (variable BOOTH_STUDIO_BOOTHS_HERE): "maybe" is not one of on, off; until that is mended, "off" holds"#,
        #"gallery.max_upload_mb (variable BOOTH_GALLERY_MAX_UPLOAD_MB): "none" is not a whole number from 1 to 100000; until that is mended, "7" holds"#,
        #"\#(file): gallery.port: expected a whole number from 0 to 65535, found true; until that is mended, "8080" holds"#,
        #"\#(file): gallery.prot is no setting; did you mean "gallery.port"?"#,
        #"camera.mount (file \#(file)): "45" is not one of \#(Mount.names.joined(separator: ", ")); until that is mended, "0" holds"#,
      ])
  }

  @Test func `a mistake in a flag is refused even so, and so is a file that --config names and is not there`()
    async throws
  {
    await #expect(throws: SettingError.self) { try await lenient(flags: [.galleryPort: "eighty"]) }
    await #expect(throws: SettingError.self) {
      try await Settings(flags: [:], environment: [:], file: folder.path("none.json"), manner: .lenient)
    }
    // A file that is there may be what a power cut left.
    try folder.put("settings.json", [])
    let settings = try await Settings(
      flags: [.data: folder.path], environment: [:], file: folder.path("settings.json"), manner: .lenient)
    #expect(settings.notices.count == 1)
    let variable = try await lenient(environment: ["BOOTH_CONFIG": folder.path("none.json")])
    #expect(variable.notices.count == 1 && variable.notices[0].contains("none.json"))
  }

  @Test func `water marks out of order give way to the usual ones, all three`() async throws {
    let settings = try await lenient(Array(#"{"storage": {"low_mb": 10, "no_clips_mb": 20, "full_mb": 5}}"#.utf8))
    #expect(settings.storageMarks == (try await lenient(Array("{}".utf8))).storageMarks)
    #expect(settings.notices.count == 1 && settings.notices[0].contains("storage.low_mb ≥ storage.no_clips_mb"))
  }

  @Test func `what a setting is for may refuse it, too`() async throws {
    var settings = try await lenient(
      Array(
        #"{"camera": {"name": "gphotoo", "fallback": "auto", "power": "command"}, "screen": "wall", "gpsd": "nonsense:port", "studio": {"listen": "x", "public_url": "https://a/b", "pay_period": "often", "tiles": "t", "weather_url": "w"}}"#
          .utf8))
    try settings.proveForBooth()
    try settings.proveForStudio()
    #expect(settings.text(.camera) == "auto" && settings.text(.cameraFallback) == nil)
    #expect(settings.text(.cameraPower) == "none" && settings.text(.screen) == "auto")
    #expect(settings.text(.studioListen) == "127.0.0.1:8090" && settings.text(.studioPublicURL) == nil)
    #expect(settings.text(.studioTiles) == nil && settings.text(.studioPayPeriod) == "two-weekly 2024-02-25")
    #expect(settings.text(.studioWeatherURL) == "none", "who is asked learns where reports are written")
    #expect(settings.notices.count == 10, "\(settings.notices)")
    var flag = try await lenient(flags: [.camera: "gphotoo"])
    #expect(throws: CommandError.self) { try flag.proveForBooth() }
    var strict = try await Settings(
      flags: [.data: folder.path], environment: ["BOOTH_CAMERA": "gphotoo"], file: nil)
    #expect(throws: CommandError.self) { try strict.proveForBooth() }
  }
}
