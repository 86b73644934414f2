public import BoothCore
public import Logging

/// One camera that is attached to this machine, and what is to be known of it before it is used.
public struct AttachedCamera: Sendable, Equatable, Codable {
  /// What `--camera` takes.
  public var name: String
  /// What the camera calls itself; empty if unknown.
  public var model: String
  /// `v4l2`, `gphoto2` or `mock`.
  public var driver: String
  /// Vendor and product number in hexadecimal, as `046d:082d`; nil for a camera that is on no USB or does not say.
  public var usb: String?
  /// The name of the profile that it is driven by; nil where there is none for it.
  public var profile: String?
  /// What it can deliver, in its driver's words: `MJPG 1920x1080 30 fps`; empty if it could not be asked.
  public var formats: [String]
  /// Battery, card and clock; nil for webcams, which have none of them, and for a camera that could not be opened.
  public var condition: CameraCondition?
  /// Whether another program, or the booth itself, has it.
  public var inUse: Bool
  /// Why it cannot be used, or what to do about it soon; empty for a camera that is fine.
  public var problems: [String]

  /// Takes everything as it is; without more it is a camera that is free and has no problems.
  public init(
    name: String, model: String, driver: String, usb: String? = nil, profile: String? = nil, formats: [String] = [],
    condition: CameraCondition? = nil, inUse: Bool = false, problems: [String] = []
  ) {
    self.name = name
    self.model = model
    self.driver = driver
    self.usb = usb
    self.profile = profile
    self.formats = formats
    self.condition = condition
    self.inUse = inUse
    self.problems = problems
  }
}

extension AttachedCamera {
  /// Webcams and capture sticks.
  public static func webcams(_ profiles: CameraProfiles) -> [AttachedCamera] {
    V4L2Devices.list(askingWhoHasThem: true).map { AttachedCamera($0, profiles) }
  }

  init(_ listing: V4L2DeviceListing, _ profiles: CameraProfiles) {
    let identity = CameraIdentity(driver: .v4l2, model: listing.model, usb: listing.usb)
    self.init(
      name: listing.stablePath ?? listing.path, model: listing.model, driver: "v4l2",
      usb: listing.usb?.description, profile: listing.problem == nil ? profiles.profile(for: identity)?.name : nil,
      formats: listing.formats, inUse: listing.isInUse, problems: listing.problem.map { [$0] } ?? [])
  }

  /// The cameras that libgphoto2 sees on USB, and those in the network that are named. Each is opened for a moment: only
  /// so does it tell its battery.
  /// - Parameter ports: cameras in the network, as `ptpip:192.168.1.2:15740:15740`.
  public static func tethered(
    _ profiles: CameraProfiles, ports: [String] = [], program: CameraProgram = .ourselves, logger: Logger
  ) async -> [AttachedCamera] {
    var cameras: [AttachedCamera] = []
    var found = ports.map { GPhoto2Listing(model: "", port: $0) }
    do throws(CameraError) {
      found = try GPhoto2Devices.list(program) + found
    } catch {
      cameras.append(AttachedCamera(name: "gphoto2", model: "", driver: "gphoto2", problems: [error.detail]))
    }
    for listing in found {
      let source = GPhoto2CameraSource(port: listing.port, profiles: profiles, program: program, logger: logger)
      cameras.append(await AttachedCamera(listing, source, profiles))
    }
    return cameras
  }

  private init(_ listing: GPhoto2Listing, _ source: GPhoto2CameraSource, _ profiles: CameraProfiles) async {
    let identity = CameraIdentity(driver: .gphoto2, model: listing.model, usb: listing.usb)
    self.init(
      name: source.name, model: listing.model, driver: "gphoto2", usb: listing.usb?.description,
      profile: listing.model.isEmpty ? nil : profiles.profile(for: identity)?.name)
    let driver = source.makeDriver()
    do throws(CameraError) {
      let description = try await driver.open()
      model = description.model
      usb = description.usb?.description ?? usb
      profile = description.profile
      formats = description.formats
      condition = description.condition
      problems = description.condition?.warnings ?? []
    } catch {
      inUse = error.code == .busy
      problems = [error.detail]
    }
    await driver.close()
  }
}
