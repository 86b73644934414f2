import HTTPTypes
import Hummingbird

/// The languages a reader's browser asks for (RFC 9110, section 12.5.4).
package enum AcceptLanguage {
  /// The codes, the best first; of equals the one that stands first. What is refused (`q=0`) is left out, and so is `*`,
  /// which names none.
  package static func codes(_ header: String) -> [String] {
    let ranges = header.prefix(200).split(separator: ",").map { range -> (code: String, weight: Double) in
      let parts = range.split(separator: ";", omittingEmptySubsequences: false).map {
        $0.filter { !$0.isWhitespace }.lowercased()
      }
      let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 }
      return (parts.first ?? "", weight ?? 1)
    }
    return ranges.enumerated().filter { $0.element.weight > 0 && !$0.element.code.isEmpty && $0.element.code != "*" }
      .sorted { ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset) }.map(\.element.code)
  }
}

extension WebCall {
  /// What the reader's browser asks for.
  package var languages: [String] { AcceptLanguage.codes(languagesAsWritten) }
  /// The header itself; empty without one.
  package var languagesAsWritten: String { request.headers[.acceptLanguage] ?? "" }
}
