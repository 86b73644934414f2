/// The question before the first photo and its answers.
extension Phrase {
  /// Of the phrases about consent; of any other it is the question.
  var consentWording: Wording {
    switch self {
    case .consent(.agree):
      Wording(
        en: "Yes, let’s go", de: "Ja, los geht’s", fr: "Oui, on y va", es: "Sí, vamos", he: "כן, קדימה",
        ar: "نعم، هيا بنا")
    case .consent(.keepHere):
      Wording(
        en: "Photos yes, uploading no", de: "Fotos ja, hochladen nein", fr: "Photos oui, envoi non",
        es: "Fotos sí, subirlas no", he: "לצלם כן, להעלות לא", ar: "صور نعم، رفع لا")
    case .consent(.decline):
      Wording(en: "No photos", de: "Keine Fotos", fr: "Pas de photos", es: "Sin fotos", he: "בלי תמונות", ar: "بلا صور")
    case .consentQuestionOpen:
      Wording(
        en: "We take photos and put them on this event’s page. Whoever has its address sees them. All right?",
        de: "Wir machen Fotos und stellen sie auf die Seite dieser Veranstaltung. Wer deren Adresse hat, sieht sie. "
          + "Einverstanden?",
        fr: "Nous prenons des photos et les mettons sur la page de cet événement. Qui a son adresse les voit. "
          + "D’accord\u{202F}?",
        es: "Hacemos fotos y las ponemos en la página de este evento. Quien tenga su dirección las ve. ¿De acuerdo?",
        he: "אנחנו מצלמים ומעלים לדף של האירוע. כל מי שיש לו הכתובת רואה אותן. מסכימים?",
        ar: "نلتقط صورًا ونضعها في صفحة هذه المناسبة، ويراها كل من لديه عنوانها. هل توافقون؟")
    case .keptHere:
      Wording(
        en: "Your photos stay here", de: "Eure Fotos bleiben hier", fr: "Vos photos restent ici",
        es: "Tus fotos se quedan aquí", he: "התמונות שלכם נשארות כאן", ar: "صوركم تبقى هنا")
    case .keptHereWords:
      Wording(
        en: "Nothing was uploaded. Ask your host for them.",
        de: "Nichts wurde hochgeladen. Fragt die Gastgeber danach.",
        fr: "Rien n’a été envoyé. Demandez-les à votre hôte.", es: "No se ha subido nada. Pídeselas al anfitrión.",
        he: "שום דבר לא הועלה. בקשו אותן מהמארחים.", ar: "لم يُرفع أي شيء. اطلبوها من المضيف.")
    default:
      Wording(
        en: "We take photos and put them on a page that only your link opens. All right?",
        de: "Wir machen Fotos und stellen sie auf eine Seite, die nur euer Link öffnet. Einverstanden?",
        fr: "Nous prenons des photos et les mettons sur une page que seul votre lien ouvre. D’accord\u{202F}?",
        es: "Hacemos fotos y las ponemos en una página que solo abre tu enlace. ¿De acuerdo?",
        he: "אנחנו מצלמים ומעלים לדף שרק הקישור שלכם פותח. מסכימים?",
        ar: "نلتقط صورًا ونضعها في صفحة لا يفتحها إلا رابطكم. هل توافقون؟")
    }
  }
  /// The booth's own question, which says who will see the pictures.
  public static func consentQuestion(of event: Event?) -> Phrase {
    event?.gallery == .open ? .consentQuestionOpen : .consentQuestion
  }
}
