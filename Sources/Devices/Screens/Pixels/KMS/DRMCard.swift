import BoothCore
import CLinux
import FoundationEssentials
import Glibc

/// The cards in `/dev/dri`.
struct DRMCards: GraphicsCards {
  private static let folder = "/dev/dri"

  func paths() -> [String] {
    // No such folder: no card has a driver.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: Self.folder)) ?? []
    return names.compactMap { $0.hasPrefix("card") ? UInt32($0.dropFirst(4)) : nil }.sorted().map {
      "\(Self.folder)/card\($0)"
    }
  }

  func open(_ path: String) throws(CardFault) -> any GraphicsCard { try DRMCard(path) }
}

/// A real ``GraphicsCard``.
final class DRMCard: GraphicsCard {
  let path: String
  let driver: String
  private(set) var descriptor: Int32

  init(_ path: String) throws(CardFault) {
    self.path = path
    descriptor = clinux_drm_open(path)
    if descriptor < 0 { throw CardFault("open", -descriptor) }
    var name = [CChar](repeating: 0, count: 64)
    driver = clinux_drm_driver(descriptor, &name, name.count) == 0 ? String(characters: name) : ""
  }

  deinit { close() }

  func close() {
    guard descriptor >= 0 else { return }
    Glibc.close(descriptor)
    descriptor = -1
  }

  var hasBuffers: Bool { clinux_drm_has_buffers(descriptor) > 0 }
  var isMaster: Bool { clinux_drm_is_master(descriptor) > 0 }
  func becomeMaster() throws(CardFault) { try ask("DRM_IOCTL_SET_MASTER", clinux_drm_set_master(descriptor, 1)) }
  func dropMaster() throws(CardFault) { try ask("DRM_IOCTL_DROP_MASTER", clinux_drm_set_master(descriptor, 0)) }

  // MARK: Displays

  func crtcs() throws(CardFault) -> [UInt32] {
    let resources = try resources()
    return ids(resources.crtcs, resources.crtc_count)
  }

  func connectors(probing: Bool) throws(CardFault) -> [DisplayConnector] {
    let resources = try resources()
    var modes = [clinux_drm_mode](repeating: clinux_drm_mode(), count: Int(CLINUX_DRM_MODES))
    var connectors: [DisplayConnector] = []
    for id in ids(resources.connectors, resources.connector_count) {
      var facts = clinux_drm_connector()
      let count = clinux_drm_get_connector(descriptor, id, probing ? 1 : 0, &facts, &modes, Int32(modes.count))
      // A connector of a dock that has just been pulled.
      if count == -ENOENT { continue }
      try ask("DRM_IOCTL_MODE_GETCONNECTOR", count)
      if facts.type == DisplayConnector.writeback { continue }
      connectors.append(
        DisplayConnector(
          id: id, name: DisplayConnector.name(type: facts.type, number: facts.number),
          status: facts.status == 1 ? .connected : facts.status == 2 ? .disconnected : .unknown,
          modes: modes[..<Int(count)].map(DisplayMode.init), widthMillimetres: Int(facts.width_mm),
          heightMillimetres: Int(facts.height_mm), possibleCRTCs: facts.possible_crtcs, crtc: facts.crtc))
    }
    return connectors
  }

  func crtc(_ id: UInt32) throws(CardFault) -> CRTCState {
    var crtc = clinux_drm_crtc()
    try ask("DRM_IOCTL_MODE_GETCRTC", clinux_drm_get_crtc(descriptor, id, &crtc))
    return CRTCState(
      id: id, frame: crtc.frame, x: crtc.x, y: crtc.y, mode: crtc.has_mode != 0 ? DisplayMode(crtc.mode) : nil)
  }

  func set(_ state: CRTCState, connectors: [UInt32]) throws(CardFault) {
    guard let mode = state.mode, state.frame != 0 else {
      return try ask(
        "DRM_IOCTL_MODE_SETCRTC", clinux_drm_set_crtc(descriptor, state.id, 0, 0, 0, nil, 0, nil))
    }
    var timing = mode.timing
    try ask(
      "DRM_IOCTL_MODE_SETCRTC",
      clinux_drm_set_crtc(
        descriptor, state.id, state.frame, state.x, state.y, connectors, Int32(connectors.count), &timing))
  }

