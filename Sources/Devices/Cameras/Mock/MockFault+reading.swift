import BoothCore
import ConfigFiles

extension StrictReader {
  mutating func mockFault(_ value: FileValue) -> MockFault? {
    guard let fields = object(value, known: ["at", "do", "seconds", "code", "repeat"]) else { return nil }
    let at = moment(in: fields)
    let kind = choice("do", in: fields, of: MockFault.Action.Kind.self, isRequired: true)
    let repeats = bool("repeat", in: fields, otherwise: false)
    guard let kind, let action = action(kind, in: fields), let at else { return nil }
    guard kind.moments.contains(at.kind) else {
      let moments = kind.moments.map(\.rawValue).joined(separator: " or ")
      refuse(fields.path("at"), expected: "\(moments), where \"\(kind.rawValue)\" can happen", found: at.name)
      return nil
    }
    return MockFault(at: at, action, repeats: repeats)
  }

  private mutating func moment(in fields: FileFields) -> MockFault.Moment? {
    let known = MockFault.Moment.names
    let before = problems.count
    let at = object("at", in: fields, known: known, expected: "an object such as {still: 2}", isRequired: true)
    guard let at, problems.count == before else { return nil }
    let kinds = MockFault.Moment.Kind.allCases.filter { at.object[$0.rawValue] != nil }
    guard let kind = kinds.first, kinds.count == 1 else {
      let found = kinds.isEmpty ? "none" : kinds.map(\.rawValue).joined(separator: ", ")
      refuse(at.place, expected: "exactly one of \(known.joined(separator: ", "))", found: found)
      return nil
    }
    func count() -> Int? { whole(kind.rawValue, in: at, 1...Int.max) }
    switch kind {
    case .open: return count().map { .open($0) }
    case .start: return count().map { .start($0) }
    case .still: return count().map { .still($0) }
    case .frame: return count().map { .frame($0) }
    case .seconds: return seconds(kind.rawValue, in: at, Self.lasting).map { .seconds($0.inSeconds) }
    }
  }

  private static let lasting = 0.001...86_400

  private mutating func action(_ kind: MockFault.Action.Kind, in fields: FileFields) -> MockFault.Action? {
    let needsTime = kind == .slow || kind == .stall
    if !needsTime, kind != .lose, kind != .garbage, fields.object["seconds"] != nil {
      refuse(
        "seconds", in: fields,
        expected: "no such key, as \"\(kind.rawValue)\" takes no time; only lose, slow, stall and garbage do")
      return nil
    }
    if kind != .fail, fields.object["code"] != nil {
      refuse("code", in: fields, expected: "no such key, as only \"fail\" has a code")
      return nil
    }
    let before = problems.count
    let time = seconds(
      "seconds", in: fields, Self.lasting, "how long \"\(kind.rawValue)\" lasts", isRequired: needsTime)
    let code = choice("code", in: fields, of: CameraError.Code.self)
    guard problems.count == before else { return nil }
    switch kind {
    case .hang: return .hang
    case .lose: return .lose(backAfter: time)
    case .fail: return .fail(code ?? .failed)
    case .slow: return time.map { .slow($0) }
    case .failFocus: return .failFocus
    case .truncate: return .truncate
    case .empty: return .empty
    case .wrongSize: return .wrongSize
    case .dark: return .dark
    case .blurred: return .blurred
    case .stall: return time.map { .stall($0) }
    case .garbage: return .garbage(time)
    case .unaskedPhoto: return .unaskedPhoto
    }
  }
}
