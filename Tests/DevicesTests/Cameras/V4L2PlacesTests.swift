import BoothCore
import BoothTesting
import Cameras
import FoundationEssentials
import Testing

/// A camera is the same one at whatever node it comes back.
@Suite("V4L2 camera found again", .timeLimit(.minutes(15))) struct V4L2PlacesTests {
  /// A machine's `/dev` and `/sys`, and the cameras behind their nodes.
  private struct Machine {
    let folder: TemporaryFolder
    var places: V4L2Places { V4L2Places(root: folder.path) }

    init() throws {
      folder = try TemporaryFolder()
      try folder.put("dev/null", [])
      try folder.put("dev/v4l/by-id/readme", [])
      try folder.put("sys/class/video4linux/readme", [])
    }

    /// What udev and the kernel make when a camera is plugged in.
    func plugIn(_ number: Int, usb: String, serial: String?, at place: String, link: String? = nil) throws {
      let device = "sys/devices/usb1/\(place)"
      let ids = usb.split(separator: ":")
      try folder.put("\(device)/idVendor", Array("\(ids[0])\n".utf8))
      try folder.put("\(device)/idProduct", Array("\(ids[1])\n".utf8))
      if let serial { try folder.put("\(device)/serial", Array("\(serial)\n".utf8)) }
      try folder.put("\(device)/\(place):1.0/video4linux/video\(number)/index", Array("0\n".utf8))
      try folder.put("dev/video\(number)", [])
      let node = folder.path("\(device)/\(place):1.0/video4linux/video\(number)")
      try symlink(folder.path("\(device)/\(place):1.0"), "\(node)/device")
      try symlink(node, folder.path("sys/class/video4linux/video\(number)"))
      if let link { try symlink("../../video\(number)", folder.path("dev/v4l/by-id/\(link)")) }
    }

    func unplug(_ number: Int, at place: String, link: String? = nil) throws {
      var gone = ["dev/video\(number)", "sys/class/video4linux/video\(number)", "sys/devices/usb1/\(place)"]
      if let link { gone.append("dev/v4l/by-id/\(link)") }
      for name in gone { try FileManager.default.removeItem(atPath: folder.path(name)) }
    }

    private func symlink(_ target: String, _ link: String) throws {
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
    }

    /// Opens by node; a node that is not there is not found.
    func source(_ path: String, _ cameras: [String: FakeV4L2Camera], _ profiles: CameraProfiles = .init())
      -> V4L2CameraSource
    {
      let folder = folder
      return V4L2CameraSource(path: path, profiles: profiles, places: places, logger: quiet) {
        (node) throws(V4L2Fault) in
        guard folder.exists(String(node.dropFirst())), let camera = cameras[node] else { throw V4L2Fault("open", 2) }
        return try camera.open()
      }
    }
  }

  private static func camera(_ model: String) -> FakeV4L2Camera {
    var setup = FakeV4L2Camera.Setup()
    setup.model = model
    return FakeV4L2Camera(setup)
  }

  /// Opens it, and says which one it is.
  private func opened(_ source: V4L2CameraSource) async throws -> CameraDescription {
    let driver = source.makeDriver()
    let description = try await driver.open()
    await driver.close()
    return description
  }

  private let one = camera("One")
  private let other = camera("Other")

  @Test func `a camera is named by its link, and found where the link leads now`() async throws {
    let machine = try Machine()
    let link = "usb-Acme_Cam_77-video-index0"
    try machine.plugIn(0, usb: "046d:082d", serial: "77", at: "1-1", link: link)
    let source = machine.source("/dev/v4l/by-id/\(link)", ["/dev/video0": one, "/dev/video2": one])
    let first = try await opened(source)
    #expect(first.id == "v4l2:\(link)" && first.usb == USBIdentity("046d:082d"))
    try machine.unplug(0, at: "1-1", link: link)
    let error = await #expect(throws: CameraError.self) { try await opened(source) }
    #expect(error?.code == .notFound)
    try machine.plugIn(2, usb: "046d:082d", serial: "77", at: "1-2", link: link)
    #expect(try await opened(source).id == first.id)
  }

  @Test func `named by its node, it is found by its serial number at another node and another port`() async throws {
    let machine = try Machine()
    try machine.plugIn(0, usb: "046d:082d", serial: "77", at: "1-1")
    let source = machine.source(
      "/dev/video0", ["/dev/video0": other, "/dev/video1": one, "/dev/video3": one])
    let first = try await opened(machine.source("/dev/video0", ["/dev/video0": one]))
    #expect(first.id == "v4l2:usb-046d:082d-77-index0")
    _ = try await opened(source)
    try machine.unplug(0, at: "1-1")
    // Another of the same make takes its node.
    try machine.plugIn(0, usb: "046d:082d", serial: "88", at: "1-4")
    try machine.plugIn(3, usb: "046d:082d", serial: "77", at: "1-2.3")
    let found = try await opened(source)
    #expect(found.model == "One" && found.id == first.id)
  }

  @Test func `without a serial number it is known by its place, then as the only one of its model`() async throws {
    let machine = try Machine()
    try machine.plugIn(0, usb: "534d:2109", serial: nil, at: "1-1")
    let source = machine.source("/dev/video0", ["/dev/video0": one, "/dev/video1": other, "/dev/video2": one])
    _ = try await opened(source)
    try machine.unplug(0, at: "1-1")
    try machine.plugIn(1, usb: "534d:2109", serial: nil, at: "1-3")
    #expect(try await opened(source).model == "Other", "the only one of its model")
    try machine.plugIn(2, usb: "534d:2109", serial: nil, at: "1-1")
    #expect(try await opened(source).model == "One", "the one at its place")
  }

  @Test func `a substitute in its place serves until it is back`() async throws {
    let machine = try Machine()
    try machine.plugIn(0, usb: "046d:082d", serial: "77", at: "1-1")
    let source = machine.source("/dev/video0", ["/dev/video0": one, "/dev/video2": other])
    _ = try await opened(source)
    try machine.unplug(0, at: "1-1")
    try machine.plugIn(0, usb: "534d:2109", serial: nil, at: "1-2")
    #expect(try await opened(source).model == "One", "whatever is at its node")
    try machine.plugIn(2, usb: "046d:082d", serial: "77", at: "1-1")
    #expect(try await opened(source).model == "Other", "the node it is at now")
  }

  @Test func `the USB id chooses the profile`() async throws {
    let machine = try Machine()
    try machine.plugIn(0, usb: "046d:082d", serial: nil, at: "1-1")
    var general = CameraProfile(id: "general", name: "General", match: CameraMatch(driver: .v4l2))
    general.match.models = ["*Web*"]
    var exact = CameraProfile(id: "exact", name: "Exact", match: CameraMatch(driver: .v4l2))
    exact.match.usb = [USBIdentity(vendor: 0x046D, product: 0x082D)]
    let profiles = CameraProfiles([exact, general])
    let source = machine.source("/dev/video0", ["/dev/video0": FakeV4L2Camera()], profiles)
    #expect(try await opened(source).profile == "Exact")
  }
}
