/// In which form photos are copied or saved.
public enum PhotoForm: Sendable, Hashable {
  /// Byte for byte.
  case original
  /// The original without what it says of itself; the picture in it stays as it is, bit for bit. Only some kinds of files can do that.
  case bare
  /// A picture of a size, which holds nothing but the picture.
  case size(PhotoSize)

  /// As forms and commands name it: `original`, `bare`, `1024`, `2048`; nil for anything else, and for the grid's own size.
  public init?(_ text: String) {
    switch text {
    case "", "original": self = .original
    case "bare": self = .bare
    default:
      guard let size = PhotoSize(rawValue: text), size != .thumbnail else { return nil }
      self = .size(size)
    }
  }

  /// The reverse of ``init(_:)``.
  public var text: String {
    switch self {
    case .original: "original"
    case .bare: "bare"
    case .size(let size): size.rawValue
    }
  }

  /// Whether the file keeps its own name's ending.
  public var keepsFile: Bool { if case .size = self { false } else { true } }
}

/// Photos that are copied into a folder, or were.
public struct PhotoCopyReport: Sendable, Equatable {
  /// How it is.
  public enum State: String, Sendable, Codable {
    /// Another one is copied before it.
    case waiting
    /// It is copied.
    case running
    /// All were tried.
    case done
    /// The folder takes nothing any longer; what was copied stays.
    case stopped
    /// A person ended it; what was copied stays.
    case cancelled
  }

  /// By which it is asked for; cannot be guessed.
  public var id: String
  /// Where to.
  public var folder: String
  /// How it is.
  public var state: State
  /// Why it stopped, in words; empty for nothing.
  public var remark: String
  /// How many were requested.
  public var total: Int
  /// How many were tried.
  public var tried: Int
  /// How many lie there by it.
  public var copied: Int
  /// How many lay there already, byte for byte.
  public var same: Int
  /// How many could not be copied.
  public var failed: Int
  /// The first of those, each with its reason in words.
  public var failures: [Failure]

  /// One that could not be copied.
  public struct Failure: Sendable, Equatable, Codable {
    /// Its name.
    public var name: String
    /// In words.
    public var why: String

    public init(name: String, why: String) {
      self.name = name
      self.why = why
    }
  }

  public init(
    id: String, folder: String, state: State, remark: String, total: Int, tried: Int, copied: Int, same: Int,
    failed: Int, failures: [Failure]
  ) {
    self.id = id
    self.folder = folder
    self.state = state
    self.remark = remark
    self.total = total
    self.tried = tried
    self.copied = copied
    self.same = same
    self.failed = failed
    self.failures = failures
  }

  /// Whether nothing more will happen.
  public var isOver: Bool { [.done, .stopped, .cancelled].contains(state) }
}
