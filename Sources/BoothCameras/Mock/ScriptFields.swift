import BoothCore

/// The keys of one object in a script file, read strictly: an unknown key or a wrong type is a fault that names it.
struct ScriptFields {
  struct Fault: Error {
    var key: String
    var detail: String
  }

  struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
  }

  let present: [String]
  private let container: KeyedDecodingContainer<Key>
  private let path: [any CodingKey]

  init(_ decoder: any Decoder, known: [String]) throws {
    path = decoder.codingPath
    do {
      container = try decoder.container(keyedBy: Key.self)
    } catch {
      throw Fault(key: Self.text(path), detail: "expected an object { … } with \(known.joined(separator: ", "))")
    }
    present = container.allKeys.map(\.stringValue).sorted()
    if let unknown = present.first(where: { !known.contains($0) }) {
      throw fault(unknown, "there is no such key here; the known ones are \(known.joined(separator: ", "))")
    }
  }

  func fault(_ key: String?, _ detail: String) -> Fault {
    Fault(key: Self.text(key.map { path + [Key($0)] } ?? path), detail: detail)
  }

  /// The value of `key`; nil where it is absent, a fault where it is something else.
  func optional<Value: Decodable>(_ type: Value.Type, _ key: String, _ expected: String) throws -> Value? {
    guard present.contains(key) else { return nil }
    do {
      return try container.decode(type, forKey: Key(key))
    } catch let fault as Fault {
      throw fault
    } catch {
      throw fault(key, "expected \(expected)")
    }
  }

  func choice(_ key: String, of names: [String]) throws -> String? {
    let expected = "one of \(names.joined(separator: ", "))"
    guard let name = try optional(String.self, key, expected) else { return nil }
    guard names.contains(name) else { throw fault(key, "expected \(expected), found “\(name)”") }
    return name
  }

  func seconds(_ key: String) throws -> Duration? {
    let expected = "seconds, more than 0 and at most 86400"
    guard let seconds = try optional(Double.self, key, expected) else { return nil }
    guard seconds > 0, seconds <= 86400 else { throw fault(key, "expected \(expected), found \(seconds)") }
    return .seconds(seconds)
  }

  func size(_ key: String) throws -> PixelSize? {
    let expected = "a size such as “1920x1080”, both even and from 64 to 8192"
    guard let text = try optional(String.self, key, expected) else { return nil }
    let parts = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let width = parts[0], let height = parts[1],
      MockScript.allows(size: PixelSize(width: width, height: height))
    else { throw fault(key, "expected \(expected), found “\(text)”") }
    return PixelSize(width: width, height: height)
  }

  /// `faults[2].at.frame`.
  private static func text(_ path: [any CodingKey]) -> String {
    path.reduce(into: "") { text, key in
      if let index = key.intValue {
        text += "[\(index)]"
      } else {
        text += text.isEmpty ? key.stringValue : ".\(key.stringValue)"
      }
    }
  }
}
