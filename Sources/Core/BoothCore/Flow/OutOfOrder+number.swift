extension OutOfOrder {
  /// What the operator looks up, whatever the guests' language: "Numbers" in the documentation says what to do about each.
  public var number: Int {
    switch self {
    case .camera: 10
    case .storage: 20
    case .noRoom(_, let refusal): refusal == nil || refusal == .full ? 21 : 20
    case .noEvents: 30
    }
  }
}
