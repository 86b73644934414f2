import BoothCore
import WebSupport

/// What guests read when their phone has joined the booth's Wi-Fi.
struct PortalPage {
  let language: Language
  /// The owner has seen it, and the phone stays in the Wi-Fi.
  let isOpen: Bool

  /// The best of the booth's languages for these, the best first; English where none is among them.
  init(codes: [String], isOpen: Bool) {
    language = codes.lazy.compactMap { Language(code: $0) }.first ?? .english
    self.isOpen = isOpen
  }

  private enum Line {
    case title, whatFor, go, done, scan, after

    var wording: Wording {
      switch self {
      case .title:
        Wording(
          en: "The photobooth’s Wi-Fi", de: "Das WLAN der Fotobox", fr: "Le Wi-Fi du photomaton",
          es: "La wifi del fotomatón", he: "ה־Wi-Fi של עמדת הצילום", ar: "شبكة Wi-Fi لركن التصوير")
      case .whatFor:
        Wording(
          en: "It leads to your photos, and not to the internet.",
          de: "Es führt zu euren Fotos, nicht ins Internet.",
          fr: "Il mène à vos photos, pas à Internet.", es: "Lleva a tus fotos, no a internet.",
          he: "היא מובילה לתמונות שלכם, לא לאינטרנט.", ar: "تقود إلى صوركم، وليس إلى الإنترنت.")
      case .go:
        Wording(
          en: "Stay connected", de: "Verbunden bleiben", fr: "Rester connecté", es: "Seguir conectado",
          he: "להישאר מחוברים", ar: "البقاء متصلين")
      case .done:
        Wording(
          en: "You are connected.", de: "Ihr seid verbunden.", fr: "Vous êtes connectés.", es: "Estás conectado.",
          he: "אתם מחוברים.", ar: "أنتم متصلون.")
      case .scan:
        Wording(
          en: "Close this window and scan the second code with your camera.",
          de: "Schließt dieses Fenster und scannt den zweiten Code mit der Kamera.",
          fr: "Fermez cette fenêtre et scannez le deuxième code avec l’appareil photo.",
          es: "Cierra esta ventana y escanea el segundo código con la cámara.",
          he: "סגרו את החלון הזה וסרקו את הקוד השני במצלמה.", ar: "أغلقوا هذه النافذة وامسحوا الرمز الثاني بالكاميرا.")
      case .after:
        Wording(
          en: "Save your photos, then leave this Wi-Fi.", de: "Speichert eure Fotos und trennt dann dieses WLAN.",
          fr: "Enregistrez vos photos, puis quittez ce Wi-Fi.", es: "Guarda tus fotos y luego deja esta wifi.",
          he: "שמרו את התמונות ואז התנתקו מהרשת הזו.", ar: "احفظوا صوركم ثم افصلوا هذه الشبكة.")
      }
    }
  }

  private func said(_ line: Line) -> String { line.wording[language] }

  var html: HTML {
    let skeleton = PageSkeleton(
      language: language.rawValue, isRightToLeft: language.isRightToLeft, title: "\(said(.title))",
      stylesheets: [CaptivePortal.sheet])
    let body: HTML =
      isOpen
      ? "<h1>\(said(.done))</h1>\n<p>\(said(.scan))</p>\n<p>\(said(.after))</p>\n"
      : """
      <h1>\(said(.title))</h1>
      <p>\(said(.whatFor))</p>
      <p><a href="\(CaptivePortal.on)">\(said(.go))</a></p>

      """
    return skeleton.page("<main>\n\(body)</main>\n")
  }

  static let stylesheet = """
    body { margin: 0; font: 1.25rem/1.5 system-ui, sans-serif; background: #141a24; color: #fff; }
    main { max-width: 32rem; margin: 0 auto; padding: 2.5rem 1.25rem; }
    h1 { font-size: 1.75rem; line-height: 1.25; margin: 0 0 1rem; }
    a { display: block; padding: 1rem; border-radius: .75rem; background: #fff; color: #141a24; font-weight: 700;
      text-align: center; text-decoration: none; }
    a:focus-visible { outline: .25rem solid #7fb2ff; outline-offset: .25rem; }

    """
}
