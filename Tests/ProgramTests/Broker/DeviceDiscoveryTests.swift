import FoundationEssentials
import Testing

@testable import booth

@Suite struct DeviceDiscoveryTests {
  private let topics = BrokerTopics(mark: "K7RM3WQ2XZ", prefix: "booth", discovery: "homeassistant")

  /// What the message says, read as another program reads it.
  private struct Payload: Decodable {
    struct Device: Decodable { var identifiers: [String] }
    struct Origin: Decodable { var name: String }
    struct Component: Decodable {
      var platform: String
      var uniqueId: String
      var stateTopic: String?
      var valueTemplate: String?
      var stateClass: String?
      var options: [String]?
      var commandTopic: String?
      var payloadPress: String?
      var imageTopic: String?
      var contentType: String?
    }
    var device: Device
    var origin: Origin
    var components: [String: Component]
    var availabilityTopic: String
  }

  private func payload(
    hasPrinter: Bool = true, takesCommands: Bool = true, showsPhoto: Bool = true
  ) throws -> Payload {
    let discovery = try #require(
      DeviceDiscovery(topics, hasPrinter: hasPrinter, takesCommands: takesCommands, showsPhoto: showsPhoto))
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try decoder.decode(Payload.self, from: Data(discovery.bytes()))
  }

  /// Home Assistant's own rules for a device's message (components/mqtt/schemas.py and discovery.py of 2025.1): `device` with
  /// identifiers, `origin` with a name, at least one component, each with its platform and an id of its own.
  @Test func `has what Home Assistant demands`() throws {
    let payload = try payload()
    #expect(topics.discovery?.config == "homeassistant/device/booth_K7RM3WQ2XZ/config")
    #expect(payload.device.identifiers == ["booth_K7RM3WQ2XZ"])
    #expect(payload.origin.name == "Booth")
    #expect(payload.availabilityTopic == "booth/K7RM3WQ2XZ/availability")
    let components = payload.components
    #expect(
      Set(components.keys) == [
        "state", "health", "problem", "uploads_waiting", "sessions_tonight", "prints_left", "photo", "pause", "resume",
        "next", "retry",
      ])
    #expect(Set(components.values.map(\.uniqueId)).count == components.count)
    for (key, component) in components {
      switch component.platform {
      case "sensor", "binary_sensor":
        #expect(component.stateTopic == topics.state, "\(key)")
        #expect(component.valueTemplate?.contains("value_json.") == true, "\(key)")
      case "button":
        #expect(component.commandTopic == topics.command, "\(key)")
        #expect(component.payloadPress == key)
      case "image":
        #expect(component.imageTopic == topics.photo)
        #expect(component.contentType == "image/jpeg")
      case let other: Issue.record("\(key) has the platform \(other), which is not known")
      }
    }
    // Of a sensor with options nothing else may be told, and it has no unit.
    #expect(components["state"]?.options == BrokerReport.Word.allCases.map(\.rawValue))
    #expect(components["state"]?.stateClass == nil)
  }

  @Test func `offers nothing that the booth does not do`() throws {
    #expect(try payload(hasPrinter: false).components["prints_left"] == nil)
    #expect(try payload(showsPhoto: false).components["photo"] == nil)
    #expect(try !payload(takesCommands: false).components.values.contains { $0.platform == "button" })
    let off = BrokerTopics(mark: "K7RM3WQ2XZ", prefix: "booth", discovery: "off")
    #expect(DeviceDiscovery(off, hasPrinter: true, takesCommands: true, showsPhoto: true) == nil)
  }

  @Test func `is the same bytes for the same device`() throws {
    func bytes() throws -> [UInt8]? {
      try DeviceDiscovery(topics, hasPrinter: true, takesCommands: true, showsPhoto: true)?.bytes()
    }
    #expect(try bytes() == bytes())
  }
}
