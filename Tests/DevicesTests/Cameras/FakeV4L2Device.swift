import BoothCore
import BoothSystem
import Cameras
import Glibc
import Synchronization

/// What a ``FakeV4L2Device`` is and does; one for all openings, as one camera has one plug.
final class FakeV4L2Camera: Sendable {
  struct Setup: Sendable {
    var formats: [(V4L2PixelFormat, V4L2FrameSizes, V4L2FrameIntervals)] = [
      (
        .yuyv, .discrete([PixelSize(width: 64, height: 48), PixelSize(width: 320, height: 240)]),
        .discrete([V4L2Fraction(1, 200)])
      )
    ]
    var driver = "fake"
    var model = "Fake Webcam"
    /// What the driver makes of a size it was asked for, where that is another.
    var bends: [PixelSize: PixelSize] = [:]
    /// What the bus has room for, in bits a second.
    var bandwidth = Double.infinity
    /// Refused with EBUSY unless it streams.
    var controlsWhileStreaming: Set<UInt32> = []
    /// The picture of an MJPEG stream.
    var jpeg: [UInt8] = []
    var stampsFrames = true
    /// Frames a second by themselves; 0 leaves it to ``FakeV4L2Camera/fill(_:)``.
    var rate = 200
    /// How many buffers the driver makes at most.
    var buffers = 32
    /// Fills its buffers in turn, whether they were given back or not.
    var overwrites = false
  }

  /// What a buffer is filled with.
  enum Filling: Sendable {
    case good
    case damaged
    case short
    case bytes([UInt8])
    /// A good picture captured at the start of the clock.
    case old
  }

  struct State {
    var isThere = true
    var isHeld = false
    /// Fails the next call of this name, once, with this error.
    var failures: [String: Int32] = [:]
    var fillings: [Filling] = []
    var mapped = 0
    var opened = 0
    var closed = 0
    var queued: [Int] = []
    var isStreaming = false
    var calls: [String] = []
    var controls: [UInt32: Int32] = [:]
  }

  let setup: Setup
  let state = Mutex(State())
  var now: State { state.withLock { $0 } }
  /// The pipe by which ``fill(_:)`` wakes the poller of a device without a rate of its own.
  let bell: (read: Int32, write: Int32)

  init(_ setup: Setup = Setup()) {
    self.setup = setup
    var ends: [Int32] = [0, 0]
    precondition(pipe(&ends) == 0)
    for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    bell = (ends[0], ends[1])
  }

  deinit {
    close(bell.read)
    close(bell.write)
  }

  func open() throws(V4L2Fault) -> any V4L2Device {
    try check("open")
    guard state.withLock({ $0.isThere }) else { throw V4L2Fault("open", ENOENT) }
    state.withLock { $0.opened += 1 }
    return FakeV4L2Device(self)
  }

  func fill(_ fillings: Filling...) {
    state.withLock { $0.fillings += fillings }
    ring()
  }

  func unplug() {
    state.withLock { $0.isThere = false }
    ring()
  }

  func plugIn() { state.withLock { $0.isThere = true } }
  func fail(_ call: String, _ errno: Int32) { state.withLock { $0.failures[call] = errno } }

  /// Notes the call, and fails it if it was to fail.
  func check(_ call: String) throws(V4L2Fault) {
    let failure = state.withLock { state in
      state.calls.append(call)
      return state.failures.removeValue(forKey: call)
    }
    if let failure { throw V4L2Fault(call, failure) }
  }

  private func ring() {
    var byte: UInt8 = 1
    _ = write(bell.write, &byte, 1)
  }
}

/// One opening of a ``FakeV4L2Camera``: behaves like the kernel's side of Video4Linux, down to EBUSY for a second
/// claim and ENODEV after unplugging.
final class FakeV4L2Device: V4L2Device, @unchecked Sendable {
  // Sendable: used by its driver's thread alone; what tests touch is the camera's mutex.
  private let camera: FakeV4L2Camera
  private let timer = DeviceTimer()
  private var holds = false
  private var memory: [FakeBuffer] = []
  private var format = V4L2StreamFormat(format: .yuyv, size: PixelSize(width: 64, height: 48), strideBytes: 128)
  private var interval = V4L2Fraction(1, 30)
  private var sequence: UInt32 = 0

