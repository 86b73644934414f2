/// The prints that guests may have.
extension Phrase {
  /// Of the phrases about prints; of any other it is the question. The choices are numbers, so that no form of a word
  /// depends on one.
  var printWording: Wording {
    switch self {
    case .printCopies(let copies): Wording("\(copies)")
    case .printLayoutQuestion:
      Wording(
        en: "Which print?", de: "Welcher Druck?", fr: "Quel tirage\u{202F}?", es: "¿Qué copia?", he: "איזו הדפסה?",
        ar: "أي طباعة تختارون؟")
    case .printNone:
      Wording(
        en: "No print", de: "Kein Druck", fr: "Pas de tirage", es: "Sin copia", he: "בלי הדפסה", ar: "بدون طباعة")
    case .printComes:
      Wording(
        en: "Your print is on its way", de: "Euer Druck kommt gleich", fr: "Votre tirage arrive",
        es: "Tu copia está en camino", he: "ההדפסה בדרך אליכם", ar: "طباعتكم في الطريق")
    case .printWaits:
      Wording(
        en: "Your print comes as soon as the printer is ready", de: "Euer Druck kommt, sobald der Drucker bereit ist",
        fr: "Votre tirage arrive dès que l’imprimante est prête",
        es: "Tu copia sale en cuanto la impresora esté lista", he: "ההדפסה תצא ברגע שהמדפסת תהיה מוכנה",
        ar: "ستخرج طباعتكم عندما تصبح الطابعة جاهزة")
    case .printNotKept:
      Wording(
        en: "Printing did not work. Your photos are safe.", de: "Der Druck hat nicht geklappt. Eure Fotos sind sicher.",
        fr: "L’impression n’a pas marché. Vos photos sont en sécurité.",
        es: "La impresión no ha funcionado. Tus fotos están a salvo.", he: "ההדפסה לא הצליחה. התמונות שלכם שמורות.",
        ar: "لم تنجح الطباعة. صوركم محفوظة.")
    default:
      Wording(
        en: "Print your photos?", de: "Fotos drucken?", fr: "Imprimer vos photos\u{202F}?", es: "¿Imprimir las fotos?",
        he: "להדפיס את התמונות?", ar: "هل تطبعون صوركم؟")
    }
  }
}
