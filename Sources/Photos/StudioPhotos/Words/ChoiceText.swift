import BoothCore
import StudioServer

/// What the photos' page says of selections, of keys, and of sources that are away.
enum ChoiceText: String, PageText {
  case ofThemHidden, alone, together, leftSelection, notThere, noneThere, binHidden, binAll, awaySources
  case awayPhoto, awayTitle, awayHelp, movedHere, keys, keyMove, keyOpen, keySelect, keyMore, keyAll, keyNone, keyStar
  case keyColours, keyBasket, keyBin, keyHelp, keyOpened, keySteps, keyZoom, keyAbout, keyClose

  /// Keys and what they do, as the page lists them: each a key and its meaning, with a stroke between; and what one must be allowed to
  /// do for it, as the page's script knows that.
  static let listed: [(ChoiceText, may: String)] = [
    (.keyMove, ""), (.keyOpen, ""), (.keySelect, ""), (.keyMore, ""), (.keyAll, ""), (.keyNone, ""), (.keyStar, "mark"),
    (.keyColours, "mark"), (.keyBasket, ""), (.keyBin, "manage"), (.keyHelp, ""),
  ]
  /// The same of the photo that is opened, besides those above.
  static let listedOpened: [ChoiceText] = [.keySteps, .keyZoom, .keyAbout, .keyClose]

  static func table(_ language: Language) -> [ChoiceText: String] {
    switch language {
    case .english: english
    case .german: german
    case .french: french
    case .spanish: spanish
    case .hebrew: hebrew
    case .arabic: arabic
    }
  }

  private static let english: [ChoiceText: String] = [
    .ofThemHidden: "not shown here: %1",
    .alone: "Only these",
    .together: "Show everything",
    .leftSelection: "Not there any longer, and no longer selected: %1",
    .notThere: "Not there any longer: %1",
    .noneThere: "None of the selected photos is there any longer.",
    .binHidden: "Selected, but not shown here: %1 of %2.",
    .binAll: "Move all to the bin: %1",
    .awaySources: "Away: %1. What is known of their photos is shown; originals come when they are back.",
    .awayPhoto: "Its source is away. This comes when it is back.",
    .awayTitle: "The photo’s source is away",
    .awayHelp: "Attach its disk, or see that its server can be reached. Everything that is known of its photos stays.",
    .movedHere: "These are the photos that were at %1: the source is here now, with its albums, stars and links.",
    .keys: "Keys",
    .keyMove: "← → ↑ ↓|from photo to photo",
    .keyOpen: "Enter|open",
    .keySelect: "Space|select",
    .keyMore: "Shift + ← → ↑ ↓|select up to there; back again: fewer",
    .keyAll: "Ctrl + A|select all",
    .keyNone: "Escape|select none",
    .keyStar: "S|star",
    .keyColours: "1 – 7|colours",
    .keyBasket: "B|basket",
    .keyBin: "Delete|move to the bin",
    .keyHelp: "?|this list",
    .keyOpened: "In the opened photo",
    .keySteps: "Home, End|first and last photo",
    .keyZoom: "+ −|zoom",
    .keyAbout: "I|information",
    .keyClose: "Escape|close",
  ]

  private static let german: [ChoiceText: String] = [
    .ofThemHidden: "hier nicht gezeigt: %1",
    .alone: "Nur diese",
    .together: "Alles zeigen",
    .leftSelection: "Nicht mehr da und nicht mehr ausgewählt: %1",
    .notThere: "Nicht mehr da: %1",
    .noneThere: "Keines der ausgewählten Fotos ist noch da.",
    .binHidden: "Ausgewählt, aber hier nicht gezeigt: %1 von %2.",
    .binAll: "Alle in den Papierkorb: %1",
    .awaySources:
      "Nicht erreichbar: %1. Gezeigt wird, was von ihren Fotos bekannt ist; Originale kommen, wenn sie wieder da sind.",
    .awayPhoto: "Seine Quelle ist nicht erreichbar. Es kommt, wenn sie wieder da ist.",
    .awayTitle: "Die Quelle des Fotos ist nicht erreichbar",
    .awayHelp:
      "Ihre Platte anschließen oder nachsehen, ob ihr Server zu erreichen ist. Alles, was von ihren Fotos bekannt ist, bleibt.",
    .movedHere:
      "Das sind die Fotos, die unter %1 lagen: Die Quelle ist jetzt hier, mit ihren Alben, Sternen und Links.",
    .keys: "Tasten",
    .keyMove: "← → ↑ ↓|von Foto zu Foto",
    .keyOpen: "Enter|öffnen",
    .keySelect: "Leertaste|auswählen",
    .keyMore: "Umschalt + ← → ↑ ↓|bis dorthin auswählen; zurück: weniger",
    .keyAll: "Strg + A|alle auswählen",
    .keyNone: "Esc|nichts auswählen",
    .keyStar: "S|Stern",
    .keyColours: "1 – 7|Farben",
    .keyBasket: "B|Korb",
    .keyBin: "Entf|in den Papierkorb",
    .keyHelp: "?|diese Liste",
    .keyOpened: "Im geöffneten Foto",
    .keySteps: "Pos1, Ende|erstes und letztes Foto",
    .keyZoom: "+ −|Zoom",
    .keyAbout: "I|Informationen",
    .keyClose: "Esc|schließen",
  ]

