import GRDB
public import PhotoModel

extension PhotoIndex {
  /// Files of a source as they were when it was looked at last, from all over it: at most `count`.
  public func samples(
    of source: PhotoSourceID, count: Int
  ) async throws(PhotoIndexError) -> [(id: PhotoID, size: Int64?, modified: Int64?)] {
    try await read { db in
      let numbers = try Int64.fetchAll(
        db, sql: "SELECT n FROM photo WHERE source = (SELECT n FROM source WHERE id = ?) ORDER BY n",
        arguments: [source.text])
      let wanted = min(count, numbers.count)
      let statement = try db.makeStatement(sql: "SELECT id, size, modified FROM photo WHERE n = ?")
      return try (0..<wanted).compactMap { place in
        let number = numbers[wanted == 1 ? 0 : place * (numbers.count - 1) / (wanted - 1)]
        return try Row.fetchOne(statement, arguments: [number]).map { (PhotoID($0[0]), $0[1], $0[2]) }
      }
    }
  }
}
