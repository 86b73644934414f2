import BoothTesting
import FoundationEssentials
import Testing

@testable import BoothProgram
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
    (#"{"gallery": {"port": 80, "port": 81}}"#, "gallery.port is written more than once; expected each key once"),
    (#"{"event": "a", "event": "b"}"#, "event is written more than once"),
    (#"{"event": {}}"#, "event: expected a text that is not empty, found an object"),
    (#"{"event": ""}"#, #"event: expected a text that is not empty, found """#),
    (#"{"event": 7}"#, "event: expected a text that is not empty, found 7"),
    (#"{"gallery": 7}"#, "gallery: expected an object { … } of settings, found 7"),
    (
      #"{"gallery": {"token": 7}}"#,
      "gallery.token: expected one line of text, not empty, without control characters, found something else"
    ),
    (#"{"galery": {}}"#, "galery is no setting; known are data, events"),
    (#"{"gallery": {"prot": 1}}"#, "gallery.prot is no setting"),
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
    try RawWords.check(arguments: fine, environment: [Array("OTHER=".utf8) + [0xFF]])
    let argument = #expect(throws: SettingError.self) {
      try RawWords.check(arguments: fine + [[0x2F, 0xFF]], environment: [])
    }
    #expect(argument?.description == "argument 2: expected text in UTF-8, found other bytes")
    let variable = #expect(throws: SettingError.self) {
      try RawWords.check(arguments: fine, environment: [Array("BOOTH_DATA=/srv/caf".utf8) + [0xE9]])
    }
    #expect(variable?.description == "BOOTH_DATA: expected text in UTF-8, found other bytes")
  }
}
