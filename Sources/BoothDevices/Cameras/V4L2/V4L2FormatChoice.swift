package import BoothCore

/// One thing a device can stream.
package struct V4L2Offer: Sendable, Equatable {
  package var format: V4L2PixelFormat
  package var size: PixelSize
  /// The interval to ask for; nil if the driver does not say.
  package var interval: V4L2Fraction?

  package init(format: V4L2PixelFormat, size: PixelSize, interval: V4L2Fraction?) {
    self.format = format
    self.size = size
    self.interval = interval
  }
}

/// Chooses, of all that a device offers, the stream nearest to what was asked for.
///
/// In this order: at least half of the wanted rate (many cameras offer large uncompressed pictures at 5 a second); the
/// smallest difference in size; MJPEG before YUYV, as it takes a tenth of the bandwidth; the rate nearest to the
/// wanted one, the higher of two.
package enum V4L2FormatChoice {
  package static func choose(_ request: LiveViewRequest, from device: any V4L2Device) throws(V4L2Fault) -> V4L2Offer? {
    var offers: [V4L2Offer] = []
    for format in try device.pixelFormats() where format.layout != nil {
      for size in sizes(near: request.size, try device.frameSizes(format)) {
        for interval in intervals(near: request.framesPerSecond, try device.frameIntervals(format, size)) {
          offers.append(V4L2Offer(format: format, size: size, interval: interval))
        }
      }
    }
    return best(request, of: offers)
  }

  package static func best(_ request: LiveViewRequest, of offers: [V4L2Offer]) -> V4L2Offer? {
    offers.min { cost($0, request).lexicographicallyPrecedes(cost($1, request)) }
  }

  private static func cost(_ offer: V4L2Offer, _ request: LiveViewRequest) -> [Double] {
    let wanted = Double(request.framesPerSecond)
    let rate = offer.interval?.framesPerSecond ?? wanted
    let difference =
      abs(offer.size.width - request.size.width) + abs(offer.size.height - request.size.height)
    return [
      rate * 2 >= wanted ? 0 : 1, Double(difference), offer.format.layout == .jpeg ? 0 : 1, abs(rate - wanted), -rate,
    ]
  }

  private static func sizes(near wish: PixelSize, _ sizes: V4L2FrameSizes) -> [PixelSize] {
    switch sizes {
    case .discrete(let sizes): return sizes
    case .unknown: return [wish]
    case .stepwise(let from, let to, let step):
      func nearest(_ wish: Int, _ low: Int, _ high: Int, _ step: Int) -> Int {
        let held = min(max(wish, low), max(low, high))
        return min(low + (held - low + step / 2) / step * step, max(low, high))
      }
      return [
        PixelSize(
          width: nearest(wish.width, from.width, to.width, step.width),
          height: nearest(wish.height, from.height, to.height, step.height))
      ]
    }
  }

  private static func intervals(near rate: Int, _ intervals: V4L2FrameIntervals) -> [V4L2Fraction?] {
    let wish = V4L2Fraction(1, UInt32(clamping: max(1, rate)))
    switch intervals {
    case .unknown: return [nil]
    case .discrete(let list): return list.filter { $0.framesPerSecond != nil }
    case .range(let shortest, let longest):
      guard let fastest = shortest.framesPerSecond, let slowest = longest.framesPerSecond else { return [wish] }
      if Double(rate) > fastest { return [shortest] }
      return Double(rate) < slowest ? [longest] : [wish]
    }
  }
}
