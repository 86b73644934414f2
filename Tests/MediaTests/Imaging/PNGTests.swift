import BoothCore
import Imaging
import Testing

@Suite struct PNGTests {
  @Test func `opaque and translucent pictures come back the same`() throws {
    let scene = TestPictures.scene(PixelSize(width: 61, height: 43), seed: 1)
    #expect(try PNG.decode(PNG.encode(scene)) == scene)
    #expect(try PNG.probe(PNG.encode(scene)) == scene.size)
    var glass = scene
    glass[3, 4] = 0
    glass[5, 6] = RGBColor(red: 200, green: 100, blue: 50, alpha: 128).premultiplied
    let back = try PNG.decode(PNG.encode(glass))
    #expect(back[3, 4] == 0)
    #expect(back.color(5, 6).isNear(glass.color(5, 6), within: 2) && back.color(5, 6).alpha == 128)
  }

  @Test func `cut, false and monstrous files are refused`() throws {
    let png = try PNG.encode(TestPictures.scene(PixelSize(width: 61, height: 43), seed: 2))
    for part in 0..<16 {
      #expect(throws: ImageError.self) { try PNG.decode(Array(png[..<(png.count * part / 16)])) }
    }
    #expect(throws: ImageError.self) { try PNG.decode(Array("no picture at all, but long enough".utf8)) }
    var monster = png
    monster.replaceSubrange(16..<24, with: [0, 0, 0x7F, 0xFF, 0, 0, 0x7F, 0xFF])
    let error = #expect(throws: ImageError.self) { try PNG.decode(monster) }
    #expect(error?.code == .tooLarge)
  }
}
