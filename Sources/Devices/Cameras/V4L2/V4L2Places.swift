import BoothCore
import FoundationEssentials

/// Where Linux says which video nodes there are, and what they belong to: `/dev`, `/dev/v4l/by-id`, and sysfs.
public struct V4L2Places: Sendable {
  private static let byID = "/dev/v4l/by-id"
  private static let byPath = "/dev/v4l/by-path"
  private let root: String

  /// - Parameter root: a folder that stands for `/`, in tests.
  public init(root: String = "") { self.root = root }

  /// `/dev/video0`, `/dev/video2`, in the order of their numbers.
  func nodes() -> [String] {
    names(in: "/dev").compactMap { $0.hasPrefix("video") ? Int($0.dropFirst(5)) : nil }.sorted().map {
      "/dev/video\($0)"
    }
  }

  /// From node to its link in `/dev/v4l/by-id`. None: no camera on USB is there, or nothing makes the links.
  func stablePaths() -> [String: String] {
    names(in: Self.byID).sorted().reduce(into: [:]) { paths, name in
      let link = "\(Self.byID)/\(name)"
      guard let node = target(of: link), paths[node] == nil else { return }
      paths[node] = link
    }
  }

  /// The node that a link leads to; nil where it leads nowhere. Anything but a link is itself.
  func node(_ path: String) -> String? {
    guard path.hasPrefix(Self.byID + "/") || path.hasPrefix(Self.byPath + "/") else { return path }
    return target(of: path)
  }

  /// A name that survives unplugging: the link in `/dev/v4l/by-id`, what the USB device says of itself, or the path.
  func stableName(of path: String, _ node: String) -> String {
    if path.hasPrefix(Self.byID + "/") { return last(path) }
    return stablePaths()[node].map(last) ?? identity(of: node)?.name ?? path
  }

  /// What sysfs says of a node's device; nil where it says nothing.
  func identity(of node: String) -> V4L2Identity? {
    let entry = "/sys/class/video4linux/\(last(node))"
    guard FileManager.default.fileExists(atPath: root + entry + "/device") else { return nil }
    let device = URL(filePath: root + entry + "/device").resolvingSymlinksInPath()
    let index = text(entry + "/index").flatMap { Int($0) } ?? 0
    // The link leads to the USB interface; the device is the folder it is in.
    var folder = device
    for _ in 0..<4 {
      if let vendor = number(folder, "idVendor"), let product = number(folder, "idProduct") {
        return V4L2Identity(
          usb: USBIdentity(vendor: vendor, product: product), serial: Self.text(folder.path + "/serial"),
          place: folder.lastPathComponent, index: index)
      }
      folder = folder.deletingLastPathComponent()
    }
    return V4L2Identity(usb: nil, serial: nil, place: device.lastPathComponent, index: index)
  }

  /// Every node with its identity.
  func identities() -> [(node: String, identity: V4L2Identity)] {
    nodes().compactMap { node in identity(of: node).map { (node, $0) } }
  }

  // MARK: Files

  private func names(in folder: String) -> [String] {
    // No such folder: there is nothing in it.
    (try? FileManager.default.contentsOfDirectory(atPath: root + folder)) ?? []
  }

  private func target(of link: String) -> String? {
    guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: root + link) else { return nil }
    return "/dev/\(last(target))"
  }

  private func last(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }
  private func text(_ path: String) -> String? { Self.text(root + path) }

  private func number(_ folder: URL, _ name: String) -> UInt16? {
    Self.text(folder.path + "/" + name).flatMap { UInt16($0, radix: 16) }
  }

  /// The first line of a small file, if there is one that is not empty.
  private static func text(_ path: String) -> String? {
    guard let bytes = FileManager.default.contents(atPath: path) else { return nil }
    let line = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    return line.isEmpty ? nil : line
  }
}
