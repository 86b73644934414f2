import BoothCore
import Testing

@testable import Screens

/// A touch means what its guest saw.
struct ShownButtonsTests {
  private static let size = PixelSize(width: 100, height: 50)
  private static let yes = SheetButton(rect: PixelRect(x: 0, y: 0, width: 50, height: 50), action: .answer(.agree))
  private static let no = SheetButton(rect: PixelRect(x: 50, y: 0, width: 50, height: 50), action: .answer(.decline))
  private let middleOfNo = PicturePoint(x: 0.75, y: 0.5)
  private let start = Instant(nanoseconds: 1_000_000_000)

  @Test func `what stands there is meant, in its scene alone, and only once it could be seen`() {
    var shown = ShownButtons()
    #expect(shown.target(at: middleOfNo, in: .consent, touched: start) == nil)
    shown.show([Self.yes, Self.no], of: Self.size, in: .consent, at: start)
    #expect(shown.target(at: middleOfNo, in: .consent, touched: start + .milliseconds(149)) == nil)
    #expect(shown.target(at: middleOfNo, in: .consent, touched: start + .milliseconds(150)) == .answer(.decline))
    #expect(shown.target(at: middleOfNo, in: .attract, touched: start + .seconds(1)) == nil, "the flow has gone on")
    #expect(shown.target(at: PicturePoint(x: 1, y: 1), in: .consent, touched: start + .seconds(1)) == .answer(.decline))
  }

  @Test func `a picture that only moves keeps its buttons' age`() {
    var shown = ShownButtons()
    shown.show([Self.yes], of: Self.size, in: .consent, at: start)
    shown.show([Self.yes], of: Self.size, in: .consent, at: start + .seconds(1))
    let point = PicturePoint(x: 0.1, y: 0.1)
    #expect(shown.target(at: point, in: .consent, touched: start + .milliseconds(1010)) == .answer(.agree))
    shown.show([Self.no], of: Self.size, in: .consent, at: start + .seconds(2))
    #expect(shown.target(at: middleOfNo, in: .consent, touched: start + .milliseconds(2010)) == nil)
  }
}