  init(_ camera: FakeV4L2Camera) { self.camera = camera }

  var descriptor: Int32 { camera.setup.rate > 0 ? timer.descriptor : camera.bell.read }

  private func ask(_ call: String) throws(V4L2Fault) {
    try camera.check(call)
    if !camera.state.withLock({ $0.isThere }) { throw V4L2Fault(call, ENODEV) }
  }

  func capability() throws(V4L2Fault) -> V4L2Capability {
    try ask("VIDIOC_QUERYCAP")
    return V4L2Capability(driver: camera.setup.driver, card: camera.setup.model, bus: "usb-fake-1")
  }

  func pixelFormats() throws(V4L2Fault) -> [V4L2PixelFormat] { camera.setup.formats.map(\.0) }

  func frameSizes(_ format: V4L2PixelFormat) throws(V4L2Fault) -> V4L2FrameSizes {
    camera.setup.formats.first { $0.0 == format }?.1 ?? .unknown
  }

  func frameIntervals(_ format: V4L2PixelFormat, _ size: PixelSize) throws(V4L2Fault) -> V4L2FrameIntervals {
    camera.setup.formats.first { $0.0 == format }?.2 ?? .unknown
  }

  func setFormat(_ format: V4L2PixelFormat, _ size: PixelSize) throws(V4L2Fault) -> V4L2StreamFormat {
    try ask("VIDIOC_S_FMT")
    if camera.state.withLock({ $0.isHeld }) && !holds { throw V4L2Fault("VIDIOC_S_FMT", EBUSY) }
    let size = camera.setup.bends[size] ?? size
    let stride = format == .yuyv ? size.width * 2 + 32 : format == .nv12 ? size.width + 16 : 0
    self.format = V4L2StreamFormat(format: format, size: size, strideBytes: stride)
    return self.format
  }

  func setFrameInterval(_ interval: V4L2Fraction) throws(V4L2Fault) -> V4L2Fraction? {
    self.interval = interval
    return interval
  }

  func requestBuffers(_ count: Int) throws(V4L2Fault) -> Int {
    try ask("VIDIOC_REQBUFS")
    let busy = camera.state.withLock { state in
      if state.isHeld && !holds { return true }
      state.isHeld = count > 0
      state.queued = []
      return false
    }
    if busy { throw V4L2Fault("VIDIOC_REQBUFS", EBUSY) }
    holds = count > 0
    memory = []
    return min(count, camera.setup.buffers)
  }

  func mapBuffer(_ index: Int, atMost: Int?) throws(V4L2Fault) -> V4L2Mapping {
    try ask("mmap")
    if index == memory.count { memory.append(FakeBuffer(byteCount: max(pictureBytes, camera.setup.jpeg.count + 64))) }
    let buffer = memory[index]
    camera.state.withLock { $0.mapped += 1 }
    let camera = camera
    let part = buffer.bytes.prefix(atMost ?? buffer.bytes.count)
    return V4L2Mapping(bytes: UnsafeRawBufferPointer(UnsafeMutableRawBufferPointer(rebasing: part))) { _ in
      withExtendedLifetime(buffer) {}
      camera.state.withLock { $0.mapped -= 1 }
    }
  }

  func queueBuffer(_ index: Int) throws(V4L2Fault) {
    try ask("VIDIOC_QBUF")
    let isQueued = camera.state.withLock { state in
      if state.queued.contains(index) && !camera.setup.overwrites || !holds { return false }
      state.queued.append(index)
      return true
    }
    if !isQueued { throw V4L2Fault("VIDIOC_QBUF", EINVAL) }
  }

  func dequeueBuffer() throws(V4L2Fault) -> V4L2FilledBuffer? {
    if camera.setup.rate == 0 {
      // Before looking, so that a ring after the look is not lost.
      var bytes = [UInt8](repeating: 0, count: 64)
      while read(camera.bell.read, &bytes, 64) > 0 {}
    }
    try ask("VIDIOC_DQBUF")
    if camera.setup.rate > 0 {
      let ticks = timer.takeTicks()
      if ticks == 0 { return nil }
      // Only the newest of several missed pictures still has a buffer waiting.
      sequence += UInt32(ticks - 1)
      return fill(.good)
    }
    let next = camera.state.withLock { state -> FakeV4L2Camera.Filling? in
      state.fillings.isEmpty ? nil : state.fillings.removeFirst()
    }
    return next.flatMap { fill($0) }
  }

