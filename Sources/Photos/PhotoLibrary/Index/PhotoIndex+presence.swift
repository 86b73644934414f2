import GRDB
public import PhotoModel

extension PhotoIndex {
  /// Which of some photos there are still, which of these a view shows, and their colours; some hundred a question.
  public func presence(of numbers: [Int64], in view: PhotoView) async throws(PhotoIndexError) -> PhotoPresence {
    let members = try await members(view)
    return try await read { db in
      let search = try IndexSearch(view, db, members, self.names)
      var presence = PhotoPresence()
      var common: Int?
      for start in stride(from: 0, to: numbers.count, by: 500) {
        // Numbers, so nothing in them is anybody's words.
        let list = numbers[start..<min(start + 500, numbers.count)].map { String($0) }.joined(separator: ",")
        for row in try Row.fetchAll(db, sql: "SELECT p.n, p.tags FROM photo p WHERE p.n IN (\(list))") {
          let tags: Int = row[1]
          presence.there.insert(row[0])
          common = common.map { $0 & tags } ?? tags
          presence.any.formUnion(PhotoTags(rawValue: tags))
        }
        guard let search else { continue }
        presence.shown.formUnion(
          try Int64.fetchAll(
            db, sql: "SELECT p.n FROM photo p WHERE p.n IN (\(list)) AND \(search.condition)",
            arguments: search.arguments))
      }
      presence.common = PhotoTags(rawValue: common ?? 0)
      return presence
    }
  }
}
