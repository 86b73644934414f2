extension MockFault.Moment {
  /// The moments, as a script's file names them.
  enum Kind: String, CaseIterable {
    case open, start, still, frame, seconds
  }

  var kind: Kind {
    switch self {
    case .open: .open
    case .start: .start
    case .still: .still
    case .frame: .frame
    case .seconds: .seconds
    }
  }

  package var name: String { kind.rawValue }
  package static let names = Kind.allCases.map(\.rawValue)
}

extension MockFault.Action {
  /// The actions, as a script's file names them.
  enum Kind: String, CaseIterable {
    case hang, lose, fail, slow, failFocus, truncate, empty, wrongSize, dark, blurred, stall, garbage, unaskedPhoto

    /// The moments it can happen at.
    var moments: [MockFault.Moment.Kind] {
      switch self {
      case .lose: MockFault.Moment.Kind.allCases
      case .hang, .fail, .slow: [.open, .start, .still]
      case .failFocus, .truncate, .empty, .wrongSize, .dark, .blurred: [.still]
      case .stall, .garbage, .unaskedPhoto: [.frame, .seconds]
      }
    }
  }

  var kind: Kind {
    switch self {
    case .hang: .hang
    case .lose: .lose
    case .fail: .fail
    case .slow: .slow
    case .failFocus: .failFocus
    case .truncate: .truncate
    case .empty: .empty
    case .wrongSize: .wrongSize
    case .dark: .dark
    case .blurred: .blurred
    case .stall: .stall
    case .garbage: .garbage
    case .unaskedPhoto: .unaskedPhoto
    }
  }

  package var name: String { kind.rawValue }
  package static let names = Kind.allCases.map(\.rawValue)
}
