public import BoothCore
import Glibc

/// One video node of this machine that captures pictures, or that could not be asked.
public struct V4L2DeviceListing: Sendable, Equatable {
  /// `/dev/video0`.
  public var path: String
  /// `/dev/v4l/by-id/usb-…-video-index0`, which stays the same over unplugging; nil if the device has none.
  public var stablePath: String?
  /// What the device calls itself (`card` of VIDIOC_QUERYCAP); empty if it could not be asked.
  public var model: String
  /// The kernel's driver, such as `uvcvideo`.
  public var driver: String
  /// Where it is attached, in the kernel's words (`bus_info` of VIDIOC_QUERYCAP): `usb-0000:00:14.0-1`. Empty if it
  /// could not be asked.
  public var bus: String
  /// Nil for cameras that are not on USB.
  public var usb: USBIdentity?
  /// `MJPG 1920x1080 30 fps`, largest first.
  public var formats: [String]
  /// Why it cannot be used, with what to do; nil if it can.
  public var problem: String?
  /// Whether a program streams from it; false if not asked.
  public var isInUse = false
}

/// Finds the cameras that Video4Linux knows.
public enum V4L2Devices {
  /// Lists the nodes that capture video, in the order of their numbers; others (metadata, encoders) are left out.
  /// - Parameter askingWhoHasThem: also finds out which of them another program streams from.
  public static func list(askingWhoHasThem asks: Bool = false) -> [V4L2DeviceListing] {
    let places = V4L2Places()
    let stable = places.stablePaths()
    return places.nodes().compactMap { path -> V4L2DeviceListing? in
      var found: V4L2DeviceListing?
      do throws(V4L2Fault) {
        let node = try V4L2Node(path: path)
        defer { node.close() }
        found = try listing(path, stable[path], node)
        if asks { found?.isInUse = isInUse(node) }
      } catch {
        found = V4L2DeviceListing(
          path: path, stablePath: stable[path], model: "", driver: "", bus: "", formats: [],
          problem: error.cameraError(path).detail)
      }
      found?.usb = places.identity(of: path)?.usb
      return found
    }
  }

  package static func listing(
    _ path: String, _ stablePath: String?, _ device: any V4L2Device
  ) throws(V4L2Fault) -> V4L2DeviceListing? {
    let capability = try device.capability()
    guard capability.capturesVideo || capability.isMultiplanar else { return nil }
    let formats = try formats(of: device)
    var problem: String?
    if formats.isEmpty {
      let others = try device.pixelFormats().map(\.description).joined(separator: ", ")
      problem = "it offers none of MJPEG, YUYV and NV12\(others.isEmpty ? "" : ", but \(others)")"
    }
    if !capability.capturesVideo { problem = "it captures into several planes, which this program does not read" }
    return V4L2DeviceListing(
      path: path, stablePath: stablePath, model: capability.card, driver: capability.driver, bus: capability.bus,
      formats: formats, problem: problem)
  }

  /// Giving back buffers that one does not have is refused while another program has some.
  package static func isInUse(_ device: any V4L2Device) -> Bool {
    do {
      _ = try device.requestBuffers(0)
      return false
    } catch {
      return error.errno == EBUSY
    }
  }

  /// What a device offers that this program reads, largest first, each with its highest rate.
  static func formats(of device: any V4L2Device) throws(V4L2Fault) -> [String] {
    var offers: [(size: PixelSize, text: String)] = []
    for format in try device.pixelFormats() where format.layout != nil {
      switch try device.frameSizes(format) {
      case .unknown: offers.append((PixelSize(width: 0, height: 0), "\(format)"))
      case .stepwise(let from, let to, _): offers.append((to, "\(format) \(from) to \(to)"))
      case .discrete(let sizes):
        for size in sizes {
          let rate = fastest(try device.frameIntervals(format, size)).map { " \(rounded($0)) fps" } ?? ""
          offers.append((size, "\(format) \(size)\(rate)"))
        }
      }
    }
    return offers.enumerated().sorted { ($1.element.size.area, $0.offset) < ($0.element.size.area, $1.offset) }
      .map(\.element.text)
  }

  private static func fastest(_ intervals: V4L2FrameIntervals) -> Double? {
    switch intervals {
    case .discrete(let list): list.compactMap(\.framesPerSecond).max()
    case .range(let shortest, _): shortest.framesPerSecond
    case .unknown: nil
    }
  }

  private static func rounded(_ rate: Double) -> String {
    let tenths = Int(rate * 10 + 0.5)
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }
}
