import PhotoModel

/// What a folder's whole scan says last, for the next one: which folder it was, and which disks were mounted in it that had photos.
struct FolderMark: Equatable {
  /// A disk mounted in the folder.
  struct Disk: Equatable {
    /// Where, as ids of its photos begin, without the slash behind it.
    var prefix: String
    /// Which disks were seen there: the one whose photos are known, then those that were there in its place.
    var names: [String]
  }

  /// The root's inode.
  var root: String
  var disks: [Disk] = []

  init(root: String, disks: [Disk] = []) {
    self.root = root
    self.disks = disks
  }

  /// Of before there were disks it has the root's inode alone.
  init(_ mark: PhotoScanMark) {
    let lines = mark.text.split(separator: "\n", omittingEmptySubsequences: false)
    root = lines.first.map(String.init) ?? ""
    for line in lines.dropFirst() {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map { Self.plain($0) }
      guard fields.count >= 2 else { continue }
      disks.append(Disk(prefix: fields[0], names: Array(fields[1...])))
    }
  }

  var mark: PhotoScanMark {
    let lines = disks.map { disk in ([disk.prefix] + disk.names).map(Self.field).joined(separator: "\t") }
    return PhotoScanMark(([root] + lines).joined(separator: "\n"))
  }

  /// Whatever names have in them, a line stays one.
  private static func field(_ text: String) -> String {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "%"): bytes += Array("%25".utf8)
      case UInt8(ascii: "\t"): bytes += Array("%09".utf8)
      case UInt8(ascii: "\n"): bytes += Array("%0A".utf8)
      default: bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func plain(_ field: Substring) -> String {
    String(field).replacing("%0A", with: "\n").replacing("%09", with: "\t").replacing("%25", with: "%")
  }
}
