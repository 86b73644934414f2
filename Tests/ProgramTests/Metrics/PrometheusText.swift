/// A strict reader of Prometheus' text format, version 0.0.4: what it does not read, a server may not either.
struct PrometheusText {
  struct Fault: Error {
    var words: String
  }

  struct Sample: Equatable {
    var name: String
    var labels: [String: String]
    var value: Double
  }

  private(set) var samples: [Sample] = []

  /// - Throws: ``Fault`` for a sample without a type before it, a name or a value that is none, two samples alike, a family in two
  ///   places, an end without a line's end.
  init(_ text: String) throws {
    guard text.hasSuffix("\n") else { throw Fault(words: "the last line has no end") }
    var (types, current, closed): ([String: String], String?, Set<String>) = ([:], nil, [])
    for line in text.dropLast().split(separator: "\n", omittingEmptySubsequences: false) {
      guard !line.isEmpty else { throw Fault(words: "an empty line") }
      if line.hasPrefix("# HELP ") { continue }
      if line.hasPrefix("# TYPE ") {
        let parts = line.split(separator: " ")
        guard parts.count == 4, ["gauge", "counter"].contains(parts[3]), types[String(parts[2])] == nil else {
          throw Fault(words: "\(line)")
        }
        types[String(parts[2])] = String(parts[3])
        continue
      }
      let sample = try Self.sample(line)
      guard types[sample.name] != nil, !closed.contains(sample.name) else {
        throw Fault(words: "no type before \(line)")
      }
      if let current, current != sample.name { closed.insert(current) }
      current = sample.name
      guard !samples.contains(where: { $0.name == sample.name && $0.labels == sample.labels }) else {
        throw Fault(words: "twice: \(line)")
      }
      samples.append(sample)
    }
  }

  private static func sample(_ line: Substring) throws -> Sample {
    var rest = line
    func name() throws -> String {
      let name = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == ":") }
      guard let first = name.first, !first.isNumber else { throw Fault(words: "no name in \(line)") }
      rest = rest.dropFirst(name.count)
      return String(name)
    }
    func take(_ text: String) throws {
      guard rest.hasPrefix(text) else { throw Fault(words: "expected \(text) in \(line)") }
      rest = rest.dropFirst(text.count)
    }
    let metric = try name()
    var labels: [String: String] = [:]
    if rest.hasPrefix("{") {
      try take("{")
      while !rest.hasPrefix("}") {
        let label = try name()
        try take("=\"")
        var value = ""
        while let sign = rest.popFirst(), sign != "\"" {
          guard sign == "\\" else {
            value.append(sign)
            continue
          }
          switch rest.popFirst() {
          case "n": value.append("\n")
          case "\\": value.append("\\")
          case "\"": value.append("\"")
          default: throw Fault(words: "an escape that is none in \(line)")
          }
        }
        labels[label] = value
        if rest.hasPrefix(",") { try take(",") } else { break }
      }
      try take("}")
    }
    try take(" ")
    guard let value = Double(rest) else { throw Fault(words: "no value in \(line)") }
    return Sample(name: metric, labels: labels, value: value)
  }

  /// The value of a figure without labels.
  subscript(name: String) -> Double? { samples.first { $0.name == name && $0.labels.isEmpty }?.value }

  subscript(name: String, label: String, value: String) -> Double? {
    samples.first { $0.name == name && $0.labels == [label: value] }?.value
  }
}
