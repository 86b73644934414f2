import BoothCore
import Testing

@Suite struct TransformChainTests {
  private let sensor = PixelSize(width: 1280, height: 720)

  @Test func `a chain without settings changes nothing but the screen`() {
    let chain = TransformChain()
    #expect(chain.framing(of: sensor).isIdentity)
    #expect(chain.screenFraming(of: sensor).turn == .mirrored)
    #expect(TransformChain(mirrorsScreen: false).screenFraming(of: sensor).isIdentity)
    // Odd sides stay odd where nothing is cropped.
    #expect(chain.framing(of: PixelSize(width: 641, height: 479)).size == PixelSize(width: 641, height: 479))
  }

  @Test func `a crop is the largest part of its proportions, in the middle, of the upright picture`() {
    var chain = TransformChain(crop: .init(proportions: PixelSize(width: 3, height: 2)))
    #expect(chain.framing(of: sensor).part == PixelRect(x: 100, y: 0, width: 1080, height: 720))
    chain.mount = .turnRight
    // The upright picture is 720x1280; 3:2 of it is 720x480, in the sensor's middle columns.
    let framing = chain.framing(of: sensor)
    #expect(framing.size == PixelSize(width: 720, height: 480))
    #expect(framing.part == PixelRect(x: 400, y: 0, width: 480, height: 720))
  }

  @Test func `zoom and middle move the crop, and never out of the picture`() {
    let corner = PicturePoint(x: 1, y: 0)
    var chain = TransformChain(crop: .init(zoom: 2, middle: corner))
    #expect(chain.framing(of: sensor).part == PixelRect(x: 640, y: 0, width: 640, height: 360))
    // What is at the right of the upright picture is at the left of a sensor that hangs upside down.
    chain.mount = .upsideDown
    #expect(chain.framing(of: sensor).part == PixelRect(x: 0, y: 360, width: 640, height: 360))
    for odd in [Double.nan, .infinity, -1, 0] {
      chain.crop = .init(zoom: odd, middle: PicturePoint(x: odd, y: odd))
      let part = chain.framing(of: sensor).part
      #expect(part.x >= 0 && part.y >= 0 && part.x + part.width <= 1280 && part.y + part.height <= 720)
    }
    chain.crop = .init(zoom: 1e9)
    #expect(chain.framing(of: sensor).size == PixelSize(width: 2, height: 2))
  }

  @Test(arguments: Orientation.allCases)
  func `parts are even, as colours are stored for two by two pixels`(_ mount: Orientation) {
    for width in 3...40 {
      let chain = TransformChain(mount: mount, crop: .init(proportions: PixelSize(width: 7, height: 5), zoom: 1.1))
      let framing = chain.framing(of: PixelSize(width: width, height: 31))
      let part = framing.part
      #expect([part.x, part.y, part.width, part.height].allSatisfy { $0 % 2 == 0 } || framing.isWhole)
      #expect(part.x >= 0 && part.y >= 0 && part.x + part.width <= width && part.y + part.height <= 31)
    }
  }

  @Test(arguments: Orientation.allCases)
  func `points go to the result and back`(_ mount: Orientation) {
    let chain = TransformChain(mount: mount, crop: .init(proportions: PixelSize(width: 1, height: 1), zoom: 1.25))
    for framing in [chain.framing(of: sensor), chain.screenFraming(of: sensor)] {
      for (x, y) in [(0.0, 0.0), (1, 0), (0.25, 0.7), (0.5, 0.5)] {
        let there = framing.sensorPoint(of: PicturePoint(x: x, y: y))
        let back = framing.point(ofSensor: there)
        #expect(abs(back.x - x) < 1e-9 && abs(back.y - y) < 1e-9)
      }
    }
  }

  @Test(arguments: Orientation.allCases, Orientation.allCases)
  func `one turn after the other is one turn`(_ first: Orientation, _ second: Orientation) {
    let size = PixelSize(width: 5, height: 3)
    let middle = first.apply(to: size)
    let both = first.then(second)
    for y in 0..<both.apply(to: size).height {
      for x in 0..<both.apply(to: size).width {
        let between = second.source(ofX: x, y: y, in: middle)
        let step = first.source(ofX: between.x, y: between.y, in: size)
        let direct = both.source(ofX: x, y: y, in: size)
        #expect(step == direct)
      }
    }
    #expect(first.then(first.inverse) == .upright)
    #expect(both.isMirror == (first.isMirror != second.isMirror))
  }

  @Test func `a camera's own word takes the place of the mount's rotation, and not of its mirror`() {
    let chain = TransformChain(mount: .turnRight)
    #expect(chain.framing(ofPhoto: sensor, tagged: .turnLeft).turn == .turnLeft)
    #expect(chain.framing(ofPhoto: sensor, tagged: .upright).turn == .turnRight)
    let mirrored = TransformChain(mount: Orientation.turnRight.then(.mirrored))
    #expect(mirrored.framing(ofPhoto: sensor, tagged: .turnLeft).turn == Orientation.turnLeft.then(.mirrored))
  }

  @Test func `another device's photo is cut to what the live view showed`() {
    let live = TransformChain(mount: .turnRight, crop: .init(proportions: PixelSize(width: 4, height: 5)))
    let still = TransformChain(crop: .init(zoom: 1.5, middle: PicturePoint(x: 0.4, y: 0.5)))
    let chains = TransformChains(live: live, still: still)
    let framing = chains.photo(fromLiveView: false, frame: sensor).framing(of: PixelSize(width: 6000, height: 4000))
    // 4:5 of 4000 rows is 3200 columns, and two thirds of that; its middle at 2400.
    #expect(framing.part == PixelRect(x: 1334, y: 666, width: 2132, height: 2666))
    #expect(framing.turn == .upright)
    #expect(chains.photo(fromLiveView: true, frame: sensor) == live)
    #expect(chains.photo(fromLiveView: false, frame: nil) == still)
    #expect(TransformChains(live: live).photo(fromLiveView: false, frame: sensor) == live)
  }
}
