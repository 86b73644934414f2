/// What a booth has promised before it died, as the list outside of it says.
struct Promises {
  struct Kept {
    var id: Int64
    var session: String
    var kind: String
    var strip: Int
    var checksum: String
    var path: String
  }

  private(set) var kept: [Kept] = []
  /// Left by a recorded decision, as one file or with the whole session.
  private(set) var leftAssets: Set<Int64> = []
  private(set) var leftSessions: Set<String> = []

  init(_ list: [String]) {
    for line in list {
      let words = line.split(separator: " ").map(String.init)
      switch words.first {
      case "kept" where words.count == 7:
        guard let id = Int64(words[1]), let strip = Int(words[4]) else { continue }
        kept.append(
          Kept(id: id, session: words[2], kind: words[3], strip: strip, checksum: words[5], path: words[6]))
      case "left" where words.count == 4:
        if words[2] == "all" {
          leftSessions.insert(words[1])
        } else if let id = Int64(words[2]) {
          leftAssets.insert(id)
        }
      default: continue
      }
    }
  }

  /// What must still be there.
  var standing: [Kept] { kept.filter { !leftAssets.contains($0.id) && !leftSessions.contains($0.session) } }
}
