import BoothCore
import BoothStore
import BoothSystem
import BoothVault
import CommandSupport
import FoundationEssentials
import Glibc
import StudioModel

/// `fleet.json` in the data folder: the booths that were seen before.
struct FleetMemoryFile: Sendable {
  /// Why it is not used, in a sentence without an ending.
  struct Fault: Error { var words: String }

  private static let name = "fleet.json"
  /// Two lists of ``Fleet/mostBooths`` come nowhere near.
  private static let mostBytes = 1 << 20

  private let folder: String
  private var path: String { "\(folder)/\(Self.name)" }

  /// Nil where there is no data folder: nothing is begun for it.
  init?(data: String) {
    guard DataFolderState.of(data) == .ours else { return nil }
    folder = data
  }

  /// What is remembered; empty where the file is not there yet.
  func read() throws(Fault) -> FleetMemory {
    let bytes: [UInt8]?
    do throws(OrdinaryFile.Fault) { bytes = try OrdinaryFile.read(path) } catch {
      throw Fault(words: "\(path) cannot be read (\(error.words))")
    }
    guard let bytes else { return FleetMemory() }
    guard bytes.count <= Self.mostBytes else { throw Fault(words: "\(path) is longer than it can be") }
    do { return try JSONDecoder().decode(FleetMemory.self, from: Data(bytes)) } catch {
      throw Fault(words: "\(path) is damaged; delete it, and booths are remembered anew")
    }
  }

  /// Reads it anew, as the studio and commands write it beside each other, and writes it where that changed something. What is damaged
  /// stays as it is.
  func change<Result>(_ body: (inout FleetMemory) -> Result) throws(Fault) -> Result {
    let before = try read()
    var memory = before
    let result = body(&memory)
    guard memory != before else { return result }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
    let bytes: [UInt8]
    do { bytes = Array(try encoder.encode(memory)) } catch { throw Fault(words: "\(path) cannot be written: \(error)") }
    do throws(StoreError) { _ = try POSIXDisk(root: folder).writeDurably(bytes, to: Self.name) } catch {
      throw Fault(words: "\(path) cannot be written: \(error)")
    }
    give()
    return result
  }

  /// A command of root's leaves it to whose the folder is: the studio writes it, too.
  private func give() {
    var facts = stat()
    guard geteuid() == 0, stat(folder, &facts) == 0, facts.st_uid != 0 else { return }
    if lchown(path, facts.st_uid, facts.st_gid) != 0 {
      complain("booth: \(path) cannot be given to the data folder's owner (\(SystemWords.of(errno)))")
    }
  }
}
