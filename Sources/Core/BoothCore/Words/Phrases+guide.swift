/// What is said to a person who takes an old photograph again.
extension Phrase {
  /// Of the phrases about guides; of any other it is ``versionKeptWords``.
  var guideWording: Wording {
    switch self {
    case .guideEffect(.none):
      Wording(en: "Picture", de: "Bild", fr: "Image", es: "Imagen", he: "תמונה", ar: "الصورة")
    case .guideEffect(.contrast):
      Wording(en: "Contrast", de: "Kontrast", fr: "Contraste", es: "Contraste", he: "ניגודיות", ar: "التباين")
    case .guideEffect(.edges):
      Wording(en: "Outlines", de: "Umrisse", fr: "Contours", es: "Contornos", he: "קווי מתאר", ar: "الحواف")
    case .guideEffect(.grid):
      Wording(en: "Grid", de: "Raster", fr: "Grille", es: "Cuadrícula", he: "רשת", ar: "شبكة")
    case .guideMode(.overlay):
      Wording(en: "Overlay", de: "Überlagern", fr: "Superposer", es: "Superponer", he: "שכבה", ar: "تراكب")
    case .guideMode(.blink):
      Wording(en: "Blink", de: "Wechseln", fr: "Alterner", es: "Alternar", he: "הבהוב", ar: "تبديل")
    case .guideMode(.split):
      Wording(en: "Split", de: "Teilen", fr: "Partager", es: "Dividir", he: "פיצול", ar: "تقسيم")
    case .guideStrength:
      Wording(en: "strength", de: "Stärke", fr: "intensité", es: "intensidad", he: "עוצמה", ar: "الشدة")
    case .guideSize:
      Wording(en: "size", de: "Größe", fr: "taille", es: "tamaño", he: "גודל", ar: "الحجم")
    case .versionKept:
      Wording(
        en: "Kept beside the old picture", de: "Neben dem alten Bild aufbewahrt",
        fr: "Gardée à côté de l’ancienne image",
        es: "Guardada junto a la foto antigua", he: "נשמרה לצד התמונה הישנה", ar: "حُفظت بجانب الصورة القديمة")
    default:
      Wording(
        en: "Earlier photos of this place stay, too. Press to take another one.",
        de: "Auch frühere Fotos dieses Ortes bleiben. Drücken, um noch eines aufzunehmen.",
        fr: "Les photos précédentes de ce lieu restent aussi. Appuyez pour en prendre une autre.",
        es: "Las fotos anteriores de este lugar también se conservan. Pulsa para hacer otra.",
        he: "גם התמונות הקודמות של המקום נשמרות. לחצו כדי לצלם עוד אחת.",
        ar: "تبقى الصور السابقة لهذا المكان أيضًا. اضغطوا لالتقاط صورة أخرى.")
    }
  }
}
