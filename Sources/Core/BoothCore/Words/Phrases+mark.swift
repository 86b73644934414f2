/// What a person is told who marks points in the old picture and in a frame of the live view.
extension Phrase {
  /// Of what is said while points are marked; of any other phrase it is the sign that begins it.
  var markWording: Wording {
    switch self {
    case .markOld:
      Wording(
        en: "Choose a clear point in the old picture", de: "Einen deutlichen Punkt im alten Bild wählen",
        fr: "Choisissez un point net sur l’ancienne image", es: "Elige un punto claro en la foto antigua",
        he: "בחרו נקודה ברורה בתמונה הישנה", ar: "اختاروا نقطة واضحة في الصورة القديمة")
    case .markFrame:
      Wording(
        en: "Set the same point in the new picture", de: "Denselben Punkt im neuen Bild setzen",
        fr: "Placez le même point sur la nouvelle image", es: "Pon el mismo punto en la foto nueva",
        he: "סמנו את אותה נקודה בתמונה החדשה", ar: "ضعوا النقطة نفسها في الصورة الجديدة")
    case .markEnough:
      Wording(
        en: "Enough. More points make it surer", de: "Das reicht. Mit mehr Punkten wird es sicherer",
        fr: "C’est assez. D’autres points l’affinent", es: "Ya basta. Con más puntos es más seguro",
        he: "זה מספיק. עוד נקודות ישפרו", ar: "هذا يكفي. والمزيد من النقاط أدق")
    case .markNotKept:
      Wording(
        en: "The points could not be kept. Once more?", de: "Die Punkte ließen sich nicht speichern. Noch einmal?",
        fr: "Les points n’ont pas pu être gardés. Encore\u{202F}?", es: "No se pudieron guardar los puntos. ¿Otra vez?",
        he: "הנקודות לא נשמרו. ננסה שוב?", ar: "تعذّر حفظ النقاط. مرة أخرى؟")
    case .markMove:
      Wording(en: "move", de: "bewegen", fr: "déplacer", es: "mover", he: "להזיז", ar: "تحريك")
    case .markSet:
      Wording(en: "Set", de: "Setzen", fr: "Placer", es: "Poner", he: "סימון", ar: "تحديد")
    case .markBack:
      Wording(en: "Take back", de: "Zurücknehmen", fr: "Annuler", es: "Deshacer", he: "ביטול", ar: "تراجع")
    case .markDone:
      Wording(en: "Done", de: "Fertig", fr: "Terminé", es: "Listo", he: "סיימנו", ar: "انتهينا")
    default:
      Wording(
        en: "Mark points", de: "Punkte setzen", fr: "Marquer des points", es: "Marcar puntos", he: "סימון נקודות",
        ar: "تحديد نقاط")
    }
  }
}