  private func fill(_ filling: FakeV4L2Camera.Filling) -> V4L2FilledBuffer? {
    defer { sequence += 1 }
    let next = camera.state.withLock { state in state.queued.isEmpty ? nil : state.queued.removeFirst() }
    guard let queued = camera.setup.overwrites ? Int(sequence) % memory.count : next else { return nil }
    var byteCount = pictureBytes
    if format.format != .mjpeg {
      memory[queued].bytes.initializeMemory(as: UInt8.self, repeating: UInt8(truncatingIfNeeded: sequence))
    } else {
      memory[queued].bytes.copyBytes(from: camera.setup.jpeg + [0, 0, 0])
      byteCount = camera.setup.jpeg.count + 3
    }
    if case .bytes(let bytes) = filling {
      memory[queued].bytes.copyBytes(from: bytes)
      byteCount = bytes.count
    }
    if case .short = filling { byteCount /= 2 }
    var isDamaged = false
    if case .damaged = filling { isDamaged = true }
    var capturedAt = camera.setup.stampsFrames ? DeviceClock.now() : nil
    if case .old = filling { capturedAt = Instant(nanoseconds: 1) }
    return V4L2FilledBuffer(
      index: queued, byteCount: byteCount, sequence: sequence, capturedAt: capturedAt, isDamaged: isDamaged)
  }

  private var pictureBytes: Int {
    format.strideBytes * (format.size.height + (format.format == .nv12 ? format.size.height / 2 : 0))
  }

  func streamOn() throws(V4L2Fault) {
    try ask("VIDIOC_STREAMON")
    let offer = V4L2Offer(format: format.format, size: format.size, interval: interval)
    if offer.bandwidth > camera.setup.bandwidth { throw V4L2Fault("VIDIOC_STREAMON", ENOSPC) }
    sequence = 0
    camera.state.withLock { $0.isStreaming = true }
    if camera.setup.rate > 0 {
      let period = Duration.nanoseconds(1_000_000_000 / camera.setup.rate)
      timer.start(first: DeviceClock.now() + period, period: period)
    }
  }

  func streamOff() throws(V4L2Fault) {
    try ask("VIDIOC_STREAMOFF")
    timer.stop()
    camera.state.withLock { state in
      state.isStreaming = false
      state.queued = []
    }
  }

  func controls() throws(V4L2Fault) -> [V4L2Control] {
    [
      V4L2Control(id: 0x0098_0900, name: "Brightness", kind: .integer(0...255)),
      V4L2Control(
        id: 0x009A_0901, name: "Auto Exposure", kind: .menu([1: "Manual Mode", 3: "Aperture Priority Mode"])),
      V4L2Control(id: 0x009A_0902, name: "Exposure Time, Absolute", kind: .integer(3...2047)),
      V4L2Control(id: 0x009A_090A, name: "Focus, Absolute", kind: .integer(0...250)),
      V4L2Control(id: 0x009A_090C, name: "Focus, Automatic Continuous", kind: .boolean),
    ]
  }

  func setControl(_ id: UInt32, to value: Int32) throws(V4L2Fault) {
    try ask("VIDIOC_S_CTRL \(id)=\(value)")
    let refused = camera.state.withLock { state in
      if camera.setup.controlsWhileStreaming.contains(id), !state.isStreaming { return true }
      state.controls[id] = value
      return false
    }
    if refused { throw V4L2Fault("VIDIOC_S_CTRL", EBUSY) }
  }

  func controlValue(_ id: UInt32) throws(V4L2Fault) -> Int32? { camera.now.controls[id] }

  func close() {
    if holds { camera.state.withLock { $0.isHeld = false } }
    holds = false
    camera.state.withLock { $0.closed += 1 }
  }
}

/// A driver's buffer, which outlives the driver while it is mapped.
private final class FakeBuffer: @unchecked Sendable {
  // Sendable: as a driver's buffer is, written while it is queued and read otherwise.
  let bytes: UnsafeMutableRawBufferPointer

  init(byteCount: Int) { bytes = .allocate(byteCount: byteCount, alignment: 4096) }
  deinit { bytes.deallocate() }
}
