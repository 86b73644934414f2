import BoothCore
import CommandSupport
import Screens
import Synchronization

/// A display whose pictures are counted. Used by one thread; the count is there for all.
final class CountedOutput: PixelOutput {
  private let output: any PixelOutput
  private let pictures: ShownPictures

  init(_ output: any PixelOutput, pictures: ShownPictures) {
    self.output = output
    self.pictures = pictures
  }

  var size: PixelSize { output.size }
  var refreshInterval: Duration { output.refreshInterval }
  var descriptors: [Int32] { output.descriptors }
  func nextBuffer() -> PixelBuffer? { output.nextBuffer() }
  func present(_ buffer: PixelBuffer, changed: [PixelRect]) throws(ScreenFault) {
    try output.present(buffer, changed: changed)
    pictures.add()
  }
  func takeEvents() -> [PixelOutputEvent] { output.takeEvents() }
  func close() { output.close() }
}

/// How many pictures a display has been given since the start.
final class ShownPictures: Sendable {
  private let given = Atomic<Int>(0)
  var count: Int { given.load(ordering: .relaxed) }
  func add() { given.add(1, ordering: .relaxed) }
}
