import BoothCore
import Imaging
import Logging

/// The pictures of sheets, kept as long as they stand: the still one, and one for each overlay. For one thread.
final class SheetPictures {
  private let artwork: ArtworkCache
  private let logger: Logger
  private var marks: [Mark] = []
  private var mounting: Mounting?
  private var base: PackedBitmap?
  /// Counts the still pictures.
  private var serial = 0
  private var overlays: [Sheet.Overlay: Bitmap] = [:]
  private var hasFault = false
  /// The path of the photo that is on the still picture, if there is one and it could be read.
  private(set) var photo: String?

  init(artwork: ArtworkCache, logger: Logger) {
    self.artwork = artwork
    self.logger = logger
  }

  /// - Parameter live: the number of the live picture that stands in its place; nil if there is none.
  func composition(of sheet: Sheet, live: Int?, mounting: Mounting) -> Composition {
    if mounting != self.mounting {
      (base, overlays) = (nil, [:])
      self.mounting = mounting
    }
    let still = still(of: sheet, mounting)
    var kept: [Sheet.Overlay: Bitmap] = [:]
    let placed = sheet.overlays.map { overlay -> Composition.Placed in
      let picture = overlays[overlay] ?? picture(of: overlay, mounting)
      kept[overlay] = picture
      return Composition.Placed(rect: mounting.place(overlay.rect), picture: picture)
    }
    overlays = kept
    return Composition(
      base: still, live: live == nil ? nil : sheet.live.map(mounting.place), overlays: placed,
      standing: Composition.Standing(base: serial, live: live, overlays: sheet.overlays, look: sheet.look))
  }

  private func still(of sheet: Sheet, _ mounting: Mounting) -> PackedBitmap {
    if let base, sheet.base == marks { return base }
    base = nil  // lets the memory go before the next is made
    let all = PixelRect(x: 0, y: 0, width: sheet.size.width, height: sheet.size.height)
    photo = nil
    var picture = Bitmap(size: sheet.size, color: .black)
    draw(sheet.base, in: all, on: &picture)
    // As large as the screen, and not wanted again while this stands.
    artwork.drop()
    picture = picture.turned(mounting.turn)
    marks = sheet.base
    serial += 1
    let packed = PackedBitmap(picture)
    base = packed
    return packed
  }

  private func picture(of overlay: Sheet.Overlay, _ mounting: Mounting) -> Bitmap {
    var picture = Bitmap(size: overlay.rect.size)
    draw(overlay.marks, in: overlay.rect, on: &picture)
    return picture.turned(mounting.turn)
  }

  private func draw(_ marks: [Mark], in rect: PixelRect, on picture: inout Bitmap) {
    do {
      try picture.draw(marks, in: rect) { wanted in
        let bitmap = artwork.bitmap(wanted)
        if bitmap != nil, case .photo(let path) = wanted.source { photo = path }
        return bitmap
      }
    } catch {
      if !hasFault { logger.warning("a scene cannot be drawn whole", metadata: ["error": "\(error)"]) }
      hasFault = true
    }
  }
}
