import BoothCore
import Synchronization

/// What a gallery counts of its work, for Prometheus. From any thread.
///
/// Labels are patterns and kinds, never a link, an id, a name or an address of a guest's.
final class GalleryMetrics: Sendable {
  /// What a call to the object store is for. One of a listing may be several requests of a bucket.
  enum StoreCall: String, CaseIterable, Sendable {
    case info, read, write, delete, list
  }

  private struct Answers {
    /// By class of status, 1 to 5.
    var count: [Int: Int64] = [:]
    var times = Histogram()
  }

  /// Times in buckets.
  private struct Histogram {
    /// Upper ends in seconds: from a page out of memory to a guest that gives up.
    static let ends = [0.005, 0.025, 0.1, 0.5, 2, 10]
    private(set) var below = [Int64](repeating: 0, count: ends.count)
    private(set) var count: Int64 = 0
    private(set) var seconds = 0.0

    mutating func add(_ time: Duration) {
      let seconds = Double(time.wholeNanoseconds) / 1_000_000_000
      if let first = Self.ends.firstIndex(where: { seconds <= $0 }) { below[first] += 1 }
      count += 1
      self.seconds += seconds
    }

    func lines(_ name: String, _ label: String) -> [String] {
      var sum: Int64 = 0
      var lines: [String] = []
      for (end, number) in zip(Self.ends, below) {
        sum += number
        lines.append("\(name)_bucket{\(label),le=\"\(end)\"} \(sum)")
      }
      return lines + [
        "\(name)_bucket{\(label),le=\"+Inf\"} \(count)", "\(name)_sum{\(label)} \(seconds)",
        "\(name)_count{\(label)} \(count)",
      ]
    }
  }

  private struct Call: Hashable {
    var kind: StoreCall
    /// `ok`, or why not.
    var outcome: String
  }

  private struct State {
    var answers: [String: Answers] = [:]
    var calls: [Call: Int64] = [:]
    var callTimes: [StoreCall: Histogram] = [:]
    var completed: Int64 = 0
    var sent: Int64 = 0
  }

  private let state = Mutex(State())

  /// A request was answered: its head, or all of it.
  func answered(_ route: GalleryRoute, _ status: Int, in time: Duration) {
    state.withLock { state in
      state.answers[route.pattern, default: Answers()].count[status / 100, default: 0] += 1
      state.answers[route.pattern, default: Answers()].times.add(time)
    }
  }

  /// - Parameter fault: nil where the store did what it was asked.
  func asked(_ kind: StoreCall, _ fault: ObjectStoreError.Code?, in time: Duration) {
    state.withLock { state in
      state.calls[Call(kind: kind, outcome: fault?.rawValue ?? "ok"), default: 0] += 1
      state.callTimes[kind, default: Histogram()].add(time)
    }
  }

  /// A session was completed, or completed again.
  func sessionCompleted() { state.withLock { $0.completed += 1 } }

  /// An answer's body was taken by its client.
  func sent(_ bytes: Int64) { state.withLock { $0.sent += bytes } }

  /// All of it, in Prometheus' text format, version 0.0.4 ("Exposition formats", prometheus.io).
  func text(connections: Int) -> String {
    let state = state.withLock { $0 }
    var lines: [String] = []
    func family(_ name: String, _ type: String, _ help: String, _ own: [String]) {
      lines += ["# HELP \(name) \(help)", "# TYPE \(name) \(type)"] + own
    }
    let answers = state.answers.sorted { $0.key < $1.key }
    family(
      "booth_gallery_requests_total", "counter", "Requests answered, by route and class of status.",
      answers.flatMap { route, answers in
        answers.count.sorted { $0.key < $1.key }.map {
          "booth_gallery_requests_total{route=\"\(route)\",status=\"\($0.key)xx\"} \($0.value)"
        }
      })
    family(
      "booth_gallery_request_seconds", "histogram", "Time until an answer begins, by route.",
      answers.flatMap { $0.value.times.lines("booth_gallery_request_seconds", "route=\"\($0.key)\"") })
    family(
      "booth_gallery_store_calls_total", "counter", "Calls to the object store, by kind and outcome.",
      state.calls.sorted { ($0.key.kind.rawValue, $0.key.outcome) < ($1.key.kind.rawValue, $1.key.outcome) }.map {
        "booth_gallery_store_calls_total{kind=\"\($0.key.kind.rawValue)\",outcome=\"\($0.key.outcome)\"} \($0.value)"
      })
    family(
      "booth_gallery_store_call_seconds", "histogram", "Time of a call to the object store, by kind.",
      state.callTimes.sorted { $0.key.rawValue < $1.key.rawValue }.flatMap {
        $0.value.lines("booth_gallery_store_call_seconds", "kind=\"\($0.key.rawValue)\"")
      })
    family(
      "booth_gallery_sessions_completed_total", "counter", "Sessions completed, again or for the first time.",
      ["booth_gallery_sessions_completed_total \(state.completed)"])
    family(
      "booth_gallery_sent_bytes_total", "counter", "Bytes of bodies of answers that were taken whole.",
      ["booth_gallery_sent_bytes_total \(state.sent)"])
    family(
      "booth_gallery_open_connections", "gauge", "Connections that are open.",
      ["booth_gallery_open_connections \(connections)"])
    return lines.map { $0 + "\n" }.joined()
  }
}

extension GalleryRoute {
  /// What stands for all requests of its kind.
  var pattern: String {
    switch self {
    case .health: "/health"
    case .ready: "/ready"
    case .presign: "/presign"
    case .upload: "/upload"
    case .complete: "/complete"
    case .erase: "/sessions/{event}/{session}"
    case .asset, .assetPreflight: "/asset"
    case .media: "/media"
    case .small: "/small"
    case .sessionPage: "/s/{session}"
    case .sessionPrint: "/s/{session}/print"
    case .eventPage, .eventPIN: "/e/{event}"
    case .hostPage, .moderation: "/e/{event}/host"
    case .showPage: "/e/{event}/show"
    case .eventNews: "/events/{event}/news"
    case .home: "/"
    case .eventIndex: "/events/{event}"
    case .eventThumbnails: "/events/{event}/thumbnails"
    case .eventLink: "/events/{event}/link"
    case .strips, .stripsPreflight: "/s/{session}/strips"
    case .sessionArchive: "/s/{session}/all.zip"
    case .eventArchive: "/events/{event}/all.zip"
    case .staticFile: "/static"
    case .notFound: "other"
    }
  }
}
