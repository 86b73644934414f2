import FoundationEssentials

/// What was found of a small file of JSON that an earlier start has left.
package enum KeptJSON<Value: Decodable> {
  case absent
  case found(Value)
  /// It cannot be read now, in words; it stays where it is.
  case unreadable(String)
  /// It was read, and is not what was kept there: a writer puts it aside first.
  case damaged(String)

  /// Reads it. Blocks.
  package init(_ path: String) {
    let bytes: [UInt8]
    do throws(OrdinaryFile.Fault) {
      guard let read = try OrdinaryFile.read(path) else {
        self = .absent
        return
      }
      bytes = read
    } catch {
      self = .unreadable(error.words)
      return
    }
    do { self = .found(try JSONDecoder().decode(Value.self, from: Data(bytes))) } catch {
      self = .damaged(bytes.isEmpty ? "it is empty" : "it is not what was kept there")
    }
  }
}
