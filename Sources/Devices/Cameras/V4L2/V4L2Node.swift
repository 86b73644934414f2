package import BoothCore
import CLinux
import Glibc

/// A real ``V4L2Device``: a node such as `/dev/video0`, asked with ioctls.
package final class V4L2Node: V4L2Device, @unchecked Sendable {
  // Sendable: used by its driver's thread alone; `descriptor` is written once, and by `close`.
  package private(set) var descriptor: Int32

  /// Opens the node without waiting for anything.
  package init(path: String) throws(V4L2Fault) {
    descriptor = Glibc.open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    if descriptor < 0 { throw V4L2Fault("open", errno) }
  }

  deinit { close() }

  package func close() {
    guard descriptor >= 0 else { return }
    Glibc.close(descriptor)
    descriptor = -1
  }

  package func capability() throws(V4L2Fault) -> V4L2Capability {
    var answer = v4l2_capability()
    try ask("VIDIOC_QUERYCAP", CLINUX_VIDIOC_QUERYCAP, &answer)
    // A driver has several nodes; `device_caps` are this node's own, where it fills them.
    let all = answer.capabilities
    let own = all & UInt32(bitPattern: Int32(truncatingIfNeeded: V4L2_CAP_DEVICE_CAPS)) != 0 ? answer.device_caps : all
    return V4L2Capability(
      driver: text(answer.driver), card: text(answer.card), bus: text(answer.bus_info),
      capturesVideo: own & UInt32(V4L2_CAP_VIDEO_CAPTURE) != 0, streams: own & UInt32(V4L2_CAP_STREAMING) != 0,
      isMultiplanar: own & UInt32(V4L2_CAP_VIDEO_CAPTURE_MPLANE) != 0)
  }

  // MARK: Formats

  package func pixelFormats() throws(V4L2Fault) -> [V4L2PixelFormat] {
    var formats: [V4L2PixelFormat] = []
    for index in 0..<UInt32(256) {
      var answer = v4l2_fmtdesc()
      answer.index = index
      answer.type = Self.capture
      guard try enumerate("VIDIOC_ENUM_FMT", CLINUX_VIDIOC_ENUM_FMT, &answer) else { break }
      formats.append(V4L2PixelFormat(code: answer.pixelformat))
    }
    return formats
  }

  package func frameSizes(_ format: V4L2PixelFormat) throws(V4L2Fault) -> V4L2FrameSizes {
    var sizes: [PixelSize] = []
    for index in 0..<UInt32(256) {
      var answer = v4l2_frmsizeenum()
      answer.index = index
      answer.pixel_format = format.code
      guard try enumerate("VIDIOC_ENUM_FRAMESIZES", CLINUX_VIDIOC_ENUM_FRAMESIZES, &answer) else { break }
      guard answer.type == V4L2_FRMSIZE_TYPE_DISCRETE.rawValue else {
        let steps = answer.stepwise
        return .stepwise(
          from: PixelSize(width: Int(steps.min_width), height: Int(steps.min_height)),
          to: PixelSize(width: Int(steps.max_width), height: Int(steps.max_height)),
          step: PixelSize(width: max(1, Int(steps.step_width)), height: max(1, Int(steps.step_height))))
      }
      sizes.append(PixelSize(width: Int(answer.discrete.width), height: Int(answer.discrete.height)))
    }
    return sizes.isEmpty ? .unknown : .discrete(sizes)
  }

  package func frameIntervals(
    _ format: V4L2PixelFormat, _ size: PixelSize
  ) throws(V4L2Fault) -> V4L2FrameIntervals {
    var intervals: [V4L2Fraction] = []
    for index in 0..<UInt32(256) {
      var answer = v4l2_frmivalenum()
      answer.index = index
      answer.pixel_format = format.code
      answer.width = UInt32(size.width)
      answer.height = UInt32(size.height)
      guard try enumerate("VIDIOC_ENUM_FRAMEINTERVALS", CLINUX_VIDIOC_ENUM_FRAMEINTERVALS, &answer) else { break }
      guard answer.type == V4L2_FRMIVAL_TYPE_DISCRETE.rawValue else {
        let (shortest, longest) = (answer.stepwise.min, answer.stepwise.max)
        return .range(
          shortest: V4L2Fraction(shortest.numerator, shortest.denominator),
          longest: V4L2Fraction(longest.numerator, longest.denominator))
      }
      intervals.append(V4L2Fraction(answer.discrete.numerator, answer.discrete.denominator))
    }
    return intervals.isEmpty ? .unknown : .discrete(intervals)
  }

  package func setFormat(
    _ format: V4L2PixelFormat, _ size: PixelSize
  ) throws(V4L2Fault) -> V4L2StreamFormat {
    var requested = v4l2_format()
    requested.type = Self.capture
    requested.fmt.pix.width = UInt32(size.width)
    requested.fmt.pix.height = UInt32(size.height)
    requested.fmt.pix.pixelformat = format.code
    requested.fmt.pix.field = V4L2_FIELD_ANY.rawValue
    try ask("VIDIOC_S_FMT", CLINUX_VIDIOC_S_FMT, &requested)
    let pixels = requested.fmt.pix
    return V4L2StreamFormat(
      format: V4L2PixelFormat(code: pixels.pixelformat),
      size: PixelSize(width: Int(pixels.width), height: Int(pixels.height)), strideBytes: Int(pixels.bytesperline))
  }

  package func setFrameInterval(_ interval: V4L2Fraction) throws(V4L2Fault) -> V4L2Fraction? {
    var requested = v4l2_streamparm()
    requested.type = Self.capture
    // ENOTTY and EINVAL: the driver does not know the question.
    guard try enumerate("VIDIOC_G_PARM", CLINUX_VIDIOC_G_PARM, &requested) else { return nil }
    guard requested.parm.capture.capability & UInt32(V4L2_CAP_TIMEPERFRAME) != 0 else { return nil }
    requested.parm.capture.timeperframe = v4l2_fract(numerator: interval.numerator, denominator: interval.denominator)
    guard try enumerate("VIDIOC_S_PARM", CLINUX_VIDIOC_S_PARM, &requested) else { return nil }
    let answer = requested.parm.capture.timeperframe
    return V4L2Fraction(answer.numerator, answer.denominator)
  }

  // MARK: Streaming

  package func requestBuffers(_ count: Int) throws(V4L2Fault) -> Int {
    var requested = v4l2_requestbuffers()
    requested.count = UInt32(count)
    requested.type = Self.capture
    requested.memory = V4L2_MEMORY_MMAP.rawValue
    try ask("VIDIOC_REQBUFS", CLINUX_VIDIOC_REQBUFS, &requested)
    return Int(requested.count)
  }

  package func mapBuffer(_ index: Int, atMost: Int?) throws(V4L2Fault) -> V4L2Mapping {
    var answer = buffer(index)
    try ask("VIDIOC_QUERYBUF", CLINUX_VIDIOC_QUERYBUF, &answer)
    let whole = Int(answer.length)
    var length = min(atMost ?? whole, whole)
    var address = mmap(nil, length, PROT_READ, MAP_SHARED, descriptor, off_t(answer.m.offset))
    if address == MAP_FAILED, length < whole {
      // A driver that makes its mappings itself may want them whole (gspca does).
      length = whole
      address = mmap(nil, length, PROT_READ, MAP_SHARED, descriptor, off_t(answer.m.offset))
    }
    guard let address, address != MAP_FAILED else { throw V4L2Fault("mmap", errno) }
    return V4L2Mapping(bytes: UnsafeRawBufferPointer(start: address, count: length)) { bytes in
      munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress!), bytes.count)
    }
  }

  package func queueBuffer(_ index: Int) throws(V4L2Fault) {
    var requested = buffer(index)
    try ask("VIDIOC_QBUF", CLINUX_VIDIOC_QBUF, &requested)
  }

  package func dequeueBuffer() throws(V4L2Fault) -> V4L2FilledBuffer? {
    var answer = buffer(0)
    let code = clinux_ioctl(descriptor, CLINUX_VIDIOC_DQBUF, &answer)
    if code == -EAGAIN { return nil }
    if code < 0 { throw V4L2Fault("VIDIOC_DQBUF", -code) }
    let isMonotonic =
      answer.flags & UInt32(V4L2_BUF_FLAG_TIMESTAMP_MASK) == UInt32(V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC)
    let time = Int64(answer.timestamp.tv_sec) * 1_000_000_000 + Int64(answer.timestamp.tv_usec) * 1000
    return V4L2FilledBuffer(
      index: Int(answer.index), byteCount: Int(answer.bytesused), sequence: answer.sequence,
      capturedAt: isMonotonic ? Instant(nanoseconds: time) : nil,
      isDamaged: answer.flags & UInt32(V4L2_BUF_FLAG_ERROR) != 0)
  }

  package func streamOn() throws(V4L2Fault) {
    var type = Int32(Self.capture)
    try ask("VIDIOC_STREAMON", CLINUX_VIDIOC_STREAMON, &type)
  }

  package func streamOff() throws(V4L2Fault) {
    var type = Int32(Self.capture)
    try ask("VIDIOC_STREAMOFF", CLINUX_VIDIOC_STREAMOFF, &type)
  }

  // MARK: Controls

  package func controls() throws(V4L2Fault) -> [V4L2Control] {
    var controls: [V4L2Control] = []
    var last: UInt32 = 0
    for _ in 0..<1024 {
      var answer = v4l2_queryctrl()
      answer.id = last | CLINUX_V4L2_CTRL_NEXT
      guard try enumerate("VIDIOC_QUERYCTRL", CLINUX_VIDIOC_QUERYCTRL, &answer) else { break }
      last = answer.id
      guard answer.flags & UInt32(V4L2_CTRL_FLAG_DISABLED) == 0, let kind = try kind(of: answer) else { continue }
      controls.append(V4L2Control(id: answer.id, name: text(answer.name), kind: kind))
    }
    return controls
  }

  package func setControl(_ id: UInt32, to value: Int32) throws(V4L2Fault) {
    var requested = v4l2_control(id: id, value: value)
    try ask("VIDIOC_S_CTRL", CLINUX_VIDIOC_S_CTRL, &requested)
  }

  package func controlValue(_ id: UInt32) throws(V4L2Fault) -> Int32? {
    var requested = v4l2_control(id: id, value: 0)
    do {
      try ask("VIDIOC_G_CTRL", CLINUX_VIDIOC_G_CTRL, &requested)
    } catch  where error.errno == EACCES || error.errno == EINVAL {
      return nil
    }
    return requested.value
  }

  private func kind(of control: v4l2_queryctrl) throws(V4L2Fault) -> V4L2Control.Kind? {
    switch control.type {
    case V4L2_CTRL_TYPE_INTEGER.rawValue, V4L2_CTRL_TYPE_BITMASK.rawValue:
      return .integer(min(control.minimum, control.maximum)...max(control.minimum, control.maximum))
    case V4L2_CTRL_TYPE_BOOLEAN.rawValue: return .boolean
    case V4L2_CTRL_TYPE_BUTTON.rawValue: return .button
    case V4L2_CTRL_TYPE_MENU.rawValue, V4L2_CTRL_TYPE_INTEGER_MENU.rawValue:
      var items: [Int32: String] = [:]
      for index in max(0, control.minimum)...max(0, min(control.maximum, 255)) {
        var item = v4l2_querymenu()
        item.id = control.id
        item.index = UInt32(index)
        guard try enumerate("VIDIOC_QUERYMENU", CLINUX_VIDIOC_QUERYMENU, &item) else { continue }
        items[index] =
          control.type == V4L2_CTRL_TYPE_MENU.rawValue ? text(item.name) : String(item.value)
      }
      return .menu(items)
    default: return nil
    }
  }

  // MARK: Asking

  private static let capture = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue

  private func buffer(_ index: Int) -> v4l2_buffer {
    var buffer = v4l2_buffer()
    buffer.index = UInt32(index)
    buffer.type = Self.capture
    buffer.memory = V4L2_MEMORY_MMAP.rawValue
    return buffer
  }

  private func ask<Argument>(
    _ call: String, _ request: UInt, _ argument: inout Argument
  ) throws(V4L2Fault) {
    let code = withUnsafeMutablePointer(to: &argument) { clinux_ioctl(descriptor, request, $0) }
    if code < 0 { throw V4L2Fault(call, -code) }
  }

  /// Asks for one item of a list, or for something a driver may not know; false says "no more" or "never heard".
  private func enumerate<Argument>(
    _ call: String, _ request: UInt, _ argument: inout Argument
  ) throws(V4L2Fault) -> Bool {
    switch withUnsafeMutablePointer(to: &argument, { clinux_ioctl(descriptor, request, $0) }) {
    case 0...: return true
    case -EINVAL, -ENOTTY, -ENODATA: return false
    case let code: throw V4L2Fault(call, -code)
    }
  }

  /// The text of a fixed array of characters up to its first zero.
  private func text<Characters>(_ characters: Characters) -> String {
    withUnsafeBytes(of: characters) { bytes in String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
