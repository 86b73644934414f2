/// Finds the known name closest to a misspelt one.
enum NearestName {
  /// `; did you mean "gallery.port"?`, or where the names stand where none is near.
  static func hint(_ name: String, _ known: [String]) -> String {
    near(name, known).map { "; did you mean \"\($0)\"?" } ?? "; `booth config show` lists all"
  }

  /// The name that is fewest signs away, no more than a third of them; the first of several.
  static func near(_ name: String, _ known: [String]) -> String? {
    // What is longer is no slip of the keyboard, and takes long to compare.
    guard name.utf8.count <= 80 else { return nil }
    let plain = name.lowercased()
    let steps = known.map { ($0, distance(Array(plain.utf8), Array($0.lowercased().utf8))) }
    guard let best = steps.min(by: { $0.1 < $1.1 }), best.1 <= max(1, name.utf8.count / 3) else { return nil }
    return best.0
  }

  /// How many signs have to be put in, taken out, changed or exchanged with their neighbours.
  static func distance(_ one: [UInt8], _ other: [UInt8]) -> Int {
    var before: [Int] = []
    var row = Array(0...other.count)
    for (i, sign) in one.enumerated() {
      var next = [i + 1]
      for (j, its) in other.enumerated() {
        var least = min(row[j] + (sign == its ? 0 : 1), row[j + 1] + 1, next[j] + 1)
        if i > 0, j > 0, sign == other[j - 1], one[i - 1] == its { least = min(least, before[j - 1] + 1) }
        next.append(least)
      }
      before = row
      row = next
    }
    return row[other.count]
  }
}
