public import BoothCore
import Glibc
import Imaging

/// What a trial found of one camera, for people to attach to a report: nothing of it says whose camera it is.
public struct CameraTrialReport: Sendable, Codable, Equatable {
  /// How long the calls of one kind took, in seconds.
  public struct Timing: Sendable, Codable, Equatable {
    /// How many calls were timed; only those that returned are.
    public var count: Int
    /// The fastest call, in seconds, to the millisecond.
    public var shortest: Double
    /// The call in the middle, in seconds; of an even number of calls, the longer of the two in the middle.
    public var median: Double
    /// The slowest call, in seconds, to the millisecond.
    public var longest: Double
  }

  /// The camera's own name; a sentence that says so if it was never opened.
  public var model: String
  /// `v4l2`, `gphoto2`, `mock`; `unknown` if it was never opened.
  public var driver: String
  /// Vendor and product number in hexadecimal, as `046d:082d`; nil for a camera that is on no USB or does not say.
  public var usb: String?
  /// The name of the profile it was driven by; nil where there is none for it.
  public var profile: String?
  /// Whether its photos are exposures of their own, and not pictures out of the live stream.
  public var takesStills: Bool
  /// What it says it can deliver, in the driver's words: `MJPG 1920x1080 30 fps`.
  public var formats: [String]
  /// Battery, card and clock when it was opened; nil for cameras without.
  public var condition: CameraCondition?
  /// What live view was, for each size asked for.
  public var liveView: [LiveViewFormat]
  /// By the call: `open`, `start live view`, `stop live view`, `photo`, `first frames`, `settings` and others.
  public var timings: [String: Timing]
  /// What each check found, in the order they ran. Names of this one camera are replaced by `CAMERA`.
  public var checks: [CameraTrial.Outcome]
  /// The raw values of the checks that did not run: not asked for, or prevented by a camera that hangs.
  public var notRun: [String]
  /// The camera's settings, without any that may name its owner; empty where its driver cannot tell them. One named
  /// `(not read)` says why they could not be read.
  public var settings: [CameraSetting]
  /// The size of the photo that goes with the report, in pixels; nil if there is none.
  public var photo: PixelSize?
  /// The running kernel: `Linux 6.1.0-18-amd64`.
  public var kernel: String
  /// Whether every check there is ran and had nothing to complain about.
  public var passed: Bool { notRun.isEmpty && checks.allSatisfy(\.passed) }
}

extension CameraTrial {
  /// Puts together what was seen, with the camera's settings and a photo without its metadata.
  ///
  /// The camera is opened once more for its settings, unless it hung.
  public func report(_ outcomes: [Outcome]) async -> (report: CameraTrialReport, photo: [UInt8]?) {
    let settings = log.hung ? [] : await settings()
    let description = log.description
    let scrub = Scrub([source.name, description?.id ?? ""])
    var photo: [UInt8]?
    // A photo that cannot be taken apart is one that a check has complained about.
    if let taken = log.photo { photo = try? Exif.strip(jpeg: taken.jpeg) }
    let report = CameraTrialReport(
      model: description?.model ?? "unknown: it was never opened", driver: description?.driver ?? "unknown",
      usb: description?.usb?.description, profile: description?.profile, takesStills: description?.takesStills ?? false,
      formats: description?.formats ?? [], condition: description?.condition, liveView: log.formats,
      timings: log.timings.mapValues { CameraTrialReport.Timing($0) },
      checks: outcomes.map { outcome in
        var outcome = outcome
        outcome.complaints = outcome.complaints.map(scrub.clean)
        return outcome
      },
      notRun: Check.allCases.map(\.rawValue).filter { name in !outcomes.contains { $0.check == name } },
      settings: settings.map { setting in
        CameraSetting(name: setting.name, value: scrub.clean(setting.value), choices: setting.choices)
      },
      photo: photo == nil ? nil : log.photo?.size, kernel: Self.kernel())
    return (report, photo)
  }

  private func settings() async -> [CameraSetting] {
    defer { _ = log.takeComplaints() }
    do {
      let (driver, _) = try await opened()
      guard let reader = driver as? any CameraSettingsReader else { return [] }
      let settings = try await call("settings") { () throws(CameraError) in try await reader.settings() }
      await log.closeAll()
      return settings
    } catch {
      await log.closeAll()
      return [CameraSetting(name: "(not read)", value: "\(error)")]
    }
  }

  /// `Linux 6.1.0-18-amd64`.
  private static func kernel() -> String {
    var name = utsname()
    guard uname(&name) == 0 else { return "unknown" }
    return "Linux " + withUnsafeBytes(of: name.release) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}

extension CameraTrialReport.Timing {
  init(_ durations: [Duration]) {
    let seconds = durations.map(\.inSeconds).sorted()
    func rounded(_ value: Double?) -> Double { ((value ?? 0) * 1000).rounded() / 1000 }
    self.init(
      count: seconds.count, shortest: rounded(seconds.first),
      median: rounded(seconds.isEmpty ? nil : seconds[seconds.count / 2]), longest: rounded(seconds.last))
  }
}

/// Takes the names out of texts by which one camera can be told from all others of its make: its serial number is part
/// of its id and, with webcams, of its path.
struct Scrub {
  private let names: [String]

  init(_ names: [String]) {
    self.names = names.flatMap { name in
      let tail = name.split(separator: "/").last.map(String.init) ?? name
      return [name, tail] + tail.split(separator: ":", maxSplits: 1).dropFirst().map(String.init)
    }.filter { $0.utf8.count >= 4 && $0 != "mock" }.sorted { $0.utf8.count > $1.utf8.count }
  }

  func clean(_ text: String) -> String { names.reduce(text) { $0.replacing($1, with: "CAMERA") } }
}
