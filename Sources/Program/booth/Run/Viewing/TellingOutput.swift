import BoothCore
import CommandSupport
import Imaging
import Screens

/// A display in memory that says when another picture stands on it. Used by one thread.
final class TellingOutput: PixelOutput {
  private let output: MemoryOutput
  private let shown: @Sendable (Bitmap) -> Void

  /// - Parameters:
  ///   - interval: between two pictures, at least: nothing is drawn faster.
  ///   - shown: called with a copy of each, on the drawing thread.
  init(size: PixelSize, interval: Duration, shown: @escaping @Sendable (Bitmap) -> Void) {
    output = MemoryOutput(size: size, refreshInterval: interval)
    self.shown = shown
  }

  var size: PixelSize { output.size }
  var refreshInterval: Duration { output.refreshInterval }
  var descriptors: [Int32] { output.descriptors }
  func nextBuffer() -> PixelBuffer? { output.nextBuffer() }
  func present(_ buffer: PixelBuffer, changed: [PixelRect]) throws(ScreenFault) {
    try output.present(buffer, changed: changed)
  }

  func takeEvents() -> [PixelOutputEvent] {
    let events = output.takeEvents()
    let isNew = events.contains { if case .shown = $0 { true } else { false } }
    if isNew, let picture = output.picture { shown(picture) }
    return events
  }

  func close() { output.close() }
}
