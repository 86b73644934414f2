import BoothCore
import CGPhoto2

/// libgphoto2's lists: the camera models it knows, and the ports they may be at.
final class GPhoto2Ports {
  private let models: OpaquePointer
  private let ports: OpaquePointer

  init() throws(GPhoto2Fault) {
    var models: OpaquePointer?
    var ports: OpaquePointer?
    guard gp_abilities_list_new(&models) >= 0, let models, gp_port_info_list_new(&ports) >= 0, let ports else {
      throw GPhoto2Fault("lists", GP_ERROR_NO_MEMORY)
    }
    self.models = models
    self.ports = ports
    try Self.check("models", gp_abilities_list_load(models, nil))
    try Self.check("ports", gp_port_info_list_load(ports))
  }

  deinit {
    gp_abilities_list_free(models)
    gp_port_info_list_free(ports)
  }

  /// The cameras on USB.
  func cameras() throws(GPhoto2Fault) -> [GPhoto2Listing] {
    var found: OpaquePointer?
    guard gp_list_new(&found) >= 0, let found else { throw GPhoto2Fault("list", GP_ERROR_NO_MEMORY) }
    defer { gp_list_free(found) }
    try Self.check("detect", gp_abilities_list_detect(models, ports, found, nil))
    return (0..<max(0, gp_list_count(found))).compactMap { index in
      var name: UnsafePointer<CChar>?
      var value: UnsafePointer<CChar>?
      guard gp_list_get_name(found, index, &name) >= 0, gp_list_get_value(found, index, &value) >= 0, let name,
        let value
      else { return nil }
      let model = String(cString: name)
      // A model without abilities is listed all the same.
      return GPhoto2Listing(
        model: model, port: String(cString: value), usb: (try? abilities(model)).flatMap(USBIdentity.init(_:)))
    }.filter { $0.port.hasPrefix("usb:") }
  }

  /// What to open for a port. The model in the network is whatever answers there.
  func find(_ port: String) throws(GPhoto2Fault) -> (CameraAbilities, GPPortInfo) {
    if port.hasPrefix("ptpip:") { return (try abilities("PTP/IP Camera"), try info(port)) }
    let found = try cameras().first { port == "usb:" || $0.port == port }
    guard let found else { throw GPhoto2Fault("find \(port)", GP_ERROR_MODEL_NOT_FOUND) }
    return (try abilities(found.model), try info(found.port))
  }

  private func abilities(_ model: String) throws(GPhoto2Fault) -> CameraAbilities {
    var abilities = CameraAbilities()
    let index = gp_abilities_list_lookup_model(models, model)
    try Self.check("model \(model)", index)
    try Self.check("model \(model)", gp_abilities_list_get_abilities(models, index, &abilities))
    return abilities
  }

  private func info(_ port: String) throws(GPhoto2Fault) -> GPPortInfo {
    var info: GPPortInfo?
    let index = gp_port_info_list_lookup_path(ports, port)
    try Self.check("port \(port)", index)
    try Self.check("port \(port)", gp_port_info_list_get_info(ports, index, &info))
    guard let info else { throw GPhoto2Fault("port \(port)", GP_ERROR_UNKNOWN_PORT) }
    return info
  }

  private static func check(_ call: String, _ code: Int32) throws(GPhoto2Fault) {
    guard code >= 0 else { throw GPhoto2Fault(call, code) }
  }
}

extension USBIdentity {
  /// What libgphoto2 knows a model by; nil where that is its class, or not USB at all.
  init?(_ abilities: CameraAbilities) {
    guard abilities.usb_vendor > 0, let vendor = UInt16(exactly: abilities.usb_vendor),
      let product = UInt16(exactly: abilities.usb_product)
    else { return nil }
    self.init(vendor: vendor, product: product)
  }
}
