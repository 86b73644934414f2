/// What guests are asked about a photo that seems to have gone wrong: kindly, as it was not they who did it.
extension Phrase {
  static func doubt(_ kind: PhotoDoubt.Kind) -> Wording {
    switch kind {
    case .dark, .unlit:
      Wording(
        en: "Rather dark. Once more?", de: "Etwas dunkel. Nochmal?", fr: "Un peu sombre. On la refait\u{202F}?",
        es: "Un poco oscura. ¿La repetimos?", he: "קצת חשוך. מצלמים שוב?", ar: "الصورة داكنة قليلًا. هل نعيدها؟")
    case .covered:
      Wording(
        en: "Something covers the lens. Once more?", de: "Etwas verdeckt die Linse. Nochmal?",
        fr: "Quelque chose cache l’objectif. On la refait\u{202F}?", es: "Algo tapa el objetivo. ¿La repetimos?",
        he: "משהו מסתיר את העדשה. מצלמים שוב?", ar: "شيء ما يحجب العدسة. هل نعيدها؟")
    case .burnt:
      Wording(
        en: "Rather bright. Once more?", de: "Etwas hell. Nochmal?", fr: "Un peu claire. On la refait\u{202F}?",
        es: "Un poco clara. ¿La repetimos?", he: "קצת בהיר מדי. מצלמים שוב?", ar: "الصورة ساطعة قليلًا. هل نعيدها؟")
    case .blurred:
      Wording(
        en: "A little blurred. Once more?", de: "Etwas unscharf. Nochmal?", fr: "Un peu floue. On la refait\u{202F}?",
        es: "Un poco borrosa. ¿La repetimos?", he: "קצת מטושטש. מצלמים שוב?", ar: "الصورة مشوشة قليلًا. هل نعيدها؟")
    }
  }
}
