extension NoPicture {
  /// What is wrong, for people, as the end of "this photo …".
  public var words: String {
    let kind = kindWord.map { "\($0) " } ?? ""
    return switch reason {
    case .empty: "is empty: its file has 0 bytes"
    case .notAPicture: disguise.map { "is no picture: its file \($0.words)" } ?? PhotoTrouble.notAPicture.words
    case .cut:
      byte.map { "ends too early, at byte \($0): it was not copied, or not saved, completely" }
        ?? PhotoTrouble.cut.words
    case .damaged: byte.map { "is damaged from byte \($0) on" } ?? "is damaged: it cannot be decoded"
    case .encrypted: "is encrypted"
    case .tooLarge: "has more pixels than this machine has memory for"
    case .unsupported:
      switch need {
      case .libvips: "is a \(kind)picture, which this machine has no reader for"
      case .hevc: "is coded by HEVC, which this machine has no decoder for"
      case .av1: "is coded by AV1, which this machine has no decoder for"
      case .newerHEIF: "is a \(kind)picture of a form that this machine's libheif refuses"
      case .jpegXL: "is a JPEG XL picture, which this machine's libvips does not read"
      case .jpeg2000: "is a JPEG 2000 picture, which is not read"
      case .conversion: "is a \(kind)picture of a form that is not read"
      case nil: "is a \(kind)picture, which this machine cannot decode"
      }
    case .noPreview: "is a raw picture without a preview inside that is large enough"
    case .died: "ended the program that decodes pictures"
    case .tookTooLong: "took too long to decode"
    case .gone: "is gone: its file was there when its folder was looked at"
    case .missing: "is not in its library"
    case .denied: "may not be read by this user"
    case .unreadable: "could not be read from its disk"
    }
  }

  /// What helps, for people, as a sentence without its end.
  public var remedy: String {
    switch reason {
    case .empty, .cut: "copy it again from the camera's card, or from a backup"
    case .damaged:
      "copy it again from the camera's card, or from a backup; where it is the same there, a program that repairs pictures may help"
    case .notAPicture:
      switch disguise {
      case .zeros: "copy it again from the camera's card, or from a backup: this copy was broken off"
      case .otherPicture: "save it as JPEG or TIFF with the program that made it"
      case .drawing: "export it as PNG"
      case .html: "download the picture itself: this is the page around it, or what a server said instead"
      case .zip: "unpack it"
      case .pdf: "export its pages as JPEG"
      case .film, .sound, .text: "give it the ending of what it is"
      case nil: "open it with the program that made it, and save it as JPEG; or copy it again"
      }
    case .encrypted: "decrypt it, and put that file in its place"
    case .tooLarge:
      "put a smaller copy beside it, or use a machine with more memory; the original can be saved as it is"
    case .unsupported:
      switch need {
      case .libvips, .hevc, .av1, .newerHEIF, .jpegXL:
        "install "
          + [need?.package, need?.command.map { "or convert it: \($0)" }].compactMap(\.self).joined(separator: ", ")
      case .jpeg2000: "convert it: \(need?.command ?? "opj_decompress")"
      case .conversion, nil: "save it as JPEG or TIFF with the program that made it"
      }
    case .noPreview:
      "keep a JPEG beside it: most raw converters write one, and so do cameras that are set to RAW + JPEG"
    case .died, .tookTooLong: "save it anew as JPEG with another program; the original can be saved as it is"
    case .gone: "look for new photos again"
    case .missing: "have its library fetch the originals"
    case .denied: "let the program's user read it: chmod a+r FILE, and a+x for its folders"
    case .unreadable: "check the disk and its cable, and copy the file from a backup"
    }
  }
}

extension NoPicture.Need {
  /// Debian's package that brings it; nil where none does.
  public var package: String? {
    switch self {
    case .libvips: "libvips42"
    case .hevc: "libheif-plugin-libde265 (Debian 12: libheif1)"
    case .av1: "libheif-plugin-aomdec (Debian 12: libheif1)"
    case .newerHEIF: "libheif1 ≥ 1.18 (Debian 13)"
    case .jpegXL: "libvips42 with JPEG XL (Debian 13)"
    case .jpeg2000, .conversion: nil
    }
  }

  /// What converts such a file; nil where the package is all that is needed.
  public var command: String? {
    switch self {
    case .libvips, .hevc, .av1, .conversion: nil
    case .newerHEIF: "heif-convert IN.heic OUT.jpg"
    case .jpegXL: "djxl IN.jxl OUT.jpg"
    case .jpeg2000: "opj_decompress -i IN.jp2 -o OUT.png"
    }
  }
}

extension NoPicture.Disguise {
  /// For people, as the end of "its file …".
  public var words: String {
    switch self {
    case .zeros: "holds nothing but zeros"
    case .html: "is a web page"
    case .text: "is text"
    case .pdf: "is a PDF"
    case .zip: "is an archive"
    case .film: "is a film"
    case .sound: "is a sound"
    case .drawing: "is a drawing (SVG)"
    case .otherPicture: "is a picture of a kind that is not read"
    }
  }
}
