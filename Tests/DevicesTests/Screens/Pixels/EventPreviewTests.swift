import BoothCore
import BoothTesting
import FoundationEssentials
import Imaging
import Logging
import Testing

@testable import Screens

struct EventPreviewTests {
  @Test func `every scene is there in every language and both shapes, and on the page`() {
    let preview = EventPreview(SceneSamples.jerusalem)
    let names = Set(preview.items.map(\.scene))
    #expect(names.isSuperset(of: ["events", "attract", "countdown", "review", "code", "out-of-order", "cancel"]))
    for name in names {
      let items = preview.items.filter { $0.scene == name }
      #expect(Set(items.map(\.language)) == [.hebrew, .arabic, .english])
      #expect(items.count == 6)
    }
    #expect(Set(preview.items.map(\.fileName)).count == preview.items.count)
    for item in preview.items { #expect(preview.page().contains("src=\"\(item.fileName)\"")) }
    // Every kind of scene that the flow knows, and nothing that this event has not: FotoX's strips have no aiming.
    #expect(!names.contains("aim"))
    var guided = SceneSamples.jerusalem
    guided.plan = CapturePlan(
      strips: [.init(start: .onPress, clip: nil, countdown: .seconds(3), review: .seconds(5), guide: "attract.jpg")])
    let scenes = Set(EventPreview(guided).items.map(\.scene))
    #expect(scenes.contains("aim") && !scenes.contains("recording"))
  }

  @Test func `which print is asked with the prints, and their paper is on the page`() throws {
    var event = SceneSamples.wedding
    event.layouts = SceneSamples.layouts
    let size = [SheetSamples.landscape]
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    let pink = Bitmap(size: PixelSize(width: 60, height: 90), color: RGBColor(red: 250, green: 20, blue: 200))
    let jpeg = try JPEGCodec().encode(pink, quality: 95)
    let prints = Dictionary(uniqueKeysWithValues: event.layouts.map { ($0.id, jpeg) })
    func pinks(_ preview: EventPreview) throws -> Int {
      let item = try #require(preview.items.first { $0.scene == "print-layout" })
      let png = try preview.png(item, eventFolder: { "/nowhere/" + $0 }, logger: logger)
      let picture = try Bitmap(decoding: png, subject: "preview")
      return (0..<picture.height).reduce(0) { sum, y in
        sum
          + (0..<picture.width).count { x in
            let color = picture.color(x, y)
            return color.red > 230 && color.green < 60 && (170...230).contains(color.blue)
          }
      }
    }
    #expect(try pinks(EventPreview(event, sizes: size)) == 0)
    #expect(try pinks(EventPreview(event, sizes: size, prints: prints)) > 10_000)
    let page = EventPreview(event).page(papers: [("paper.png", "a print <here>")])
    #expect(page.contains("src=\"paper.png\"") && page.contains("a print &lt;here&gt;"))
    #expect(!EventPreview(event).page().contains("On paper"))
  }

  @Test func `the language that is looked at comes first`() throws {
    let preview = EventPreview(SceneSamples.wedding, sizes: [SheetSamples.landscape])
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    let folder = ScenePictures.eventsFolder.path
    var pictures: [Language: [UInt8]] = [:]
    for item in preview.items where item.scene == "paused" {
      let png = try preview.png(item, eventFolder: { folder + "/" + $0 }, logger: logger)
      #expect(try PNG.probe(png) == SheetSamples.landscape)
      pictures[item.language] = png
    }
    #expect(pictures[.english] != nil && pictures[.english] != pictures[.german])
  }

  @Test func `a name cannot break the page`() {
    var event = SceneSamples.wedding
    event.name = "<script>\"&"
    #expect(EventPreview(event).page().contains("&lt;script&gt;&quot;&amp;"))
  }

  @Test func `nothing on any preview leaves its place`() async {
    for event in SceneSamples.events {
      for item in EventPreview(event).items {
        await Task.yield()
        let sheet = ScenePainter().sheet(
          EventPreview.scenes(of: event, [:], at: SceneSamples.now).first { $0.name == item.scene }?.picture
            ?? SceneSamples.picture(.paused, event), size: item.size, now: SceneSamples.now)
        #expect(sheet.faults == [], "\(item.fileName) of \(event.slug)")
      }
    }
  }
}
