public import BoothCore

extension DeviceKind {
  /// Reads no more than the kind, or says why there is none.
  public static func read(_ bytes: [UInt8], file: String) -> Result<DeviceKind, DeviceError> {
    var reader = StrictReader(file: file)
    let fields = reader.document(bytes).flatMap { reader.taken($0, expected: "an object { … }", FileFields.init) }
    if let kind = fields.flatMap({ reader.choice("kind", in: $0, of: DeviceKind.self, isRequired: true) }) {
      return .success(kind)
    }
    return .failure(reader.problems.first ?? DeviceError(file: file, key: "kind", expected: "a kind", found: "none"))
  }
}
