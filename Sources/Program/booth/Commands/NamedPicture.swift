import BoothSystem
import CommandSupport

/// What a picture's file is by its name.
enum NamedPicture: String {
  case jpeg, png

  private var endings: [String] { self == .jpeg ? [".jpg", ".jpeg"] : [".png"] }

  /// The kind that a name's ending says; the first one where it has no ending.
  /// - Throws: ``CommandError`` for another ending: the file would not be what its name says.
  @discardableResult
  static func check(_ path: String, _ kinds: [NamedPicture]) throws(CommandError) -> NamedPicture {
    let name = path.split(separator: "/").last.map { $0.lowercased() } ?? ""
    if let kind = kinds.first(where: { $0.endings.contains { name.hasSuffix($0) && name.count > $0.count } }) {
      return kind
    }
    guard let point = name.lastIndex(of: "."), point > name.startIndex else { return kinds[0] }
    let expected = kinds.flatMap(\.endings).joined(separator: " or ")
    throw CommandError("--out \(path): expected a name that ends in \(expected)", code: CommandError.usage)
  }
}
