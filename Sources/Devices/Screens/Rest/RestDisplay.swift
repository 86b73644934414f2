public import BoothCore
import BoothSystem
import Glibc
public import Imaging

/// Keeps one still picture on a display, also over a display that is unplugged and comes back. For one thread, which it blocks.
public struct RestDisplay {
  private let output: any PixelOutput
  private let turn: Orientation

  /// - Parameter turn: how an upright picture must be turned for the display.
  public init(_ output: any PixelOutput, turn: Orientation) {
    self.output = output
    self.turn = turn
  }

  /// Shows the picture until the moment, and gives the display back.
  /// - Parameter paint: makes the picture for a size that is seen upright.
  /// - Throws: ``ScreenFault`` where the display takes no picture.
  public func show(until end: Instant, now: () -> Instant, _ paint: (PixelSize) throws -> Bitmap) throws {
    defer { output.close() }
    var isDue = true
    while now() < end {
      for event in output.takeEvents() {
        switch event {
        case .changed, .visible: isDue = true
        case .shown, .hidden: break
        }
      }
      if isDue, let buffer = output.nextBuffer() {
        let picture = try paint(turn.inverse.apply(to: buffer.size)).turned(turn)
        buffer.fill(picture)
        try output.present(
          buffer, changed: [PixelRect(x: 0, y: 0, width: buffer.size.width, height: buffer.size.height)])
        isDue = false
      }
      wait(until: end, now())
    }
  }

  /// For the display's next event, and no longer than a second.
  private func wait(until end: Instant, _ now: Instant) {
    var waiting = output.descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    let left = min(max((end - now).inSeconds, 0), 1)
    _ = poll(&waiting, nfds_t(waiting.count), Int32(left * 1000) + 1)
  }
}

extension PixelBuffer {
  /// Puts a picture of its own size there; of another one, what fits.
  fileprivate func fill(_ picture: Bitmap) {
    for y in 0..<min(size.height, picture.height) {
      for x in 0..<min(size.width, picture.width) { pixels[y * stride + x] = picture[x, y] }
    }
  }
}
