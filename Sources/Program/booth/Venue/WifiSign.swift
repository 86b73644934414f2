import BoothCore
import Imaging
import WebSupport

/// The sign beside the booth: the code that joins its Wi-Fi, in all of the booth's languages. One page that stands alone, for a printer.
struct WifiSign {
  private let wifi: WifiAccess
  private let code: QRCode

  /// - Throws: `ImageError` where no code holds the name and the password.
  init(_ wifi: WifiAccess) throws(ImageError) {
    self.wifi = wifi
    // A sign gets dirty.
    code = try QRCode(wifi.joinCode, correction: .quartile)
  }

  var html: HTML {
    let zone = QRCode.standardQuietZone
    let side = code.side + 2 * zone
    var path = ""
    for y in 0..<code.side {
      for x in 0..<code.side where code.isDark(x, y) { path += "M\(x + zone),\(y + zone)h1v1h-1z" }
    }
    let lines = Language.allCases.map { language -> HTML in
      let direction = language.isRightToLeft ? "rtl" : "ltr"
      let password: HTML? = wifi.password.map { " · \(Phrase.wifiPassword($0).text(in: language))" }
      return """
        <p lang="\(language.rawValue)" dir="\(direction)"><b>\(Phrase.joinWifi.text(in: language))</b><br>
        \(Phrase.wifiName(wifi.name).text(in: language))\(password)</p>

        """
    }
    return """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>Wi-Fi</title>
      <style>
      @page { size: A5; margin: 10mm }
      body { font: 12pt/1.4 system-ui, sans-serif; text-align: center; color: #000; background: #fff; margin: 0 auto; max-width: 128mm }
      svg { width: 80mm; max-width: 100% }
      h1 { font-size: 22pt; margin: 4mm 0; overflow-wrap: anywhere }
      p { margin: 0 0 2mm; overflow-wrap: anywhere }
      </style>
      </head>
      <body>
      <h1>\(wifi.name)</h1>
      <svg viewBox="0 0 \(side) \(side)" role="img" aria-label="Wi-Fi"><path fill="#fff" d="M0,0h\(side)v\(side)h-\(side)z"/><path shape-rendering="crispEdges" d="\(path)"/></svg>
      \(lines)</body>
      </html>

      """
  }
}
