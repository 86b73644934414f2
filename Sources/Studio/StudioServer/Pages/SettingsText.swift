import BoothCore

/// What the pages of settings say, by what it is for.
enum SettingsText: String, PageText {
  case settings, organisationName, organisationHelp, map, tiles, tilesHelp, tilesWrong, tilesBy, fixed
  case sync, syncHelp, notSet, look, lookDevice, lookLight, lookDark

  static func table(_ language: Language) -> [SettingsText: String] {
    switch language {
    case .english: english
    case .german: german
    case .french: french
    case .spanish: spanish
    case .hebrew: hebrew
    case .arabic: arabic
    }
  }

  private static let english: [SettingsText: String] = [
    .settings: "Settings",
    .organisationName: "Name of the organisation",
    .organisationHelp: "It stands at the top of every page.",
    .map: "Map",
    .tiles: "Address of the map’s tiles",
    .tilesHelp:
      "Such as https://tiles.example.org/{z}/{x}/{y}.png; empty for a map with lines of degrees only. Browsers ask that server, which sees where they look.",
    .tilesWrong: "This is no address of tiles: {z}, {x} and {y} must stand in it, and it must begin with https://.",
    .tilesBy: "Who made the tiles",
    .fixed: "Set where the studio is started; it cannot be changed here.",
    .sync: "Sync with the organisation’s Firebase",
    .syncHelp: "These are set in booth.json or as variables where the studio is started.",
    .notSet: "not set",
    .look: "Appearance",
    .lookDevice: "As the device",
    .lookLight: "Light",
    .lookDark: "Dark",
  ]
  private static let german: [SettingsText: String] = [
    .settings: "Einstellungen",
    .organisationName: "Name der Organisation",
    .organisationHelp: "Er steht oben auf jeder Seite.",
    .map: "Karte",
    .tiles: "Adresse der Kartenkacheln",
    .tilesHelp:
      "Etwa https://tiles.example.org/{z}/{x}/{y}.png; leer für eine Karte nur mit Gradlinien. Browser fragen diesen Server, der sieht, wohin sie schauen.",
    .tilesWrong:
      "Das ist keine Adresse von Kacheln: {z}, {x} und {y} müssen darin stehen, und sie muss mit https:// beginnen.",
    .tilesBy: "Wer die Kacheln gemacht hat",
    .fixed: "Dort gesetzt, wo das Studio gestartet wird; hier nicht zu ändern.",
    .sync: "Abgleich mit dem Firebase der Organisation",
    .syncHelp: "Diese werden in booth.json oder als Variablen gesetzt, wo das Studio gestartet wird.",
    .notSet: "nicht gesetzt",
    .look: "Aussehen",
    .lookDevice: "Wie das Gerät",
    .lookLight: "Hell",
    .lookDark: "Dunkel",
  ]
  private static let french: [SettingsText: String] = [
    .settings: "Réglages",
    .organisationName: "Nom de l’organisation",
    .organisationHelp: "Il figure en haut de chaque page.",
    .map: "Carte",
    .tiles: "Adresse des tuiles de la carte",
    .tilesHelp:
      "Par exemple https://tiles.example.org/{z}/{x}/{y}.png ; vide pour une carte avec les seuls degrés. Les navigateurs interrogent ce serveur, qui voit où ils regardent.",
    .tilesWrong: "Ce n’est pas une adresse de tuiles : elle doit contenir {z}, {x} et {y} et commencer par https://.",
    .tilesBy: "Qui a fait les tuiles",
    .fixed: "Défini là où le studio est démarré ; ne se modifie pas ici.",
    .sync: "Synchronisation avec le Firebase de l’organisation",
    .syncHelp: "Ceci se définit dans booth.json ou en variables, là où le studio est démarré.",
    .notSet: "non défini",
    .look: "Apparence",
    .lookDevice: "Comme l’appareil",
    .lookLight: "Clair",
    .lookDark: "Sombre",
  ]
  private static let spanish: [SettingsText: String] = [
    .settings: "Ajustes",
    .organisationName: "Nombre de la organización",
    .organisationHelp: "Aparece arriba en cada página.",
    .map: "Mapa",
    .tiles: "Dirección de las teselas del mapa",
    .tilesHelp:
      "Por ejemplo https://tiles.example.org/{z}/{x}/{y}.png; vacío para un mapa solo con líneas de grados. Los navegadores consultan ese servidor, que ve adónde miran.",
    .tilesWrong: "No es una dirección de teselas: debe contener {z}, {x} e {y} y empezar por https://.",
    .tilesBy: "Quién hizo las teselas",
    .fixed: "Definido donde se inicia el estudio; aquí no se cambia.",
    .sync: "Sincronización con el Firebase de la organización",
    .syncHelp: "Esto se define en booth.json o como variables donde se inicia el estudio.",
    .notSet: "sin definir",
    .look: "Apariencia",
    .lookDevice: "Como el dispositivo",
    .lookLight: "Claro",
    .lookDark: "Oscuro",
  ]
  private static let hebrew: [SettingsText: String] = [
    .settings: "הגדרות",
    .organisationName: "שם הארגון",
    .organisationHelp: "הוא מופיע בראש כל עמוד.",
    .map: "מפה",
    .tiles: "כתובת אריחי המפה",
    .tilesHelp:
      "למשל https://tiles.example.org/{z}/{x}/{y}.png; ריק למפה עם קווי מעלות בלבד. הדפדפנים פונים לשרת הזה, והוא רואה לאן מסתכלים.",
    .tilesWrong: "זו אינה כתובת אריחים: היא צריכה לכלול {z}, {x} ו־{y} ולהתחיל ב־https://.",
    .tilesBy: "מי יצר את האריחים",
    .fixed: "נקבע במקום שבו הסטודיו מופעל; אי אפשר לשנות כאן.",
    .sync: "סנכרון עם הפיירבייס של הארגון",
    .syncHelp: "אלה נקבעים בקובץ booth.json או כמשתנים במקום שבו הסטודיו מופעל.",
    .notSet: "לא נקבע",
    .look: "מראה",
    .lookDevice: "כמו המכשיר",
    .lookLight: "בהיר",
    .lookDark: "כהה",
  ]
  private static let arabic: [SettingsText: String] = [
    .settings: "الإعدادات",
    .organisationName: "اسم المؤسسة",
    .organisationHelp: "يظهر أعلى كل صفحة.",
    .map: "الخريطة",
    .tiles: "عنوان مربعات الخريطة",
    .tilesHelp:
      "مثل https://tiles.example.org/{z}/{x}/{y}.png؛ فارغ لخريطة بخطوط الدرجات فقط. تسأل المتصفحات هذا الخادم فيرى أين تنظر.",
    .tilesWrong: "ليس هذا عنوان مربعات: يجب أن يحوي {z} و{x} و{y} وأن يبدأ بـ https://.",
    .tilesBy: "من صنع المربعات",
    .fixed: "محدّد حيث يُشغّل الاستوديو؛ لا يُغيّر هنا.",
    .sync: "المزامنة مع فايربيس المؤسسة",
    .syncHelp: "تُضبط هذه في booth.json أو كمتغيّرات حيث يُشغّل الاستوديو.",
    .notSet: "غير محدّد",
    .look: "المظهر",
    .lookDevice: "مثل الجهاز",
    .lookLight: "فاتح",
    .lookDark: "داكن",
  ]
}

/// What the pages of settings say, in one language.
typealias SettingsWords = WordTable<SettingsText>
