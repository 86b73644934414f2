import BoothCore

/// What a static site of locations says beside the facts of its pairs, in every language.
enum SiteWord: String, CaseIterable {
  case title, map, list, search, nothingMatches, back, noNew, notAligned, blink, download, sheet, slider, position
  case openMap, zoomIn, zoomOut, old, new

  func text(in language: Language) -> String { wording[language] }

  private var wording: Wording {
    switch self {
    case .title:
      Wording(
        en: "Then and now", de: "Damals und heute", fr: "Hier et aujourd’hui", es: "Ayer y hoy", he: "אז והיום",
        ar: "الأمس واليوم")
    case .map: Wording(en: "Map", de: "Karte", fr: "Carte", es: "Mapa", he: "מפה", ar: "الخريطة")
    case .list: Wording(en: "List", de: "Liste", fr: "Liste", es: "Lista", he: "רשימה", ar: "القائمة")
    case .search:
      Wording(en: "Search", de: "Suchen", fr: "Rechercher", es: "Buscar", he: "חיפוש", ar: "بحث")
    case .nothingMatches:
      Wording(
        en: "Nothing matches.", de: "Nichts gefunden.", fr: "Aucun résultat.", es: "No hay resultados.",
        he: "אין תוצאות.", ar: "لا توجد نتائج.")
    case .back:
      Wording(
        en: "All places", de: "Alle Orte", fr: "Tous les lieux", es: "Todos los lugares", he: "כל המקומות",
        ar: "كل المواقع")
    case .noNew:
      Wording(
        en: "No new photo", de: "Kein neues Foto", fr: "Pas de nouvelle photo", es: "Sin foto nueva",
        he: "אין תמונה חדשה", ar: "لا توجد صورة جديدة")
    case .notAligned:
      Wording(
        en: "The two are not aligned, so both are shown as they are.",
        de: "Die beiden sind nicht aneinander ausgerichtet und werden unverändert gezeigt.",
        fr: "Les deux ne sont pas alignées\u{202F}; elles s’affichent telles quelles.",
        es: "No están alineadas; ambas se muestran tal como son.", he: "התמונות לא מיושרות ומוצגות כפי שהן.",
        ar: "الصورتان غير محاذيتين، لذا تُعرضان كما هما.")
    case .blink: Wording(en: "Blink", de: "Blinken", fr: "Alternance", es: "Alternar", he: "הבהוב", ar: "وميض")
    case .download:
      Wording(
        en: "Downloads", de: "Downloads", fr: "Téléchargements", es: "Descargas", he: "הורדות", ar: "التنزيلات")
    case .sheet:
      Wording(
        en: "Sheet, A4 (PDF)", de: "Blatt, A4 (PDF)", fr: "Planche, A4 (PDF)", es: "Hoja, A4 (PDF)",
        he: "דף, A4 (PDF)", ar: "ورقة، A4 (PDF)")
    case .slider:
      Wording(
        en: "Slider for a web page (HTML)", de: "Schieberegler für eine Webseite (HTML)",
        fr: "Curseur pour une page web (HTML)", es: "Control deslizante para una página web (HTML)",
        he: "מחוון לדף אינטרנט (HTML)", ar: "شريط تمرير لصفحة ويب (HTML)")
    case .position:
      Wording(en: "Position", de: "Position", fr: "Position", es: "Posición", he: "מיקום", ar: "الموضع")
    case .openMap:
      Wording(
        en: "Directions (Google Maps)", de: "Route (Google Maps)", fr: "Itinéraire (Google Maps)",
        es: "Cómo llegar (Google Maps)", he: "ניווט (Google Maps)", ar: "الاتجاهات (Google Maps)")
    case .zoomIn:
      Wording(en: "Zoom in", de: "Vergrößern", fr: "Zoom avant", es: "Acercar", he: "התקרבות", ar: "تكبير")
    case .zoomOut:
      Wording(en: "Zoom out", de: "Verkleinern", fr: "Zoom arrière", es: "Alejar", he: "התרחקות", ar: "تصغير")
    case .old:
      Wording(
        en: "Old picture", de: "Altes Bild", fr: "Image ancienne", es: "Imagen antigua", he: "התמונה הישנה",
        ar: "الصورة القديمة")
    case .new:
      Wording(
        en: "New photo", de: "Neues Foto", fr: "Nouvelle photo", es: "Foto nueva", he: "התמונה החדשה",
        ar: "الصورة الجديدة")
    }
  }
}