  func wake(_ connector: UInt32) {
    // DRM_MODE_DPMS_ON is 0. A connector without DPMS cannot sleep by it either.
    _ = clinux_drm_set_property(descriptor, connector, "DPMS", 0)
  }

  private func resources() throws(CardFault) -> clinux_drm_resources {
    var resources = clinux_drm_resources()
    try ask("DRM_IOCTL_MODE_GETRESOURCES", clinux_drm_get_resources(descriptor, &resources))
    return resources
  }

  private func ids<Numbers>(_ numbers: Numbers, _ count: Int32) -> [UInt32] {
    withUnsafeBytes(of: numbers) { Array($0.bindMemory(to: UInt32.self).prefix(Int(count))) }
  }

  // MARK: Pictures

  func makeBuffer(_ size: PixelSize) throws(CardFault) -> CardBuffer {
    var buffer = clinux_drm_buffer()
    try ask(
      "DRM_IOCTL_MODE_CREATE_DUMB",
      clinux_drm_create_buffer(descriptor, UInt32(size.width), UInt32(size.height), &buffer))
    return CardBuffer(
      handle: buffer.handle, frame: buffer.frame, pixels: buffer.pixels.assumingMemoryBound(to: UInt32.self),
      size: size, stride: Int(buffer.stride) / 4, byteCount: Int(buffer.size))
  }

  func destroy(_ buffer: CardBuffer) {
    var buffer = clinux_drm_buffer(
      handle: buffer.handle, frame: buffer.frame, stride: UInt32(buffer.stride * 4), size: UInt64(buffer.byteCount),
      pixels: UnsafeMutableRawPointer(buffer.pixels))
    clinux_drm_destroy_buffer(descriptor, &buffer)
  }

  func flip(crtc: UInt32, frame: UInt32, cookie: UInt64) throws(CardFault) {
    try ask("DRM_IOCTL_MODE_PAGE_FLIP", clinux_drm_flip(descriptor, crtc, frame, cookie))
  }

  func markDirty(frame: UInt32) {
    // ENOSYS: the card reads its memory by itself.
    _ = clinux_drm_dirty(descriptor, frame)
  }

  func takeFlips() throws(CardFault) -> [FlipEnd] {
    var events = [clinux_drm_event](repeating: clinux_drm_event(), count: 32)
    let count = clinux_drm_read(descriptor, &events, 32)
    try ask("read", count)
    return events[..<Int(count)].map { FlipEnd(cookie: $0.cookie, at: Instant(nanoseconds: $0.nanoseconds)) }
  }

  private func ask(_ call: String, _ result: Int32) throws(CardFault) {
    if result < 0 { throw CardFault(call, -result) }
  }
}

extension DisplayMode {
  init(_ timing: clinux_drm_mode) {
    self.init(
      horizontal: Timing(
        visible: Int(timing.width), syncStart: Int(timing.hsync_start), syncEnd: Int(timing.hsync_end),
        total: Int(timing.htotal)),
      vertical: Timing(
        visible: Int(timing.height), syncStart: Int(timing.vsync_start), syncEnd: Int(timing.vsync_end),
        total: Int(timing.vtotal)),
      clockKilohertz: Int(timing.clock_khz), flags: timing.flags, type: timing.type)
    skew = Int(timing.hskew)
    scan = Int(timing.vscan)
  }

  /// As the kernel takes it; the name is only for people.
  var timing: clinux_drm_mode {
    var timing = clinux_drm_mode()
    timing.clock_khz = UInt32(clamping: clockKilohertz)
    timing.width = UInt16(clamping: horizontal.visible)
    timing.hsync_start = UInt16(clamping: horizontal.syncStart)
    timing.hsync_end = UInt16(clamping: horizontal.syncEnd)
    timing.htotal = UInt16(clamping: horizontal.total)
    timing.hskew = UInt16(clamping: skew)
    timing.height = UInt16(clamping: vertical.visible)
    timing.vsync_start = UInt16(clamping: vertical.syncStart)
    timing.vsync_end = UInt16(clamping: vertical.syncEnd)
    timing.vtotal = UInt16(clamping: vertical.total)
    timing.vscan = UInt16(clamping: scan)
    timing.refresh = UInt32(clamping: Int(hertz + 0.5))
    timing.flags = flags
    timing.type = type
    return timing
  }
}

extension String {
  /// The text of an array of C's characters up to its first zero.
  init(characters: [CChar]) {
    self.init(decoding: characters.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
