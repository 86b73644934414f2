import BoothCore
import FoundationEssentials
import Imaging
import Screens
import Testing

struct SceneGalleryTests {
  /// `BOOTH_SCENES=folder swift test --filter SceneGallery` paints every scene, to look at and for the documentation.
  @Test(.enabled(if: ProcessInfo.processInfo.environment["BOOTH_SCENES"] != nil, "BOOTH_SCENES names no folder"))
  func `every scene is painted into the folder`() throws {
    let environment = ProcessInfo.processInfo.environment
    let folder = URL(filePath: environment["BOOTH_SCENES"] ?? ".")
    let sizes = (environment["BOOTH_SCENES_SIZES"] ?? "80x24").split(separator: ",").map { size in
      size.split(separator: "x").compactMap { Int($0) }
    }
    let renderer = SceneRenderer()
    for event in [SceneSamples.wedding, SceneSamples.jerusalem, SceneSamples.sportsDay] {
      let pictures = try ScenePictures.samples(of: event, size: PixelSize(width: 800, height: 600))
      for sample in SceneSamples.all(of: event) {
        for size in sizes {
          let canvas = renderer.render(
            sample.picture, pictures: pictures, columns: size[0], rows: size[1], now: SceneSamples.now)
          let png = try CellPicture().png(of: canvas)
          try Data(png).write(
            to: folder.appending(path: "\(event.slug)-\(sample.name)-\(size[0])x\(size[1]).png"))
        }
      }
    }
  }
}
