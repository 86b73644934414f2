import BoothCore
import BoothStore
import BoothSystem
import BoothVault
import StudioModel

/// What tells this booth from others that bring the same event's pictures to one gallery, or are at one broker: ten signs, made
/// once and kept in the data folder.
enum BoothMark {
  private static let name = "booth-mark"

  /// Reads `booth-mark`, or makes it. What is no mark is replaced. Where the disk takes none, it holds for this run alone.
  static func load(folder: String) -> String {
    if let mark = known(in: folder) { return mark }
    var generator = SystemRandomNumberGenerator()
    let signs = FleetMark.signs
    let mark = String((0..<FleetMark.count).map { _ in signs[Int.random(in: signs.indices, using: &generator)] })
    do throws(StoreError) { _ = try POSIXDisk(root: folder).writeDurably(Array("\(mark)\n".utf8), to: name) } catch {
      // A disk that takes nothing is told of elsewhere; a second file at the gallery loses no address.
    }
    return mark
  }

  /// The mark that is there; nil where none was made yet.
  static func known(in folder: String) -> String? {
    guard let bytes = OrdinaryFile.bytes("\(folder)/\(name)") else { return nil }
    let text = String(decoding: bytes.prefix { $0 > 0x20 }, as: UTF8.self)
    return FleetMark.isOne(text) ? text : nil
  }
}
