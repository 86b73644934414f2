import BoothProgram
import BoothSystem
import FoundationEssentials

/// The organisations whose Firebase a studio serves: `organisations.json` in its folder.
package struct OrganisationsFile: Sendable {
  /// The name of the file in the studio's folder.
  package static let name = "organisations.json"
  private static let most = 50
  private let path: String

  private struct Content: Codable { var organisations: [FirebaseOrganisation] }

  /// - Parameter folder: the studio's.
  package init(folder: String) { path = folder + "/" + Self.name }

  /// None where there is no file.
  /// - Throws: `CommandError` in words, for what cannot be read or is none.
  package func read() throws -> [FirebaseOrganisation] {
    guard FileManager.default.fileExists(atPath: path) else { return [] }
    guard let bytes = OrdinaryFile.bytes(path) else { throw CommandError("\(path) cannot be read") }
    let found: [FirebaseOrganisation]
    do { found = try JSONDecoder().decode(Content.self, from: Data(bytes)).organisations } catch {
      throw CommandError(
        "\(path) is not what `booth studio organisation add` writes: \(Self.words(error)); put a copy of it back, or move it "
          + "away and add the organisations again")
    }
    try Self.check(found, path)
    return found
  }

  private static func words(_ error: any Error) -> String {
    guard let error = error as? DecodingError else { return "\(error)" }
    switch error {
    case .keyNotFound(let key, _): return "\"\(key.stringValue)\" is missing"
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
      let place = context.codingPath.map(\.stringValue).joined(separator: ".")
      return (place.isEmpty ? "" : place + ": ") + context.debugDescription
    @unknown default: return "\(error)"
    }
  }

  private static func check(_ all: [FirebaseOrganisation], _ path: String) throws {
    guard all.count <= most else { throw CommandError("\(path) has more than \(most) organisations") }
    for organisation in all {
      if let fault = organisation.fault { throw CommandError("\(path): \(fault)", code: CommandError.usage) }
    }
    guard Set(all.map(\.id)).count == all.count, Set(all.map(\.project)).count == all.count else {
      throw CommandError("\(path): an organisation, or a project, stands there twice", code: CommandError.usage)
    }
  }

  /// Adds one, or puts it in the place of the one with its id.
  package func put(_ organisation: FirebaseOrganisation) throws {
    try write(read().filter { $0.id != organisation.id } + [organisation])
  }

  /// - Returns: whether there was one.
  package func remove(_ id: String) throws -> Bool {
    let all = try read()
    guard all.contains(where: { $0.id == id }) else { return false }
    try write(all.filter { $0.id != id })
    return true
  }

  private func write(_ all: [FirebaseOrganisation]) throws {
    try Self.check(all, path)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do throws(DurableFile.Fault) {
      try DurableFile.replace(path, with: Array(Self.encoded(Content(organisations: all), encoder)))
    } catch {
      throw CommandError("\(path) cannot be written: \(error.words)", code: CommandError.cannotCreate)
    }
  }

  private static func encoded(_ content: Content, _ encoder: JSONEncoder) -> Data {
    do { return try encoder.encode(content) } catch { preconditionFailure("texts are always JSON: \(error)") }
  }
}
