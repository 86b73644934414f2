import BoothSystem
import FoundationEssentials
import Glibc

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
  ///
  /// One that is damaged is refused whole: with some of its organisations, or none, what people of the others write would go to another
  /// place, and lists of one would be asked for by another. The exit code is not one for which a service is left alone: as soon as a
  /// copy of the file is back, the studio starts.
  /// - Throws: `CommandError` in words, for what cannot be read or is none.
  package func read() throws -> [FirebaseOrganisation] {
    let bytes: [UInt8]?
    do throws(OrdinaryFile.Fault) { bytes = try OrdinaryFile.read(path) } catch {
      throw Self.damaged(path, "cannot be read (\(error.words))")
    }
    guard let bytes else {
      var facts = stat()
      guard lstat(path, &facts) == 0 else { return [] }
      throw Self.damaged(path, "is a link that leads nowhere")
    }
    let found: [FirebaseOrganisation]
    do { found = try JSONDecoder().decode(Content.self, from: Data(bytes)).organisations } catch {
      throw Self.damaged(path, "is not what `booth studio organisation add` writes: \(Self.words(error))")
    }
    if let fault = Self.fault(found) { throw Self.damaged(path, "cannot be used: \(fault)") }
    return found
  }

  private static func damaged(_ path: String, _ words: String) -> CommandError {
    CommandError(
      "\(path) \(words); without it what people of its organisations write would go to another place, so the studio does not "
        + "start: put a copy of it back, or move it away and add the organisations again")
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

  private static func fault(_ all: [FirebaseOrganisation]) -> String? {
    guard all.count <= most else { return "it has more than \(most) organisations" }
    if let fault = all.lazy.compactMap(\.fault).first { return fault }
    return Set(all.map(\.id)).count == all.count && Set(all.map(\.project)).count == all.count
      ? nil : "an organisation, or a project, stands there twice"
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
    if let fault = Self.fault(all) { throw CommandError("\(path): \(fault)", code: CommandError.usage) }
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
