import BoothCore
import BoothSystem
import CGPhoto2
import Glibc

/// Opening, settings, and the camera's condition.
extension GPhoto2Server {
  func open(_ port: String, _ profile: GPhoto2Profile) throws -> CameraDescription {
    self.port = port
    self.profile = profile
    do {
      body = try GPhoto2Body(port: port)
    } catch {
      var error = error.cameraError(port)
      // Nothing was there yet that could be lost.
      if error.code == .disconnected { error.code = .notFound }
      throw error
    }
    try adopt(profile)
    let (maker, model) = (read("manufacturer") ?? "", read("cameramodel") ?? port)
    let serial = read("serialnumber").flatMap { $0.isEmpty || $0 == "None" ? nil : $0 }
    try keepAlive()
    nextEvents = DeviceClock.now()
    nextKeepAlive = nextEvents + profile.keepAlive
    var description = CameraDescription(
      id: "gphoto2:\(serial ?? port)",
      model: maker.isEmpty || model.hasPrefix(maker) ? model : "\(maker) \(model)", driver: "gphoto2",
      takesStills: true, formats: [read("imageformat") ?? read("imagequality") ?? "JPEG"])
    description.usb = body?.usb
    description.condition = condition
    return description
  }

  /// Takes another profile, and sets the camera as that wants it while nothing goes on.
  func adopt(_ profile: GPhoto2Profile) throws {
    self.profile = profile
    let found = readCaptureTarget()
    wantedTarget = profile.captureTarget ?? wantedTarget ?? found
    if let target = profile.captureTarget, found != target { try setCaptureTarget(target) }
    try apply(profile.standby)
    // What the profile has changed is read anew.
    nextStanding = DeviceClock.now()
  }

  func readCaptureTarget() -> CameraProfile.GPhoto2.CaptureTarget? {
    read("capturetarget").flatMap { word in
      CameraProfile.GPhoto2.CaptureTarget.allCases.first { $0.words.contains(word) }
    }
  }

  // MARK: A full card

  /// Where the card is full that photos are to be kept on, they are kept in the camera's memory until there is room again.
  private func makeWay(_ now: inout CameraCondition) throws {
    guard wantedTarget == .card else { return }
    if now.captureTarget == .card, now.cardIsFull {
      try leaveFullCard(&now)
    } else if now.standsIn == true, now.cardHasRoom, !distrustsCard {
      try setCaptureTarget(.card)
      now.captureTarget = readCaptureTarget()
      now.standsIn = now.captureTarget == .memory ? true : nil
    }
  }

  private func leaveFullCard(_ now: inout CameraCondition) throws {
    try setCaptureTarget(.memory)
    now.captureTarget = readCaptureTarget()
    guard now.captureTarget == .memory else { return }
    now.standsIn = true
    try say(.note("its card takes no photos: they are kept in its memory until they are fetched"))
  }

  /// The card refused a photo: whether the next is kept in the camera's memory instead.
  func leaveFullCard() throws -> Bool {
    guard cardFailed, var now = condition, now.captureTarget == .card else { return false }
    distrustsCard = now.cardHasRoom
    try leaveFullCard(&now)
    try send(now)
    return now.captureTarget == .memory
  }

  /// The bodies have different words for the same two places.
  private func setCaptureTarget(_ target: CameraProfile.GPhoto2.CaptureTarget) throws {
    let name = "capturetarget"
    let choices: [String]
    do throws(GPhoto2Fault) {
      choices = try opened(name).withSetting(name) { widget throws(GPhoto2Fault) in (widget.choices(), write: false) }
    } catch {
      return try say(.note("it has no \(name): photos are kept where it likes (\(error.text))"))
    }
    guard let word = target.words.first(where: choices.contains) else {
      return try say(.note("\(name): none of \(choices.joined(separator: ", ")) is known as \(target.rawValue)"))
    }
    try apply([GPhoto2Profile.Setting(name, word)])
  }

  private func opened(_ name: String) throws(GPhoto2Fault) -> GPhoto2Body {
    guard let body else { throw GPhoto2Fault("read \(name)", GP_ERROR_BAD_PARAMETERS) }
    return body
  }

  func opened() throws -> GPhoto2Body {
    guard let body else { throw CameraError(.failed, subject: port, detail: "the camera is not open") }
    return body
  }

  // MARK: Settings

  /// Sets a configuration, or says what is wrong with the request.
  func set(_ setting: GPhoto2Profile.Setting) throws {
    do throws(GPhoto2Fault) {
      guard let body else { throw GPhoto2Fault("set \(setting.name)", GP_ERROR_BAD_PARAMETERS) }
      try body.withSetting(setting.name) { widget throws(GPhoto2Fault) in
        try widget.change(to: setting.value)
        return ((), write: true)
      }
    } catch {
      if error.code == GP_ERROR_BAD_PARAMETERS, error.call.hasPrefix("read") {
        throw CameraError(
          .unsupported, subject: port,
          detail: "it has no configuration \"\(setting.name)\"; `gphoto2 --list-config` names those it has")
      }
      throw error
    }
  }

