import ImageMetadata
import StudioServer

/// Why a photo has no picture, and what helps: what pages say. `%1` is a kind of file, a byte or a package, `%2` a command.
enum NoPictureText: String, PageText {
  case empty, notAPicture, zeros, html, text, pdf, zip, film, sound, drawing, otherPicture, cut, cutAt
  case damaged, damagedAt, encrypted, tooLarge, noReader, noDecoder, newForm, conversion, noPreview, died
  case tookTooLong, gone, missing, denied, unreadable, copyAgain, repair, saveAnew, exportPNG, downloadIt
  case unpack, exportPages, renameIt, decrypt, smaller, install, installOrConvert, keepJPEG, scanAgain, fetch
  case allow, checkDisk

  static let words = PageWords("photos", "noPicture")

  /// What is wrong, and what helps.
  static func sentences(_ reason: NoPicture, _ words: WordTable<NoPictureText>) -> String {
    "\(why(reason, words)) \(remedy(reason, words))"
  }

  private static func why(_ reason: NoPicture, _ words: WordTable<NoPictureText>) -> String {
    let kind = reason.kindWord ?? "?"
    switch reason.reason {
    case .empty: return words[.empty]
    case .notAPicture: return words[text(reason.disguise)]
    case .cut: return reason.byte.map { words.filled(.cutAt, "\($0)") } ?? words[.cut]
    case .damaged: return reason.byte.map { words.filled(.damagedAt, "\($0)") } ?? words[.damaged]
    case .encrypted: return words[.encrypted]
    case .tooLarge: return words[.tooLarge]
    case .unsupported:
      switch reason.need {
      case .hevc: return words.filled(.noDecoder, "HEVC")
      case .av1: return words.filled(.noDecoder, "AV1")
      case .newerHEIF: return words.filled(.newForm, kind)
      case .jpegXL: return words.filled(.noReader, "JPEG XL")
      case .jpeg2000: return words.filled(.noReader, "JPEG 2000")
      case .conversion: return words.filled(.conversion, kind)
      case .libvips, nil: return words.filled(.noReader, kind)
      }
    case .noPreview: return words[.noPreview]
    case .died: return words[.died]
    case .tookTooLong: return words[.tookTooLong]
    case .gone: return words[.gone]
    case .missing: return words[.missing]
    case .denied: return words[.denied]
    case .unreadable: return words[.unreadable]
    }
  }

  private static func text(_ disguise: NoPicture.Disguise?) -> NoPictureText {
    switch disguise {
    case .zeros: .zeros
    case .html: .html
    case .text: .text
    case .pdf: .pdf
    case .zip: .zip
    case .film: .film
    case .sound: .sound
    case .drawing: .drawing
    case .otherPicture: .otherPicture
    case nil: .notAPicture
    }
  }

  private static func remedy(_ reason: NoPicture, _ words: WordTable<NoPictureText>) -> String {
    switch reason.reason {
    case .empty, .cut: return words[.copyAgain]
    case .damaged: return words[.repair]
    case .notAPicture:
      switch reason.disguise {
      case .zeros: return words[.copyAgain]
      case .html: return words[.downloadIt]
      case .zip: return words[.unpack]
      case .pdf: return words[.exportPages]
      case .film, .sound, .text: return words[.renameIt]
      case .drawing: return words[.exportPNG]
      case .otherPicture, nil: return words[.saveAnew]
      }
    case .encrypted: return words[.decrypt]
    case .tooLarge: return words[.smaller]
    case .unsupported:
      guard let need = reason.need, let package = need.package else { return words[.saveAnew] }
      return need.command.map { words.filled(.installOrConvert, package, $0) } ?? words.filled(.install, package)
    case .noPreview: return words[.keepJPEG]
    case .died, .tookTooLong: return words[.saveAnew]
    case .gone: return words[.scanAgain]
    case .missing: return words[.fetch]
    case .denied: return words[.allow]
    case .unreadable: return words[.checkDisk]
    }
  }
}
