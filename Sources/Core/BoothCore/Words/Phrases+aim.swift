/// What a person is told who aims at an old picture: short, as they look at the scene.
extension Phrase {
  /// Of what is said while aiming; of any other phrase it is "not sure".
  var aimWording: Wording {
    switch self {
    case .aim(.fits):
      Wording(en: "It fits", de: "Es passt", fr: "C’est aligné", es: "Encaja", he: "מתאים", ar: "متطابق")
    case .aim(.fitsStepAside):
      Wording(
        en: "It fits. One step aside shows whether you stand right",
        de: "Es passt. Ein Schritt zur Seite zeigt, ob der Standort stimmt",
        fr: "C’est aligné. Un pas de côté dira si la place est bonne",
        es: "Encaja. Un paso al lado dirá si es el lugar correcto",
        he: "מתאים. צעד הצידה יראה אם המקום נכון", ar: "متطابق. خطوة جانبية تبيّن إن كان المكان صحيحًا")
    case .aim(.move(let way, let isSmall)): isSmall ? Self.wording(of: way).small : Self.wording(of: way)
    default:
      Wording(
        en: "Not sure yet", de: "Noch nicht sicher", fr: "Pas encore sûr", es: "Aún no es seguro", he: "עדיין לא בטוח",
        ar: "غير مؤكد بعد")
    }
  }

  private static func wording(of way: AimAdvice.Way) -> Wording {
    switch way {
    case .turnLeft:
      Wording(
        en: "Turn left", de: "Nach links drehen", fr: "Tournez à gauche", es: "Gira a la izquierda", he: "פנו שמאלה",
        ar: "أديروا إلى اليسار")
    case .turnRight:
      Wording(
        en: "Turn right", de: "Nach rechts drehen", fr: "Tournez à droite", es: "Gira a la derecha", he: "פנו ימינה",
        ar: "أديروا إلى اليمين")
    case .tiltUp:
      Wording(
        en: "Tilt up", de: "Nach oben neigen", fr: "Inclinez vers le haut", es: "Inclina hacia arriba",
        he: "הטו כלפי מעלה", ar: "أميلوا إلى الأعلى")
    case .tiltDown:
      Wording(
        en: "Tilt down", de: "Nach unten neigen", fr: "Inclinez vers le bas", es: "Inclina hacia abajo",
        he: "הטו כלפי מטה", ar: "أميلوا إلى الأسفل")
    case .rollClockwise:
      Wording(
        en: "Rotate clockwise", de: "Im Uhrzeigersinn kippen", fr: "Pivotez dans le sens horaire",
        es: "Rota en sentido horario", he: "סובבו עם כיוון השעון", ar: "دوّروا مع عقارب الساعة")
    case .rollBack:
      Wording(
        en: "Rotate the other way", de: "Gegen den Uhrzeigersinn kippen", fr: "Pivotez dans le sens antihoraire",
        es: "Rota en sentido antihorario", he: "סובבו נגד כיוון השעון", ar: "دوّروا عكس عقارب الساعة")
    case .zoomIn:
      Wording(
        en: "Zoom in", de: "Heranzoomen", fr: "Zoomez", es: "Acerca el zoom", he: "הגדילו את הזום", ar: "قرّبوا بالزوم")
    case .zoomOut:
      Wording(
        en: "Zoom out", de: "Herauszoomen", fr: "Dézoomez", es: "Aleja el zoom", he: "הקטינו את הזום",
        ar: "أبعدوا بالزوم")
    case .stepLeft:
      Wording(
        en: "Step to the left", de: "Einen Schritt nach links", fr: "Un pas à gauche", es: "Un paso a la izquierda",
        he: "צעד שמאלה", ar: "خطوة إلى اليسار")
    case .stepRight:
      Wording(
        en: "Step to the right", de: "Einen Schritt nach rechts", fr: "Un pas à droite", es: "Un paso a la derecha",
        he: "צעד ימינה", ar: "خطوة إلى اليمين")
    case .stepNearer:
      Wording(en: "Go nearer", de: "Näher heran", fr: "Approchez-vous", es: "Acércate", he: "התקרבו", ar: "اقتربوا")
    case .stepBack:
      Wording(en: "Go back", de: "Weiter zurück", fr: "Reculez", es: "Retrocede", he: "התרחקו", ar: "تراجعوا")
    }
  }
}

extension Wording {
  /// The same, a little of it.
  fileprivate var small: Wording {
    Wording(
      en: en + " a little", de: de + ", ein wenig", fr: fr + ", un peu",
      es: es + " un poco", he: he + " קצת", ar: ar + " قليلًا")
  }
}