  /// Sets what a phase needs. What the camera refuses is noted, and no reason to stop.
  func apply(_ settings: [GPhoto2Profile.Setting]) throws {
    for setting in settings where !absent.contains(setting.name) {
      do {
        try set(setting)
      } catch let error as CameraError where error.code == .unsupported {
        absent.insert(setting.name)
        try say(.note(error.detail))
      } catch let fault as GPhoto2Fault {
        try say(.note("\(setting.name) could not be set to \(setting.value): \(fault.text)"))
      }
    }
  }

  func read(_ name: String) -> String? {
    guard !absent.contains(name), let body else { return nil }
    do throws(GPhoto2Fault) {
      return try body.withSetting(name) { widget throws(GPhoto2Fault) in (try widget.text(), write: false) }
    } catch {
      if error.code == GP_ERROR_BAD_PARAMETERS { absent.insert(name) }
      return nil
    }
  }

  // MARK: Is it there?

  /// Asks the camera something harmless.
  var answers: Bool {
    guard let body else { return false }
    do throws(GPhoto2Fault) {
      _ = try body.freeSpace()
      return true
    } catch {
      return false
    }
  }

  /// What a failure means, after asking the camera whether it is still there where that is not plain.
  func error(_ fault: GPhoto2Fault) -> CameraError {
    let error = fault.cameraError(port)
    guard error.code == .disconnected, body != nil else { return error }
    return fault.cameraError(port, answers: answers)
  }

  /// Reads battery, card, settings and clock, and reports them the first time and when they change. An idle camera is kept
  /// awake by it.
  func keepAlive() throws {
    let body = try opened()
    var now = condition ?? CameraCondition(clockAheadSeconds: clockAheadSeconds())
    do throws(GPhoto2Fault) {
      var measured = now
      (measured.freeMegabytes, measured.freePhotos) = try body.freeSpace()
      // During live view nothing is done about a full card. Told by itself, it would have the next photo taken from the live view;
      // the photo that finds the card full is kept in the camera's memory.
      if nextPicture == nil || wantedTarget != .card || !measured.cardIsFull { now = measured }
    } catch {
      // Busy, or too slow: the camera is there all the same.
      guard answers else { throw self.error(error) }
    }
    now.battery = read("batterylevel")
    if nextPicture == nil, DeviceClock.now() >= nextStanding {
      nextStanding = DeviceClock.now() + Self.standingPace
      readStanding(into: &now)
    }
    if nextPicture == nil { try makeWay(&now) }
    try send(now)
  }

  /// How often the settings are read that a person changes on the body: each takes a moment on a slow one.
  private static let standingPace = Duration.seconds(10)

  private func send(_ now: CameraCondition) throws {
    defer { condition = now }
    if now.isNews(after: condition) { try say(.condition(now)) }
  }

  /// Whatever takes its time, the booth knows that live view stands still for it, and that a photo comes late.
  func whileFetching<Value>(_ body: () throws -> Value) throws -> Value {
    try reportFetching(true)
    let result = Result { try body() }
    try reportFetching(nil)
    return try result.get()
  }

  private func reportFetching(_ isFetching: Bool?) throws {
    guard var now = condition else { return }
    now.isFetchingRaw = isFetching
    try send(now)
  }

  /// Why the pictures in its RAW files do not do; nil where one has done.
  func reportRawFault(_ words: String?) throws {
    guard var now = condition, now.rawFault != words else { return }
    now.rawFault = words
    try send(now)
  }

  private func readStanding(into now: inout CameraCondition) {
    now.captureTarget = readCaptureTarget()
    let quality = read("imageformat") ?? read("imagequality")
    // Set to something else, it may do.
    if quality != now.imageQuality { now.rawFault = nil }
    now.imageQuality = quality
    // "Live View prohibit conditions: …", or "Liveview should not be prohibited" (camlibs/ptp2/config.c).
    let prohibit = read("liveviewprohibit").flatMap { $0.lowercased().contains("conditions:") ? $0 : nil }
    now.liveViewRefusal = prohibit.map { words in
      words.firstIndex(of: ":").map { words[words.index(after: $0)...].drop { $0 == " " } }.map(String.init) ?? words
    }
  }
  private func clockAheadSeconds() -> Int? {
    for name in ["datetimeutc", "datetime"] {
      if let text = read(name), let seconds = Int(text) { return seconds - time(nil) }
    }
    return nil
  }
}
