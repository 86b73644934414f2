package import BoothCore
package import BoothSystem
import CommandSupport
import Glibc
package import ImageRegistration
package import Imaging
import Video

/// Everything that is made of a pair: pictures, films and sheets, as files in one folder.
package struct PairProducts {
  /// What was made.
  package struct Made: Equatable {
    /// In the order they were made.
    package var files: [String]
    /// Whether the new picture lies in the old one's frame; else both are shown as they are.
    package var isRegistered: Bool
    /// Edges of the frame where the two may be off (``SharedView/unsure``).
    package var unsure: [SharedView.Edge]
  }

  /// What each file is, in the order they are made; the value is what its name ends in.
  package enum Product: String, CaseIterable {
    case then = "then.jpg"
    case now = "now.jpg"
    case sideBySide = "side-by-side.jpg"
    case slider = "slider.jpg"
    case sliderPage = "slider.html"
    case sheetA4 = "sheet-a4.jpg"
    case documentA4 = "sheet-a4.pdf"
    case sheetPhoto = "sheet-4x6.jpg"
    case documentPhoto = "sheet-4x6.pdf"
    case blinkGIF = "blink.gif"
    case blinkFilm = "blink.mp4"
    case sliderGIF = "slider.gif"
    case sliderFilm = "slider.mp4"
  }

  package let facts: PairFacts
  /// An existing folder, or one that can be made in one.
  package let folder: String
  /// Begins every file's name.
  private let name: String

  package init(facts: PairFacts, folder: String) {
    self.facts = facts
    self.folder = folder
    let isWord = facts.pair.utf8.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
        || byte == UInt8(ascii: "_")
    }
    name = isWord && (1...64).contains(facts.pair.utf8.count) ? facts.pair : "pair"
  }

  /// Makes all of them. Blocks, for some seconds.
  ///
  /// Each file is written beside its name and gets it when it is whole, so that one that was there stays until then. The two
  /// pictures are only read.
  /// - Parameters:
  ///   - old, new: paths of the two pictures, JPEG or PNG.
  ///   - homography: from old pixels to new ones, upright and full size; nil if unknown.
  ///   - region: the part of the old picture that the homography was found by; nil if unknown.
  ///   - photograph: the old picture without the card around it, in its pixels; nil: all of it.
  ///   - progress: is told each file's name before it is made.
  /// - Throws: ``CommandError`` that names the file; those that are whole by then stay.
  package func make(
    old: String, new: String, homography: Homography?, region: ClaimedRegion? = nil,
    photograph: PixelRect? = nil, progress: (String) -> Void = { _ in }
  ) throws(CommandError) -> Made {
    let pictures: PairPictures
    do {
      pictures = try PairPictures(
        old: PictureFile.bytes(old), new: PictureFile.bytes(new), homography: homography, region: region,
        photograph: photograph, names: (old, new))
    } catch let error as ImageError {
      throw CommandError("\(error.subject) \(error.detail)")
    } catch let error as CommandError {
      throw error
    } catch {
      throw CommandError("\(error)")
    }
    try makeFolder()
    var files: [String] = []
    for product in Product.allCases {
      let file = "\(name)-\(product.rawValue)"
      progress(file)
      try make(product, of: pictures, "\(folder)/\(file)")
      files.append(file)
    }
    return Made(files: files, isRegistered: pictures.view != nil, unsure: pictures.view?.unsure ?? [])
  }

  private func makeFolder() throws(CommandError) {
    guard mkdir(folder, 0o777) != 0, errno != EEXIST else { return }
    throw CommandError(
      "\(folder) cannot be made: \(SystemWords.of(errno)); expected a folder, or a new one's name in a folder",
      code: CommandError.cannotCreate)
  }

  private func make(_ product: Product, of pictures: PairPictures, _ path: String) throws(CommandError) {
    do {
      switch product {
      case .then: try put(PairStills(pictures).old(), path)
      case .now: try put(PairStills(pictures).new(), path)
      case .sideBySide: try put(PairStills(pictures).sideBySide(), path)
      case .slider: try put(PairStills(pictures).slider(), path)
      case .sliderPage:
        try put(SliderPage(facts: facts, unsure: pictures.view?.unsure ?? []).bytes(of: pictures), path)
      case .sheetA4: try put(PairSheet(facts, of: pictures, on: .a4).jpeg(of: pictures), path)
      case .sheetPhoto: try put(PairSheet(facts, of: pictures, on: .photo).jpeg(of: pictures), path)
      case .documentA4: try put(PairSheet(facts, of: pictures, on: .a4).pdf(of: pictures, title: facts.title), path)
      case .documentPhoto:
        try put(PairSheet(facts, of: pictures, on: .photo).pdf(of: pictures, title: facts.title), path)
      case .blinkGIF: try film(.blink, .gif, of: pictures, path)
      case .blinkFilm: try film(.blink, .mp4, of: pictures, path)
      case .sliderGIF: try film(.slider, .gif, of: pictures, path)
      case .sliderFilm: try film(.slider, .mp4, of: pictures, path)
      }
    } catch let fault as DurableFile.Fault {
      throw Self.unwritten(path, fault.words)
    } catch let error as ClipError {
      guard error.code == .file else { throw CommandError("\(path) cannot be made: \(error.detail)") }
      throw Self.unwritten(path, error.detail)
    } catch let error as ImageError {
      throw CommandError("\(path) cannot be made: \(error.subject) \(error.detail)")
    } catch {
      throw CommandError("\(path) cannot be made: \(error)")
    }
  }

  private static func unwritten(_ path: String, _ words: String) -> CommandError {
    CommandError(
      "\(path) cannot be written: \(words); what was there before still is, and so is every file made until then",
      code: CommandError.cannotCreate)
  }

  private func put(_ bytes: [UInt8], _ path: String) throws { try DurableFile.replace(path, with: bytes) }

  private func film(
    _ motion: PairMotion, _ format: BoomerangRequest.Format, of pictures: PairPictures, _ path: String
  ) throws {
    let temporary = "\(path).\(getpid()).tmp"
    _ = try PairFilm(old: pictures.frame.old, new: pictures.frame.new).write(motion, format, to: temporary)
    try DurableFile.rename(temporary, to: path)
  }
}
