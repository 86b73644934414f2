/// The looks that guests choose from.
extension Phrase {
  /// Of the phrases about looks; of any other it is the question.
  var lookWording: Wording {
    switch self {
    case .look(.none):
      Wording(en: "Colour", de: "Farbe", fr: "Couleur", es: "Color", he: "צבע", ar: "ألوان")
    case .look(.blackAndWhite):
      Wording(
        en: "Black and white", de: "Schwarz-weiß", fr: "Noir et blanc", es: "Blanco y negro", he: "שחור לבן",
        ar: "أبيض وأسود")
    case .look(.sepia):
      Wording(en: "Sepia", de: "Sepia", fr: "Sépia", es: "Sepia", he: "ספיה", ar: "بني داكن")
    case .look(.warm):
      Wording(en: "Warm", de: "Warm", fr: "Chaud", es: "Cálido", he: "חמים", ar: "دافئ")
    default:
      Wording(
        en: "Which look?", de: "Welcher Stil?", fr: "Quel style\u{202F}?", es: "¿Qué estilo?", he: "איזה סגנון?",
        ar: "أي نمط تختارون؟")
    }
  }
}
