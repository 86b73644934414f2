import BoothSystem
import Glibc

/// When each picture was last asked for, in a file beside the packs: 24 bytes each. Worth nothing but the order in which
/// pictures go; a file that is missing or damaged is none.
enum ThumbnailUses {
  private static let mark: [UInt8] = Array("BTHUSE1\n".utf8)

  static func write(_ uses: [(ThumbnailStore.Name, UInt64)], _ folder: String) {
    var bytes = mark
    bytes.reserveCapacity(mark.count + uses.count * 24)
    for (name, use) in uses {
      for number in [name.high, name.low, use] { withUnsafeBytes(of: number.littleEndian) { bytes += $0 } }
    }
    do throws(DurableFile.Fault) {
      try DurableFile.replace(folder + "/uses", with: bytes)
    } catch {
      // The order in which pictures were kept serves as well.
      unlink(folder + "/uses")
    }
  }

  static func read(_ folder: String) -> [ThumbnailStore.Name: UInt64] {
    guard let bytes = OrdinaryFile.bytes(folder + "/uses"), bytes.starts(with: mark) else { return [:] }
    var uses: [ThumbnailStore.Name: UInt64] = [:]
    func number(_ at: Int) -> UInt64 { bytes[at..<at + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) } }
    for at in stride(from: mark.count, to: bytes.count - 23, by: 24) {
      uses[ThumbnailStore.Name(high: number(at), low: number(at + 8))] = number(at + 16)
    }
    return uses
  }
}
