public import BoothCore

/// What is written on sheets and pages of a pair beside its own facts, in every language.
///
/// ```swift
/// PairWord.archive.text(in: .german)  // "Archiv"
/// ```
public enum PairWord: String, Sendable, CaseIterable {
  case then, now, dateUnknown
  case archive, reference, photographer, rights, source
  /// A slider's name for who does not see it, and what a reader is told about it once.
  case share, drag
  /// Of a pair that is aligned in one part only: what comes before the edges' names, and these.
  case mayBeOff, left, right, top, bottom

  /// The word in a language.
  public func text(in language: Language) -> String { wording[language] }

  private var wording: Wording {
    switch self {
    case .then: Wording(en: "Then", de: "Damals", fr: "Hier", es: "Ayer", he: "אז", ar: "الأمس")
    case .now: Wording(en: "Now", de: "Heute", fr: "Aujourd’hui", es: "Hoy", he: "היום", ar: "اليوم")
    case .dateUnknown:
      Wording(
        en: "Date not known", de: "Datum unbekannt", fr: "Date inconnue", es: "Fecha desconocida",
        he: "תאריך לא ידוע", ar: "التاريخ غير معروف")
    case .archive:
      Wording(en: "Archive", de: "Archiv", fr: "Archives", es: "Archivo", he: "ארכיון", ar: "الأرشيف")
    case .reference:
      Wording(en: "Reference", de: "Signatur", fr: "Cote", es: "Signatura", he: "סימן מדף", ar: "رقم الحفظ")
    case .photographer:
      Wording(
        en: "Photographer", de: "Fotograf:in", fr: "Photographe", es: "Fotógrafo", he: "צלם", ar: "المصوّر")
    case .rights: Wording(en: "Rights", de: "Rechte", fr: "Droits", es: "Derechos", he: "זכויות", ar: "الحقوق")
    case .source: Wording(en: "Source", de: "Quelle", fr: "Source", es: "Fuente", he: "מקור", ar: "المصدر")
    case .share:
      Wording(
        en: "Share of the old picture", de: "Anteil des alten Bildes", fr: "Part de l’image ancienne",
        es: "Parte de la imagen antigua", he: "חלק התמונה הישנה", ar: "حصة الصورة القديمة")
    case .drag:
      Wording(
        en: "Drag the line, or press the arrow keys.", de: "Ziehen Sie die Linie, oder drücken Sie die Pfeiltasten.",
        fr: "Faites glisser la ligne ou utilisez les touches fléchées.",
        es: "Arrastre la línea o use las teclas de flecha.", he: "אפשר לגרור את הקו או ללחוץ על מקשי החיצים.",
        ar: "اسحب الخط أو اضغط مفاتيح الأسهم.")
    case .mayBeOff:
      Wording(
        en: "Aligned in one part. May be off:", de: "In einem Teil ausgerichtet. Kann abweichen:",
        fr: "Aligné en partie. Peut être décalé\u{202F}:", es: "Alineado en una parte. Puede no coincidir:",
        he: "מיושר בחלק אחד. ייתכן שלא תואם:", ar: "محاذاة في جزء واحد. قد لا يتطابق:")
    case .left:
      Wording(
        en: "left edge", de: "linker Rand", fr: "bord gauche", es: "borde izquierdo", he: "שוליים שמאליים",
        ar: "الحافة اليسرى")
    case .right:
      Wording(
        en: "right edge", de: "rechter Rand", fr: "bord droit", es: "borde derecho", he: "שוליים ימניים",
        ar: "الحافة اليمنى")
    case .top:
      Wording(
        en: "upper edge", de: "oberer Rand", fr: "bord supérieur", es: "borde superior", he: "שוליים עליונים",
        ar: "الحافة العلوية")
    case .bottom:
      Wording(
        en: "lower edge", de: "unterer Rand", fr: "bord inférieur", es: "borde inferior", he: "שוליים תחתונים",
        ar: "الحافة السفلية")
    }
  }
}

extension SharedView.Edge {
  /// Its name.
  public var word: PairWord {
    switch self {
    case .left: .left
    case .right: .right
    case .top: .top
    case .bottom: .bottom
    }
  }
}
