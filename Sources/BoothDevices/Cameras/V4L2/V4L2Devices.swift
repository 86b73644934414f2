import BoothCore
import FoundationEssentials

/// One video node of this machine that captures pictures, or that could not be asked.
public struct V4L2DeviceListing: Sendable, Equatable {
  /// `/dev/video0`.
  public var path: String
  /// `/dev/v4l/by-id/usb-…-video-index0`, which stays the same over unplugging; nil if the device has none.
  public var stablePath: String?
  public var model: String
  /// The kernel's driver, such as `uvcvideo`.
  public var driver: String
  public var bus: String
  /// `MJPG 1920x1080 30 fps`, largest first.
  public var formats: [String]
  /// Why it cannot be used, with what to do; nil if it can.
  public var problem: String?
}

/// Finds the cameras that Video4Linux knows.
public enum V4L2Devices {
  /// Lists the nodes that capture video, in the order of their numbers; others (metadata, encoders) are left out.
  public static func list() -> [V4L2DeviceListing] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/dev")) ?? []
    let numbers = names.compactMap { $0.hasPrefix("video") ? Int($0.dropFirst(5)) : nil }.sorted()
    let stable = stablePaths()
    return numbers.compactMap { number -> V4L2DeviceListing? in
      let path = "/dev/video\(number)"
      do throws(V4L2Fault) {
        let node = try V4L2Node(path: path)
        defer { node.close() }
        return try listing(path, stable[path], node)
      } catch {
        return V4L2DeviceListing(
          path: path, stablePath: stable[path], model: "", driver: "", bus: "", formats: [],
          problem: error.cameraError(path).detail)
      }
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
      problem = "it offers neither MJPEG nor YUYV\(others.isEmpty ? "" : ", but \(others)")"
    }
    if !capability.capturesVideo { problem = "it captures into several planes, which this program does not read" }
    return V4L2DeviceListing(
      path: path, stablePath: stablePath, model: capability.card, driver: capability.driver, bus: capability.bus,
      formats: formats, problem: problem)
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

  /// A name for the device at `path` that survives unplugging: its link in `/dev/v4l/by-id`, or the path itself.
  static func stableName(of path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    if path.hasPrefix(byID) { return name }
    return stablePaths()[path]?.split(separator: "/").last.map(String.init) ?? path
  }

  private static let byID = "/dev/v4l/by-id"

  /// From node to link. No folder: no camera has a serial number, or none is there.
  private static func stablePaths() -> [String: String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: byID)) ?? []
    return names.sorted().reduce(into: [:]) { paths, name in
      let link = "\(byID)/\(name)"
      guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: link),
        let node = target.split(separator: "/").last, paths["/dev/\(node)"] == nil
      else { return }
      paths["/dev/\(node)"] = link
    }
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
