package import BoothCore

/// One thing a device can stream.
package struct V4L2Offer: Sendable, Equatable, CustomStringConvertible {
  package var format: V4L2PixelFormat
  package var size: PixelSize
  /// The interval to ask for; nil if the driver does not say.
  package var interval: V4L2Fraction?

  package init(format: V4L2PixelFormat, size: PixelSize, interval: V4L2Fraction?) {
    self.format = format
    self.size = size
    self.interval = interval
  }

  package var description: String {
    "\(format) \(size)" + (interval.map { " \($0.numerator)/\($0.denominator)" } ?? "")
  }

  /// About what it takes of the bus, in bits a second.
  package var bandwidth: Double { Double(size.area * format.bitsPerPixel) * (interval?.framesPerSecond ?? 30) }
}

/// Chooses, of all that a device offers, the stream nearest to what was asked for.
///
/// First what the profile prefers, in its order. Then: at least half of the wanted rate (many cameras offer large
/// uncompressed pictures at 5 a second); the smallest difference in size; MJPEG before YUYV, as it takes a tenth of the
/// bandwidth, and YUYV before NV12, which has half the colours; the rate nearest to the wanted one, the higher of two.
package enum V4L2FormatChoice {
  package static func choose(
    _ request: LiveViewRequest, preferring formats: [CameraProfile.V4L2.Format] = [], from device: any V4L2Device
  ) throws(V4L2Fault) -> V4L2Offer? {
    try ranked(request, preferring: formats, from: device).first
  }

  /// Every offer that this program reads, the best first.
  package static func ranked(
    _ request: LiveViewRequest, preferring formats: [CameraProfile.V4L2.Format] = [], from device: any V4L2Device
  ) throws(V4L2Fault) -> [V4L2Offer] {
    var offers: [(offer: V4L2Offer, cost: [Double])] = []
    for format in try device.pixelFormats() where format.layout != nil {
      let sizes = try device.frameSizes(format)
      let requests = [request.size] + formats.compactMap { $0.code == format.description ? $0.size : nil }
      var seen: Set<PixelSize> = []
      for size in requests.flatMap({ Self.sizes(near: $0, sizes) }) where seen.insert(size).inserted {
        for interval in intervals(near: request.framesPerSecond, try device.frameIntervals(format, size)) {
          let offer = V4L2Offer(format: format, size: size, interval: interval)
          offers.append((offer, [preference(offer, formats)] + cost(offer, request)))
        }
      }
    }
    return offers.sorted { $0.cost.lexicographicallyPrecedes($1.cost) }.map(\.offer)
  }

  /// Whether a device has a format in its size.
  static func offers(_ format: CameraProfile.V4L2.Format, _ device: any V4L2Device) throws(V4L2Fault) -> Bool {
    guard let pixels = try device.pixelFormats().first(where: { $0.description == format.code }) else { return false }
    guard let size = format.size else { return true }
    switch try device.frameSizes(pixels) {
    case .unknown: return true
    case .discrete(let sizes): return sizes.contains(size)
    case .stepwise: return sizes(near: size, try device.frameSizes(pixels)) == [size]
    }
  }

  /// The largest picture a device offers, JPEG before others of its size; nil where it does not say what it has.
  static func largest(of device: any V4L2Device) throws(V4L2Fault) -> CameraProfile.V4L2.Format? {
    var best: (format: V4L2PixelFormat, size: PixelSize)?
    for format in try device.pixelFormats() where format.layout != nil {
      let size: PixelSize?
      switch try device.frameSizes(format) {
      case .unknown: size = nil
      case .discrete(let sizes): size = sizes.max { $0.area < $1.area }
      case .stepwise(_, let to, _): size = to
      }
      guard let size else { continue }
      let isBetter =
        best.map {
          size.area > $0.size.area || size.area == $0.size.area && rank(format.layout) < rank($0.format.layout)
        }
      if isBetter ?? true { best = (format, size) }
    }
    return best.map { CameraProfile.V4L2.Format(code: $0.format.description, size: $0.size) }
  }

  /// What to try when the bus has no room for an offer: the next that takes at most three quarters of it.
  package static func smaller(than offer: V4L2Offer, among ranked: [V4L2Offer]) -> V4L2Offer? {
    ranked.first { $0.bandwidth <= offer.bandwidth * 0.75 }
  }

  /// The place of the first of the profile's formats that an offer meets.
  private static func preference(_ offer: V4L2Offer, _ formats: [CameraProfile.V4L2.Format]) -> Double {
    let index = formats.firstIndex { requested in
      let rate = offer.interval?.framesPerSecond
      return requested.code == offer.format.description && requested.size.map { $0 == offer.size } ?? true
        && requested.framesPerSecond.map { requested in rate.map { abs($0 - Double(requested)) < 1 } ?? true } ?? true
    }
    return Double(index ?? formats.count)
  }

  private static func cost(_ offer: V4L2Offer, _ request: LiveViewRequest) -> [Double] {
    let wanted = Double(request.framesPerSecond)
    let rate = offer.interval?.framesPerSecond ?? wanted
    let difference =
      abs(offer.size.width - request.size.width) + abs(offer.size.height - request.size.height)
    return [rate * 2 >= wanted ? 0 : 1, Double(difference), rank(offer.format.layout), abs(rate - wanted), -rate]
  }

  private static func rank(_ layout: FrameLayout?) -> Double {
    switch layout {
    case .jpeg: 0
    case .yuyv: 1
    case .nv12, .i420, nil: 2
    }
  }

  private static func sizes(near requested: PixelSize, _ sizes: V4L2FrameSizes) -> [PixelSize] {
    switch sizes {
    case .discrete(let sizes): return sizes
    case .unknown: return [requested]
    case .stepwise(let from, let to, let step):
      func nearest(_ requested: Int, _ low: Int, _ high: Int, _ step: Int) -> Int {
        let held = min(max(requested, low), max(low, high))
        return min(low + (held - low + step / 2) / step * step, max(low, high))
      }
      return [
        PixelSize(
          width: nearest(requested.width, from.width, to.width, step.width),
          height: nearest(requested.height, from.height, to.height, step.height))
      ]
    }
  }

  private static func intervals(near rate: Int, _ intervals: V4L2FrameIntervals) -> [V4L2Fraction?] {
    let requested = V4L2Fraction(1, UInt32(clamping: max(1, rate)))
    switch intervals {
    case .unknown: return [nil]
    case .discrete(let list): return list.filter { $0.framesPerSecond != nil }
    case .range(let shortest, let longest):
      guard let fastest = shortest.framesPerSecond, let slowest = longest.framesPerSecond else { return [requested] }
      if Double(rate) > fastest { return [shortest] }
      return Double(rate) < slowest ? [longest] : [requested]
    }
  }
}
