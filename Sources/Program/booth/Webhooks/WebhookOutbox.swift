import BoothCore
import BoothStore
import BoothSystem
import BoothVault
import FoundationEssentials

/// Messages on their way, a file each in the folder `webhooks` of the data folder: they survive what the database does not.
struct WebhookOutbox: Sendable {
  /// So many wait at most; a report of an evening may be among ``mostReports`` more.
  static let most = 200
  static let mostReports = 20
  private static let place = "webhooks"
  private static let toldName = "webhooks/told"
  private static let faultsName = "webhooks/faults"

  /// The data folder.
  let folder: String

  private func name(_ id: String) -> String { "\(Self.place)/\(id).json" }

  /// Keeps a message; false where too many wait.
  func put(_ message: WebhookMessage) throws(StoreError) -> Bool {
    let limit = message.what == .eventEnded ? Self.most + Self.mostReports : Self.most
    guard ids().count < limit else { return false }
    let bytes: Data
    do { bytes = try JSONEncoder().encode(message) } catch {
      throw StoreError(.failed, subject: "a message to a webhook", detail: "\(error)")
    }
    try write(Array(bytes), to: name(message.id))
    return true
  }

  private func write(_ bytes: [UInt8], to name: String) throws(StoreError) {
    let disk = try POSIXDisk(root: folder)
    try disk.makeFolderDurably(Self.place)
    _ = try disk.writeDurably(bytes, to: name)
  }

  /// The names of all that wait, in no order.
  func ids() -> [String] {
    let names: [String]
    do { names = try FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(Self.place)") } catch { return [] }
    return names.filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }.filter(WebhookMessage.isID)
  }

  /// Nil where it is not there, or no message any more.
  func message(_ id: String) -> WebhookMessage? {
    guard WebhookMessage.isID(id), let bytes = OrdinaryFile.bytes("\(folder)/\(name(id))") else { return nil }
    do {
      let message = try JSONDecoder().decode(WebhookMessage.self, from: Data(bytes))
      return message.id == id ? message : nil
    } catch { return nil }
  }

  func remove(_ id: String) throws(StoreError) {
    guard WebhookMessage.isID(id) else { return }
    try POSIXDisk(existing: folder).remove(name(id))
  }

  /// Faults whose end is still to be told; none where they cannot be read.
  var faults: [OpenFault] {
    guard let bytes = OrdinaryFile.bytes("\(folder)/\(Self.faultsName)") else { return [] }
    do { return try JSONDecoder().decode([OpenFault].self, from: Data(bytes)) } catch { return [] }
  }

  func keep(_ faults: [OpenFault]) throws(StoreError) {
    let bytes: Data
    do { bytes = try JSONEncoder().encode(faults) } catch {
      throw StoreError(.failed, subject: "the faults that webhooks are told of", detail: "\(error)")
    }
    try write(Array(bytes), to: Self.faultsName)
  }

  /// The newest session of the evening that was told last.
  var told: SessionID? {
    OrdinaryFile.bytes("\(folder)/\(Self.toldName)").flatMap {
      SessionID(String(decoding: $0.prefix { $0 > 0x20 }, as: UTF8.self))
    }
  }

  func tell(_ session: SessionID) throws(StoreError) {
    try write(Array("\(session.text)\n".utf8), to: Self.toldName)
  }
}