  private static let french: [ChoiceText: String] = [
    .ofThemHidden: "non affichées ici : %1",
    .alone: "Seulement celles-ci",
    .together: "Tout afficher",
    .leftSelection: "Disparues, et retirées de la sélection : %1",
    .notThere: "Disparues : %1",
    .noneThere: "Aucune des photos sélectionnées n’est encore là.",
    .binHidden: "Sélectionnées, mais non affichées ici : %1 sur %2.",
    .binAll: "Tout mettre à la corbeille : %1",
    .awaySources:
      "Absentes : %1. Ce qui est connu de leurs photos est affiché ; les originaux viendront à leur retour.",
    .awayPhoto: "Sa source est absente. Cela viendra à son retour.",
    .awayTitle: "La source de la photo est absente",
    .awayHelp:
      "Branchez son disque, ou vérifiez que son serveur est joignable. Tout ce qui est connu de ses photos reste.",
    .movedHere:
      "Ce sont les photos qui étaient dans %1 : la source est ici maintenant, avec ses albums, ses étoiles et ses liens.",
    .keys: "Touches",
    .keyMove: "← → ↑ ↓|de photo en photo",
    .keyOpen: "Entrée|ouvrir",
    .keySelect: "Espace|sélectionner",
    .keyMore: "Maj + ← → ↑ ↓|sélectionner jusque-là ; en revenant : moins",
    .keyAll: "Ctrl + A|tout sélectionner",
    .keyNone: "Échap|ne rien sélectionner",
    .keyStar: "S|étoile",
    .keyColours: "1 – 7|couleurs",
    .keyBasket: "B|panier",
    .keyBin: "Suppr|mettre à la corbeille",
    .keyHelp: "?|cette liste",
    .keyOpened: "Dans la photo ouverte",
    .keySteps: "Début, Fin|première et dernière photo",
    .keyZoom: "+ −|zoom",
    .keyAbout: "I|informations",
    .keyClose: "Échap|fermer",
  ]

  private static let spanish: [ChoiceText: String] = [
    .ofThemHidden: "no se muestran aquí: %1",
    .alone: "Solo estas",
    .together: "Mostrar todo",
    .leftSelection: "Ya no están, ni seleccionadas: %1",
    .notThere: "Ya no están: %1",
    .noneThere: "Ninguna de las fotos seleccionadas está ya.",
    .binHidden: "Seleccionadas, pero no se muestran aquí: %1 de %2.",
    .binAll: "Mover todas a la papelera: %1",
    .awaySources: "Ausentes: %1. Se muestra lo que se sabe de sus fotos; los originales vendrán cuando vuelvan.",
    .awayPhoto: "Su fuente está ausente. Vendrá cuando vuelva.",
    .awayTitle: "La fuente de la foto está ausente",
    .awayHelp:
      "Conecte su disco, o compruebe que se llega a su servidor. Todo lo que se sabe de sus fotos se conserva.",
    .movedHere: "Son las fotos que estaban en %1: el origen está aquí ahora, con sus álbumes, estrellas y enlaces.",
    .keys: "Teclas",
    .keyMove: "← → ↑ ↓|de foto en foto",
    .keyOpen: "Intro|abrir",
    .keySelect: "Espacio|seleccionar",
    .keyMore: "Mayús + ← → ↑ ↓|seleccionar hasta allí; de vuelta: menos",
    .keyAll: "Ctrl + A|seleccionar todo",
    .keyNone: "Esc|no seleccionar nada",
    .keyStar: "S|estrella",
    .keyColours: "1 – 7|colores",
    .keyBasket: "B|cesta",
    .keyBin: "Supr|mover a la papelera",
    .keyHelp: "?|esta lista",
    .keyOpened: "En la foto abierta",
    .keySteps: "Inicio, Fin|primera y última foto",
    .keyZoom: "+ −|zoom",
    .keyAbout: "I|información",
    .keyClose: "Esc|cerrar",
  ]

