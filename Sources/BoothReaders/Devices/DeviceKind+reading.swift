public import BoothCore

extension DeviceKind {
  /// Reads no more than the kind, or says why there is none.
  public static func read(_ bytes: [UInt8], file: String) -> Result<DeviceKind, DeviceProblem> {
    var reader = ProfileReader(file: file)
    let fields = reader.document(bytes)
    let kind = fields.flatMap { reader.required(choice: allCases.map(\.rawValue), "kind", in: $0) }
    if let kind = kind.flatMap(DeviceKind.init(rawValue:)) { return .success(kind) }
    return .failure(reader.problems.first ?? DeviceProblem(file: file, key: "kind", expected: "a kind", found: "none"))
  }
}
