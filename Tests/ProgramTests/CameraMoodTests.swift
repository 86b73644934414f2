import BoothCore
import BoothTesting
import FoundationEssentials
import Glibc
import Testing

@testable import CommandSupport

/// Whole sessions of the real program with a simulated DSLR in each mood of real bodies: its guests lose one photo at most.
@Suite(.serialized, .timeLimit(.minutes(15))) struct CameraMoodTests {
  /// The body and what is to become of a session of three photos.
  struct Mood: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// Where the profile wants photos to be kept; nil for the bundled one.
    var target: String?
    var setup = SimulatedPTPCamera.Setup()
    var faults: [PTPFault] = []
    /// How many of the three come from the live view.
    var fromLiveView = 0
    /// How many photos fail on the way, unseen by guests.
    var failures = 0
    /// What the log says to the operator.
    var told: String?

    init(
      _ name: String, target: String? = nil, _ faults: [PTPFault] = [], fromLiveView: Int = 0, failures: Int = 0,
      told: String? = nil, _ change: (inout SimulatedPTPCamera.Setup) -> Void = { _ in }
    ) {
      testDescription = name
      self.target = target
      self.faults = faults
      self.fromLiveView = fromLiveView
      self.failures = failures
      self.told = told
      setup.distinguishesPhotos = true
      change(&setup)
    }
  }

  private static let moods = [
    Mood("in good health"),
    Mood(
      "its card full, and it takes no photos whatever it is told", [.cardFull], fromLiveView: 3, failures: 1,
      told: "card is full"),
    Mood("its card full, photos wanted on it", target: "card", [.cardFull], told: "kept in its memory") {
      $0.hasMemory = true
    },
    Mood(
      "its card full, no memory", target: "card", [.cardFull], fromLiveView: 3, failures: 1, told: "from the live view"),
    Mood("its card full after two", target: "card", told: "kept in its memory") {
      $0.hasMemory = true
      $0.photosUntilFull = 2
    },
    Mood("its card full after two, no memory", target: "card", fromLiveView: 1, failures: 1, told: "from the live view")
    {
      $0.photosUntilFull = 2
    },
    Mood("its card locked", target: "card", [.cardLocked], fromLiveView: 3, failures: 1, told: "not locked"),
    // Guests get the picture inside, which is the photo that the body made.
    Mood("RAW only, and it does not say so", [.rawOnly]),
    Mood("RAW only, and it says so", [.rawOnly], told: "RAW files only") { $0.quality = 4 },
    Mood("RAW only, turned by 90 degrees", [.rawOnly]) {
      $0.rawFile.orientation = .turnRight
      $0.quality = 4
    },
    Mood("RAW only, with a small picture inside", [.rawOnly], fromLiveView: 3, failures: 1, told: "too few") {
      $0.rawFile.picture = .small
    },
    Mood(
      "RAW only, with a small picture inside, and it says so", [.rawOnly], fromLiveView: 3, failures: 1,
      told: "RAW files only"
    ) {
      $0.rawFile.picture = .small
      $0.quality = 4
    },
    Mood("RAW only, without a picture inside", [.rawOnly], fromLiveView: 3, failures: 1, told: "no picture of itself") {
      $0.rawFile.picture = .none
    },
    Mood(
      "RAW only, and the file is cut off in transfer", [.rawOnly, .cutRaw], fromLiveView: 3, failures: 1, told: "whole"),
    Mood("numbers that begin again") { $0.names = .rollover },
    Mood("its battery nearly empty", told: "battery is low (2%)") { $0.battery = 2 },
    Mood("photos kept in its memory") { $0.keepsInMemory = true },
  ]

  private struct Summary: Decodable {
    struct File: Decodable {
      var kind: String
      var path: String
      var fromLiveView: Bool
    }
    struct Session: Decodable { var files: [File] }
    var sessions: [Session]
    var failure: String?
  }

  private func arguments(_ camera: SimulatedPTPCamera, _ data: TemporaryFolder, target: String?) throws -> [String] {
    if let target {
      let folder = data.path + "/devices/Cameras"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      let profile = """
        {kind: "camera", name: "Nikon", match: {driver: "gphoto2", models: ["*Nikon* D*"]},
         gphoto2: {captureTarget: "\(target)"}}
        """
      try Data(profile.utf8).write(to: URL(filePath: folder + "/nikon-d.json5"))
    }
    return [
      "run", "--camera", "gphoto2:\(camera.port)", "--lab", "--screen", "log", "--json", "--event", "wedding",
      "--events", Program.bundledEvents, "--data", data.path, "--gallery-host", "127.0.0.1", "--gallery-port", "0",
    ]
  }

  @Test(arguments: moods) func `a session's three photos come, whatever mood the camera is in`(_ mood: Mood)
    async throws
  {
    let (camera, data) = (try SimulatedPTPCamera(mood.setup), try TemporaryFolder())
    for fault in mood.faults { camera.inject(fault) }
    let outcome = try await Program.run(try arguments(camera, data, target: mood.target) + ["--sessions", "1"])
    #expect(outcome.code == 0, "\(outcome.errors)")
    let summary = try JSONDecoder().decode(Summary.self, from: Data(outcome.output.utf8))
    let photos = try #require(summary.sessions.first).files.filter { $0.kind == "photo" }
    #expect(photos.count == 3 && photos.count { $0.fromLiveView } == mood.fromLiveView, "\(outcome.errors)")
    let failures = outcome.errors.components(separatedBy: "a photo failed").count - 1
    #expect(failures == mood.failures, "\(outcome.errors)")
    if let told = mood.told { #expect(outcome.errors.contains(told), "\(outcome.errors)") }
    // None was taken for another: each file is one of the camera's own, in their order.
    let own = photos.filter { !$0.fromLiveView }
    for (index, photo) in own.enumerated() {
      let bytes = try Data(contentsOf: URL(filePath: photo.path))
      let name = "photo \(index + 1) "
      #expect(bytes.prefix(4096).firstRange(of: Data(name.utf8)) != nil, "\(photo.path) is not photo \(index + 1)")
    }
  }

  @Test(
    arguments: [
      ("its card has 0 MB left", SimulatedPTPCamera.Vendor.generic, [PTPFault.cardFull], 87),
      ("battery is low (2%)", .nikon, [], 2), ("P/A/S/M", .nikon, [.sceneDial], 87),
    ] as [(String, SimulatedPTPCamera.Vendor, [PTPFault], UInt8)])
  func `what is in the way of photos is in the status before any guests come`(
    _ words: String, _ vendor: SimulatedPTPCamera.Vendor, _ faults: [PTPFault], _ battery: UInt8
  ) async throws {
    var setup = SimulatedPTPCamera.Setup()
    (setup.vendor, setup.battery) = (vendor, battery)
    let (camera, data) = (try SimulatedPTPCamera(setup), try TemporaryFolder())
    for fault in faults { camera.inject(fault) }
    let place = ["--data", data.path, "--events", Program.bundledEvents]
    let doctor = try await Program.run(["doctor"] + place, environment: ["BOOTH_CAMERA": "gphoto2:\(camera.port)"])
    #expect(doctor.output.contains(words), "\(doctor.output)")
    let booth = try RunningProgram(try arguments(camera, data, target: nil), readingLog: true)
    defer { booth.end(SIGKILL) }
    while let line = await booth.nextLine(), !(line.contains("booth.camera") && line.contains(words)) {}
    let status = try await Program.run(["status", "--data", data.path])
    #expect(status.output.contains(words), "\(status.output) \(status.errors)")
  }
}
