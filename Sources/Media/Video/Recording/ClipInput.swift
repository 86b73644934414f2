import BoothCore
import Imaging

/// The queue's frames as pictures of the clip's size. The first whole one says what that size is; later ones of other
/// proportions are cropped to it.
struct ClipInput {
  enum Taken {
    case picture(Instant, I420Picture)
    /// A frame that is cut short, or says of itself what cannot be.
    case unusable
    case end, cancelled
  }

  let queue: FrameQueue
  let maximumSize: PixelSize
  private let converter: FrameConverter
  private var picture: I420Picture?

  init(queue: FrameQueue, maximumSize: PixelSize, chain: TransformChain) {
    self.queue = queue
    converter = FrameConverter(output: .limited, chain: chain, takesEveryFrame: true)
    self.maximumSize = maximumSize
  }

  /// Waits for the next frame and converts it; when this returns, the frame is let go, and its place may be given back.
  mutating func take() -> Taken {
    switch queue.next() {
    case .end: return .end
    case .cancelled: return .cancelled
    case .frame(let frame): return convert(frame)
    }
  }

  private mutating func convert(_ frame: Frame) -> Taken {
    guard frame.size.width >= 2, frame.size.height >= 2 else { return .unusable }
    let size = picture?.size
    let framed = converter.chain.framing(of: frame.size).size
    var target = picture ?? I420Picture(size: ClipSize.fitting(framed, into: maximumSize), range: .limited)
    picture = nil  // so that its memory is written to, not copied
    do {
      try converter.convert(frame, into: &target)
    } catch {
      // A frame that is no picture does not say how large the clip is.
      if size != nil { picture = target }
      return .unusable
    }
    picture = target
    return .picture(frame.capturedAt, target)
  }
}
