/// What is known of one kind of printer: its papers in pixels, what it counts, and what its "completed" means.
///
/// Read from `Devices/Printers/*.json5` by ``PrinterProfileFile``; each number's source stands beside it there.
public struct PrinterProfile: Sendable, Equatable {
  /// How a printer tells how much is left.
  public enum Counter: String, Sendable, Codable, CaseIterable {
    /// The very number of sheets, as a level of its supply.
    case exact
    /// Only that it is empty.
    case empty
  }

  /// What is true of a sheet once the printer says that its job is completed.
  public enum Completed: String, Sendable, Codable, CaseIterable {
    /// It lies in the tray.
    case printed
    /// The printer has taken its data; it may still run out of paper over it.
    case taken
  }

  /// The file's name without its ending: `dnp-ds620`.
  public var id: String
  /// For people: `DNP DS620`.
  public var name: String
  /// Which printers it is for.
  public var match = PrinterMatch()
  /// What it prints on.
  public var papers: [Paper] = []
  /// Nil where it is not known.
  public var counter: Counter?
  /// How many sheets its tray holds; nil where it is not known.
  public var traySheets: Int?
  /// Nil where it is not known.
  public var completed: Completed?
  /// What it is asked to do with a picture of another size than the paper's, the first that it offers; nil leaves the
  /// driver's own choice.
  public var scaling: [PrintScaling]?
  /// Whether Booth has printed on one: false for facts from sources and other people's reports.
  public var isTried = false

  /// A profile that knows no more than a name.
  public init(id: String, name: String) {
    self.id = id
    self.name = name
  }

  /// One size of paper.
  public struct Paper: Sendable, Equatable {
    /// As it comes out of the printer.
    public var size: MillimetreSize
    /// The pixels that a picture must have to be printed without being enlarged or reduced. It reaches beyond the paper
    /// where the printer prints to the edge.
    public var canvas: PixelSize
    /// Dots an inch, both ways.
    public var dpi: Int
    /// The printer's own name of the paper, which is asked for in place of its size; nil asks for the size. Queues of CUPS
    /// with gutenprint offer 4×6 inches as 104.99×162.56 mm, and take the first of several papers of that size, a 2×6.
    public var media: String?
    /// How the printer can cut the sheet.
    public var cuts: [Cut] = []

    /// A paper that is not cut.
    public init(size: MillimetreSize, canvas: PixelSize, dpi: Int) {
      self.size = size
      self.canvas = canvas
      self.dpi = dpi
    }

    /// The printer's own name of this paper, cut into so many equal pieces where it can do that.
    public func media(pieces: Int) -> String? {
      guard pieces > 1 else { return media }
      return cuts.first { $0.positions.count == pieces - 1 }?.media ?? media
    }

    /// How many pixels of the canvas fall beyond the paper at the left and at the right, and at the top and at the bottom;
    /// negative where white edges stay. Calculated, as if the picture lay in the middle: makers give no tolerance.
    public var bleed: (x: Double, y: Double) {
      let scale = PrintScale(dpi: dpi)
      return (
        x: (Double(canvas.width) - scale.length(size.width)) / 2,
        y: (Double(canvas.height) - scale.length(size.height)) / 2
      )
    }
  }

  /// A way to cut a sheet into equal pieces.
  public struct Cut: Sendable, Equatable {
    /// Of each piece.
    public var piece: MillimetreSize
    /// Where it is cut: rows or columns of the canvas, from its left or top edge, along the side that gets shorter.
    public var positions: [Int]
    /// The printer's own name of the paper that is cut so: `w288h432-div2`.
    public var media: String

    /// Takes everything as it is.
    public init(piece: MillimetreSize, positions: [Int], media: String) {
      self.piece = piece
      self.positions = positions
      self.media = media
    }
  }

  /// The paper of a size, however it lies; nil where none is within 2 mm.
  public func paper(for size: MillimetreSize) -> Paper? {
    func miss(_ paper: Paper) -> Double {
      let upright = max(abs(paper.size.width - size.width), abs(paper.size.height - size.height))
      let lying = max(abs(paper.size.width - size.height), abs(paper.size.height - size.width))
      return min(upright, lying)
    }
    return papers.filter { miss($0) <= 2 }.min { miss($0) < miss($1) }
  }
}

/// Which printers a profile is for: any of the patterns is enough; without one it is for every printer.
public struct PrinterMatch: Sendable, Equatable {
  /// With `*` for any characters; capitals and small letters are the same. Compared with ``PrinterStatus/model``.
  public var models: [String] = []

  /// A match for every printer, until patterns are added.
  public init() {}

  /// How well it fits: the letters of the pattern with the most of them, 0 for a profile for every printer. Nil where it is
  /// for others.
  public func rank(_ model: String) -> Int? {
    if models.isEmpty { return 0 }
    return models.filter { CameraMatch.fits($0, model) }.map { $0.utf8.count { $0 != UInt8(ascii: "*") } }.max()
  }
}