  private static let hebrew: [ChoiceText: String] = [
    .ofThemHidden: "לא מוצגות כאן: %1",
    .alone: "רק אלה",
    .together: "הצגת הכול",
    .leftSelection: "כבר אינן, והוצאו מהבחירה: %1",
    .notThere: "כבר אינן: %1",
    .noneThere: "אף אחת מהתמונות שנבחרו כבר איננה.",
    .binHidden: "נבחרו, אך אינן מוצגות כאן: %1 מתוך %2.",
    .binAll: "העברת כולן לסל המיחזור: %1",
    .awaySources: "לא זמינים: %1. מוצג מה שידוע על התמונות שלהם; המקור של כל תמונה יגיע כשיחזרו.",
    .awayPhoto: "המקור שלה אינו זמין. היא תגיע כשיחזור.",
    .awayTitle: "מקור התמונה אינו זמין",
    .awayHelp: "יש לחבר את הדיסק שלו, או לבדוק שאפשר להגיע לשרת שלו. כל מה שידוע על התמונות נשאר.",
    .movedHere: "אלה התמונות שהיו ב-%1: המקור נמצא כאן עכשיו, עם האלבומים, הכוכבים והקישורים שלו.",
    .keys: "מקשים",
    .keyMove: "→ ← ↑ ↓|מתמונה לתמונה",
    .keyOpen: "Enter|פתיחה",
    .keySelect: "רווח|בחירה",
    .keyMore: "Shift + → ← ↑ ↓|בחירה עד לשם; בחזרה: פחות",
    .keyAll: "Ctrl + A|בחירת הכול",
    .keyNone: "Escape|ביטול הבחירה",
    .keyStar: "S|כוכב",
    .keyColours: "1 – 7|צבעים",
    .keyBasket: "B|סל",
    .keyBin: "Delete|העברה לסל המיחזור",
    .keyHelp: "?|הרשימה הזאת",
    .keyOpened: "בתמונה הפתוחה",
    .keySteps: "Home, End|התמונה הראשונה והאחרונה",
    .keyZoom: "+ −|הגדלה והקטנה",
    .keyAbout: "I|מידע",
    .keyClose: "Escape|סגירה",
  ]

  private static let arabic: [ChoiceText: String] = [
    .ofThemHidden: "غير معروضة هنا: %1",
    .alone: "هذه فقط",
    .together: "عرض الكل",
    .leftSelection: "لم تعد موجودة، وأُخرجت من التحديد: %1",
    .notThere: "لم تعد موجودة: %1",
    .noneThere: "لم تعد أي من الصور المحددة موجودة.",
    .binHidden: "محددة، لكنها غير معروضة هنا: %1 من %2.",
    .binAll: "نقل الكل إلى سلة المهملات: %1",
    .awaySources: "غير متاحة: %1. يُعرض ما هو معروف عن صورها؛ وتأتي الأصول حين تعود.",
    .awayPhoto: "مصدرها غير متاح. تأتي حين يعود.",
    .awayTitle: "مصدر الصورة غير متاح",
    .awayHelp: "صِل قرصه، أو تحقق من إمكان الوصول إلى خادمه. يبقى كل ما هو معروف عن صوره.",
    .movedHere: "هذه هي الصور التي كانت في %1: المصدر هنا الآن، بألبوماته ونجومه وروابطه.",
    .keys: "المفاتيح",
    .keyMove: "→ ← ↑ ↓|من صورة إلى أخرى",
    .keyOpen: "Enter|فتح",
    .keySelect: "مسافة|تحديد",
    .keyMore: "Shift + → ← ↑ ↓|تحديد حتى هناك؛ وبالرجوع: أقل",
    .keyAll: "Ctrl + A|تحديد الكل",
    .keyNone: "Escape|إلغاء التحديد",
    .keyStar: "S|نجمة",
    .keyColours: "1 – 7|ألوان",
    .keyBasket: "B|السلة",
    .keyBin: "Delete|نقل إلى سلة المهملات",
    .keyHelp: "?|هذه القائمة",
    .keyOpened: "في الصورة المفتوحة",
    .keySteps: "Home, End|أول صورة وآخر صورة",
    .keyZoom: "+ −|تكبير وتصغير",
    .keyAbout: "I|معلومات",
    .keyClose: "Escape|إغلاق",
  ]
}
