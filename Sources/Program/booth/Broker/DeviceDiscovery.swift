import BoothCore
import FoundationEssentials

/// What Home Assistant is told of a booth, so that it shows it as one device: one retained message for all of its entities.
///
/// The form is that of "device discovery" of Home Assistant 2024.12 and later: `device` and `origin` are needed, each member of
/// `components` has its `platform` and, as all have a device, its `unique_id`. `availability_topic` holds for all of them.
/// (https://www.home-assistant.io/integrations/mqtt/, "Device discovery payload")
struct DeviceDiscovery: Encodable {
  struct Device: Encodable {
    var identifiers: [String]
    var name: String
    var manufacturer = "Booth"
    var model = "Photobooth"
    var swVersion = ProgramVersion.text
  }

  struct Origin: Encodable {
    var name = "Booth"
    var swVersion = ProgramVersion.text
  }

  /// One entity; what its platform does not know is left out.
  struct Component: Encodable {
    var platform: String
    var uniqueId: String
    /// For the entity's id: Home Assistant puts the device's name before it.
    var name: String
    var icon: String?
    var deviceClass: String?
    var entityCategory: String?
    var stateClass: String?
    var unitOfMeasurement: String?
    var stateTopic: String?
    var valueTemplate: String?
    var options: [String]?
    var commandTopic: String?
    var payloadPress: String?
    var imageTopic: String?
    var contentType: String?
  }

  var device: Device
  var origin = Origin()
  var components: [String: Component]
  var availabilityTopic: String
  /// For what is subscribed and sent.
  var qos = 1

  /// - Parameters:
  ///   - hasPrinter: whether there are prints to be counted.
  ///   - takesCommands: whether there are buttons.
  ///   - showsPhoto: whether there is a picture.
  init?(_ topics: BrokerTopics, hasPrinter: Bool, takesCommands: Bool, showsPhoto: Bool) {
    guard topics.discovery != nil else { return nil }
    let id = "booth_\(topics.mark)"
    // By their first signs booths are told apart where there are several.
    device = Device(identifiers: [id], name: "Booth \(topics.mark.prefix(4))")
    availabilityTopic = topics.availability
    var components: [String: Component] = [:]
    func add(_ platform: String, _ key: String, _ name: String, _ change: (inout Component) -> Void) {
      var component = Component(platform: platform, uniqueId: "\(id)_\(key)", name: name)
      change(&component)
      components[key] = component
    }
    func told(_ key: String, _ name: String, icon: String, _ change: (inout Component) -> Void = { _ in }) {
      add("sensor", key, name) { component in
        component.stateTopic = topics.state
        component.valueTemplate = "{{ value_json.\(key) }}"
        component.icon = icon
        change(&component)
      }
    }
    func counted(_ key: String, _ name: String, icon: String) {
      told(key, name, icon: icon) { $0.stateClass = "measurement" }
    }
    told("state", "State", icon: "mdi:camera") { component in
      component.deviceClass = "enum"
      component.options = BrokerReport.Word.allCases.map(\.rawValue)
    }
    told("health", "Health", icon: "mdi:heart-pulse") { $0.entityCategory = "diagnostic" }
    add("binary_sensor", "problem", "Problem") { component in
      component.deviceClass = "problem"
      component.stateTopic = topics.state
      component.valueTemplate = "{{ 'ON' if value_json.problem else 'OFF' }}"
    }
    counted("uploads_waiting", "Uploads waiting", icon: "mdi:cloud-upload")
    counted("sessions_tonight", "Sessions tonight", icon: "mdi:account-group")
    if hasPrinter { counted("prints_left", "Prints left", icon: "mdi:printer") }
    if showsPhoto {
      add("image", "photo", "Last photo") { component in
        component.imageTopic = topics.photo
        component.contentType = "image/jpeg"
      }
    }
    if takesCommands {
      for command in BrokerCommand.allCases {
        add("button", command.rawValue, command.name) { component in
          component.commandTopic = topics.command
          component.payloadPress = command.rawValue
          component.icon = command.icon
        }
      }
    }
    self.components = components
  }

  /// As JSON, the same bytes for the same device.
  func bytes() throws -> [UInt8] {
    let encoder = JSONEncoder()
    // Keys of dictionaries, so of components, stay as they are.
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return Array(try encoder.encode(self))
  }
}
