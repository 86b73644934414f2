/// The email address that guests may leave for their link.
extension Phrase {
  /// Of the phrases about addresses; of any other it is the offer.
  var addressWording: Wording {
    switch self {
    case .addressQuestion:
      Wording(
        en: "Where may we send your link?", de: "Wohin dürfen wir euren Link schicken?",
        fr: "Où envoyer votre lien\u{202F}?", es: "¿Adónde enviamos tu enlace?", he: "לאן לשלוח את הקישור?",
        ar: "إلى أين نرسل رابطكم؟")
    case .addressUse:
      Wording(
        en: "Only your hosts see the address.", de: "Die Adresse sehen nur eure Gastgeber.",
        fr: "Seuls vos hôtes verront l’adresse.", es: "Solo el anfitrión verá la dirección.",
        he: "רק המארחים רואים את הכתובת.", ar: "لا يرى العنوان إلا المضيف.")
    case .noAddress:
      Wording(
        en: "Something is missing, as in name@example.com", de: "Da fehlt noch etwas, wie in name@example.com",
        fr: "Il manque quelque chose, comme dans name@example.com", es: "Falta algo, como en name@example.com",
        he: "משהו חסר, כמו ב־name@example.com", ar: "ينقص شيء، مثل name@example.com")
    case .addressNotKept:
      Wording(
        en: "That did not work. Please try again.", de: "Das hat nicht geklappt. Bitte noch einmal.",
        fr: "Cela n’a pas marché. Réessayez.", es: "No ha funcionado. Prueba otra vez.", he: "זה לא הצליח. נסו שוב.",
        ar: "لم ينجح ذلك. حاولوا مرة أخرى.")
    case .addressKept:
      Wording(
        en: "Noted. Another one?", de: "Notiert. Noch eine?", fr: "Notée. Une autre ?", es: "Anotada. ¿Otra?",
        he: "נרשמה. עוד אחת?", ar: "سُجّل. عنوان آخر؟")
    case .addressDone: Wording(en: "Done", de: "Fertig", fr: "Terminé", es: "Listo", he: "סיום", ar: "تم")
    case .addressBack: Wording(en: "Back", de: "Zurück", fr: "Retour", es: "Atrás", he: "חזרה", ar: "رجوع")
    default:
      Wording(
        en: "Link by email", de: "Link per E-Mail", fr: "Lien par e-mail", es: "Enlace por correo",
        he: "קישור בדוא״ל", ar: "الرابط بالبريد")
    }
  }
}
