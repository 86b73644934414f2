/// What the pages say of events that have a PIN, or are over, in one language.
struct AccessWords: Sendable {
  var ended: String
  var endedText: String
  var needsPIN: String
  var needsPINText: String
  var pin: String
  var open: String
  var wrongPIN: String
  var tooManyPINs: String

  static let english = AccessWords(
    ended: "This gallery has ended",
    endedText: "The hosts have closed it. If you miss your pictures, please ask them.",
    needsPIN: "This gallery has a PIN",
    needsPINText:
      "Type the PIN that the hosts gave you, or open your own pictures with the code that the photo booth showed you.",
    pin: "PIN", open: "Open", wrongPIN: "That is not the PIN. Please compare the digits.",
    tooManyPINs: "The PIN was tried too often. Please wait a minute, then try again.")

  private static let all: [String: AccessWords] = [
    "en": english,
    "de": AccessWords(
      ended: "Diese Galerie ist zu Ende",
      endedText: "Die Gastgeber haben sie geschlossen. Wenn euch Bilder fehlen, fragt bitte sie.",
      needsPIN: "Diese Galerie hat eine PIN",
      needsPINText:
        "Gebt die PIN ein, die ihr von den Gastgebern habt, oder öffnet eure eigenen Bilder mit dem Code, den euch die Fotobox gezeigt hat.",
      pin: "PIN", open: "Öffnen", wrongPIN: "Das ist nicht die PIN. Bitte vergleicht die Ziffern.",
      tooManyPINs: "Die PIN wurde zu oft versucht. Bitte wartet eine Minute und versucht es dann noch einmal."),
    "fr": AccessWords(
      ended: "Cette galerie est fermée",
      endedText: "Les hôtes l’ont fermée. S’il vous manque des images, demandez-leur.",
      needsPIN: "Cette galerie est protégée par un code PIN",
      needsPINText:
        "Saisissez le code PIN que les hôtes vous ont donné, ou ouvrez vos propres images avec le code affiché par le photomaton.",
      pin: "Code PIN", open: "Ouvrir", wrongPIN: "Ce n’est pas le bon code PIN. Vérifiez les chiffres.",
      tooManyPINs: "Trop d’essais. Attendez une minute, puis réessayez."),
    "es": AccessWords(
      ended: "Esta galería ha terminado",
      endedText: "Los anfitriones la han cerrado. Si te faltan fotos, pregúntales.",
      needsPIN: "Esta galería tiene un PIN",
      needsPINText:
        "Escribe el PIN que te dieron los anfitriones, o abre tus propias fotos con el código que mostró el fotomatón.",
      pin: "PIN", open: "Abrir", wrongPIN: "Ese no es el PIN. Comprueba los números.",
      tooManyPINs: "Se ha probado el PIN demasiadas veces. Espera un minuto y vuelve a intentarlo."),
    "he": AccessWords(
      ended: "הגלריה הזו נסגרה",
      endedText: "המארחים סגרו אותה. אם חסרות לכם תמונות, פנו אליהם.",
      needsPIN: "לגלריה הזו יש קוד PIN",
      needsPINText: "הקלידו את קוד ה-PIN שקיבלתם מהמארחים, או פתחו את התמונות שלכם בעזרת הקוד שהוצג בעמדת הצילום.",
      pin: "קוד PIN", open: "פתיחה", wrongPIN: "קוד ה-PIN שגוי. בדקו את הספרות.",
      tooManyPINs: "נעשו יותר מדי ניסיונות. המתינו דקה ונסו שוב."),
    "ar": AccessWords(
      ended: "انتهى هذا المعرض",
      endedText: "أغلقه المضيفون. إذا كانت تنقصكم صور فاسألوهم.",
      needsPIN: "لهذا المعرض رمز PIN",
      needsPINText: "اكتبوا رمز PIN الذي أعطاكم إياه المضيفون، أو افتحوا صوركم بالرمز الذي عرضه كشك التصوير.",
      pin: "رمز PIN", open: "فتح", wrongPIN: "هذا ليس رمز PIN الصحيح. تحققوا من الأرقام.",
      tooManyPINs: "جُرّب الرمز مرات كثيرة. انتظروا دقيقة ثم حاولوا مرة أخرى."),
  ]

  /// The words in a language of ``PageWords``.
  static func of(_ language: String) -> AccessWords { all[language] ?? english }
}

extension PageWords {
  /// Of events that have a PIN, or are over.
  var access: AccessWords { AccessWords.of(language) }
}
