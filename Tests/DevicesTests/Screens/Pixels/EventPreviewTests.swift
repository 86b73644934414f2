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
    for item in preview.items { #expect(preview.page.contains("src=\"\(item.fileName)\"")) }
    // Every kind of scene that the flow knows, and nothing that this event has not: FotoX's strips have no aiming.
    #expect(!names.contains("aim"))
    var guided = SceneSamples.jerusalem
    guided.plan = CapturePlan(
      strips: [.init(start: .onPress, clip: nil, countdown: .seconds(3), review: .seconds(5), guide: "attract.jpg")])
    let scenes = Set(EventPreview(guided).items.map(\.scene))
    #expect(scenes.contains("aim") && !scenes.contains("recording"))
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
    #expect(EventPreview(event).page.contains("&lt;script&gt;&quot;&amp;"))
  }

  @Test func `nothing on any preview leaves its place`() async {
    for event in SceneSamples.events {
      for item in EventPreview(event).items {
        await Task.yield()
        let sheet = ScenePainter().sheet(
          EventPreview.scenes(of: event, at: SceneSamples.now).first { $0.name == item.scene }?.picture
            ?? SceneSamples.picture(.paused, event), size: item.size, now: SceneSamples.now)
        #expect(sheet.faults == [], "\(item.fileName) of \(event.slug)")
      }
    }
  }
}
