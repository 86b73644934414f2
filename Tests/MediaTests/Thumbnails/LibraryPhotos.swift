import FoundationEssentials

/// The four colours as libraries for HEVC, AV1, WebP and GIF wrote them.
enum LibraryPhotos {
  static let heic = bytes(
    """
    AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAUJtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRtAA
    AAAAABAAAAImlsb2MAAAAAREAAAQABAAAAAAFmAAEAAAAAAAAA1AAAACNpaW5mAAAAAAABAAAAFWluZmUCAAAAAAEAAGh2YzEAAAAAwmlwcnAA
    AACkaXBjbwAAAHhodmNDAQNwAAAAAAAAAAAAHvAA/P34+AAADwMgAAEAGEABDAH//wNwAAADAJAAAAMAAAMAHroCQCEAAQArQgEBA3AAAAMAkA
    AAAwAAAwAeoDCBBZbqSSmubgQEDAgAAAMACAAAAwAIQCIAAQAHRAHBcrAiQAAAABRpc3BlAAAAAAAAAGAAAABAAAAAEHBpeGkAAAAAAwgICAAA
    ABZpcG1hAAAAAAAAAAEAAQOBAoMAAADcbWRhdAAAANAoAa8O4OcbgYDk6/2u4n//ow7kP5tJDRVtA7+IZf/ymL//cTBmXR02xIyk+SjIJ7elxo
    WOIATEsv02+6L3UhwFM2Yx8glLT3qRXOzyA0e7n1fLducYKvksVuENgDUtb0jyL9f5NbNif2DufH8rCb//R6D8AX9nQkNC5qMn9ognO1SqFeMG
    3dLE1yy/Tvc1clBVaQvmWDZmqhJZG7rvxPgfA7f/FDEP/TMnQ6D0In/V1PP4DHoH3GaRgb0iE2t+78o/sm/3N/6jshDV0Cr/3ZfP
    """)

  static let avif = bytes(
    """
    AAAAHGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZgAAAOptZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRtAA
    AAAAABAAAAImlsb2MAAAAAREAAAQABAAAAAAEOAAEAAAAAAAAAPQAAACNpaW5mAAAAAAABAAAAFWluZmUCAAAAAAEAAGF2MDEAAAAAamlwcnAA
    AABLaXBjbwAAABNjb2xybmNseAACAAIABoAAAAAMYXYxQ4EADAAAAAAUaXNwZQAAAAAAAABgAAAAQAAAABBwaXhpAAAAAAMICAgAAAAXaXBtYQ
    AAAAAAAAABAAEEgYIDhAAAAEVtZGF0EgAKCRgZb/7BAgIGhDIuEyAAACC0g+thoNM3xTD3R2lW9B15YrUF5Lg4XaCNsNQgHDEaakJrjaiK6FMe
    iA==
    """)

  static let webp = bytes(
    """
    UklGRmwBAABXRUJQVlA4WAoAAAAIAAAAXwAAPwAAVlA4IIwAAAAwBwCdASpgAEAAPp1GnEmlo6KhLVmYALATiUAZkkdP0n8ZtoR538gHJhcAGf
    9gf8XvpHbCX7jo5fvMnPZHENY1tgAA/uvd20iZgOpmHHxUo2Exk3BQk6hI9+b/39999+u668SQ4KIf8CB7/mkdA6XA1jcXWC9aLG/4NzLc4A4F
    k9m38pNkbYBQ1goAAEVYSUa6AAAARXhpZgAASUkqAAgAAAAGABIBAwABAAAAAQAAABoBBQABAAAAVgAAABsBBQABAAAAXgAAACgBAwABAAAAAg
    AAABMCAwABAAAAAQAAAGmHBAABAAAAZgAAAAAAAAA4YwAA6AMAADhjAADoAwAABgAAkAcABAAAADAyMTABkQcABAAAAAECAwAAoAcABAAAADAx
    MDABoAMAAQAAAP//AAACoAQAAQAAAGAAAAADoAQAAQAAAEAAAAAAAAAA
    """)

  static let losslessWebP = bytes(
    """
    UklGRh4BAABXRUJQVlA4WAoAAAAIAAAAXwAAPwAAVlA4TD0AAAAvX8APAB8gECAmnNh0akhN2wYMwfIn0WvfAgGizIZSQ07mP+YVQLpAJEDiSU
    960sYAUkT/J6D42HPDwZ4DAEVYSUa6AAAARXhpZgAASUkqAAgAAAAGABIBAwABAAAAAQAAABoBBQABAAAAVgAAABsBBQABAAAAXgAAACgBAwAB
    AAAAAgAAABMCAwABAAAAAQAAAGmHBAABAAAAZgAAAAAAAAA4YwAA6AMAADhjAADoAwAABgAAkAcABAAAADAyMTABkQcABAAAAAECAwAAoAcABA
    AAADAxMDABoAMAAQAAAP//AAACoAQAAQAAAGAAAAADoAQAAQAAAEAAAAAAAAAA
    """)

  static let gif = bytes(
    """
    R0lGODlhYABAAIIAAEdwTCgy0h6+KNweHuvr4QAAAAAAAAAAACH/C05FVFNDQVBFMi4wAwEAAAAh+QQFAAAAACwAAAAAYABAAAAD/zi63P4wLk
    GrvTjrXaX/oMKNZEmFaDqZbHuq8OfOZWxHdL7dfKP/l55wACwKhj0jEMlT/pg3pw5qk+aoMSsNC9POuCqvC5wSt8goMwsdUpvYIHcN7pGT6HU7
    By/R7/kQfjuAD4IahIWGGIgOiouMDI5BkCuSL5RElpeUmpuQnUeYmZqio5YBqKmqq6ytrq+pBLKztLW2t7i5s7C8vb6ousHCw7K/xsexxMrLxc
    jOvczRw8/Ur9LXudXaq9jdtdvgAd7jBOHb5N7m2ujd6tXs2O7U8Nfyz/TS9s740frI/Mz8HQO4TKAxgsoM/kJITKEvhtMc8oIoTOJEiroswsKY
    US6jK47ZPLYCiUvkSJK2TLJCmVKlKpbfXCaD2UymOJo1ZeLM6XJnOZs3cQINSjMBADs=
    """)

