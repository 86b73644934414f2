public import BoothCore
import BoothImaging
import Glibc

/// What a trial found of one camera, for people to attach to a report: nothing of it says whose camera it is.
public struct CameraTrialReport: Sendable, Codable, Equatable {
  /// How long the calls of one kind took, in seconds.
  public struct Timing: Sendable, Codable, Equatable {
    public var count: Int
    public var shortest: Double
    public var median: Double
    public var longest: Double
  }

  public var model: String
  public var driver: String
  public var usb: String?
  public var profile: String?
  public var takesStills: Bool
  public var formats: [String]
  public var condition: CameraCondition?
  /// What live view was, for each size asked for.
  public var liveView: [LiveViewFormat]
  public var timings: [String: Timing]
  public var checks: [CameraTrial.Outcome]
  public var notRun: [String]
  public var settings: [CameraSetting]
  public var photo: PixelSize?
  public var kernel: String
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