  /// In JPEG XL's colours XYB, as libjxl's encoder of JPEG has them: red, green and blue of it are X, Y and B, and a profile's tables for the
  /// perceptual intent lead from there. Made by a script of ours; littlecms makes the four colours of it, to 10 of 255.
  static let xybJPEG = bytes(
    """
    /9j/7gAOQWRvYmUAZAAAAAAA/+ICqElDQ19QUk9GSUxFAAEBAAACmGp4bCAEQAAAc2NuclJHQiBYWVogB+MADAABAAAAAAAAYWNzcAAAAAAAAAAAAA
    AAAAAAAAAAAAAAAAAAAAAAAAAAAPbWAAEAAAAA0y1qeGwgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAFZGVz
    YwAAAMAAAAAsY3BydAAAAOwAAAAkd3RwdAAAARAAAAAUQTJCMAAAASQAAAEkQjJBMAAAAkgAAABQbWx1YwAAAAAAAAABAAAADGVuVVMAAAAOAAAAHA
    BYAFkAQgBfAFAAZQByAABtbHVjAAAAAAAAAAEAAAAMZW5VUwAAAAYAAAAcAEMAQwAwAABYWVogAAAAAAAA9tYAAQAAAADTLW1BQiAAAAAAAwMAAAAA
    ACAAAAD0AAAAlAAAAFAAAAAgcGFyYQAAAAAAAAAAAAEAAHBhcmEAAAAAAAAAAAABAABwYXJhAAAAAAAAAAAAAQAAAgICAAAAAAAAAAAAAAAAAAIAAA
    AAAAyGAAAAAAyGcMnzef//jzbzef////8MhgAAAAAMhgAAcMn///N5jzb///N5//9wYXJhAAAAAAADAAAAAwAAAADjiAAAI/wAAAAAAAAAAHBhcmEA
    AAAAAAMAAAADAAAAAOOIAAAguwAAAAAAAAAAcGFyYQAAAAAAAwAAAAMAAAABgtP//+DVAAAAAAAAFKEAAYRb//7kuwAAElb///MyAACRgP//+07//p
    zBAAEdVAAAr4z///+I////hP///5ltQkEgAAAAAAMDAAAAAAAgAAAAAAAAAAAAAAAAAAAAAHBhcmEAAAAAAAAAAAABAABwYXJhAAAAAAAAAAAAAQAA
    cGFyYQAAAAAAAAAAAAEAAP/bAEMAAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAf
    /AABEIAEAAYANSEQBHEQBCEQD/xAAaAAEAAwEBAQAAAAAAAAAAAAAABgoLCQUI/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAwDUgBHAEIAAD8AuYPQ
    fE4AAAADF3dGFbcAAAABtEOc6yQAAAAAxd3RhW3AAAAAbRDnOskAAAAAMXd0YVtwAAAAG0Q5zrJAAAAADF3dGFbcAAAABYIVb2vAAAAAAkDTIUZwAA
    AAEfZm68wAAAAAkDTIUZwAAAAEfZm68wAAAAAkDTIUZwAAAAEfZm68wAAAAAkDTIUZwAAAAH//2Q==
    """)

  private static func bytes(_ text: String) -> [UInt8] {
    Array(Data(base64Encoded: String(text.filter { !$0.isWhitespace })) ?? Data())
  }

  /// A HEIF or AVIF file with turns put in: boxes of properties, in their order, each of one byte of content.
  static func turned(_ file: [UInt8], _ turns: [(type: String, value: UInt8)]) -> [UInt8] {
    var bytes = file
    func find(_ type: String) -> Int {
      (4..<bytes.count - 4).first { bytes[$0..<$0 + 4].elementsEqual(type.utf8) }! - 4
    }
    func number(_ at: Int) -> Int { bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
    func grow(_ at: Int, _ count: Int) {
      bytes.replaceSubrange(at..<at + 4, with: TestPhotos.big(number(at) + count, 4))
    }
    let properties = turns.flatMap { TestPhotos.big(9, 4) + Array($0.type.utf8) + [$0.value] }
    let (meta, container, own) = (find("meta"), find("iprp"), find("ipco"))
    // How many there are already.
    var (count, at) = (0, own + 8)
    while at < own + number(own) { (count, at) = (count + 1, at + number(at)) }
    let links = (0..<turns.count).map { UInt8(0x80 | (count + 1 + $0)) }
    let association = find("ipma")
    let (end, list) = (own + number(own), association + 18)
    let listEnd = association + number(association)
    let growth = properties.count + links.count
    bytes[list] += UInt8(links.count)
    bytes.insert(contentsOf: links, at: listEnd)
    grow(association, links.count)
    bytes.insert(contentsOf: properties, at: end)
    grow(own, properties.count)
    grow(container, growth)
    grow(meta, growth)
    // The one place of data: the base of the only item, behind version, sizes, count, id and reference.
    let place = find("iloc") + 8 + 4 + 2 + 2 + 2 + 2
    grow(place, growth)
    return bytes
  }
}
