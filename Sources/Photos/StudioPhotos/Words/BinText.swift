import BoothCore
import StudioServer

/// What the page of the bins says.
enum BinText: String, PageText {
  case bin, help, nothing, legend, goesTo, putBack, putAllBack, noneChosen, closed, pages, pageOf, newerPage, olderPage

  static func table(_ language: Language) -> [BinText: String] {
    switch language {
    case .english: english
    case .german: german
    case .french: french
    case .spanish: spanish
    case .hebrew: hebrew
    case .arabic: arabic
    }
  }

  private static let english: [BinText: String] = [
    .bin: "Bin",
    .help:
      "What was moved to the bin, the latest first. Nothing here is ever deleted by itself: the files stay in these folders until a person deletes them on the disk.",
    .nothing: "Nothing lies in the bins that can be read.",
    .legend: "Photos that can go back",
    .goesTo: "Goes back to",
    .putBack: "Put the selected ones back",
    .putAllBack: "Put all of this page back",
    .noneChosen: "Nothing was selected.",
    .closed: "The bin of “%1” cannot be read:",
    .pages: "Pages",
    .pageOf: "Page %1 of %2",
    .newerPage: "Later ones",
    .olderPage: "Earlier ones",
  ]

  private static let german: [BinText: String] = [
    .bin: "Papierkorb",
    .help:
      "Was in den Papierkorb gelegt wurde, das Letzte zuerst. Von selbst wird hier nie etwas gelöscht: Die Dateien bleiben in diesen Ordnern, bis ein Mensch sie auf der Platte löscht.",
    .nothing: "In den lesbaren Papierkörben liegt nichts.",
    .legend: "Fotos, die zurück können",
    .goesTo: "Kommt zurück nach",
    .putBack: "Ausgewählte zurücklegen",
    .putAllBack: "Alle dieser Seite zurücklegen",
    .noneChosen: "Es war nichts ausgewählt.",
    .closed: "Der Papierkorb von „%1“ lässt sich nicht lesen:",
    .pages: "Seiten",
    .pageOf: "Seite %1 von %2",
    .newerPage: "Spätere",
    .olderPage: "Frühere",
  ]

  private static let french: [BinText: String] = [
    .bin: "Corbeille",
    .help:
      "Ce qui a été mis à la corbeille, le plus récent d’abord. Rien n’est jamais supprimé d’ici tout seul : les fichiers restent dans ces dossiers jusqu’à ce qu’une personne les supprime sur le disque.",
    .nothing: "Il n’y a rien dans les corbeilles lisibles.",
    .legend: "Photos qui peuvent revenir",
    .goesTo: "Revient dans",
    .putBack: "Remettre la sélection en place",
    .putAllBack: "Remettre toute cette page en place",
    .noneChosen: "Rien n’était sélectionné.",
    .closed: "La corbeille de « %1 » ne peut être lue :",
    .pages: "Pages",
    .pageOf: "Page %1 sur %2",
    .newerPage: "Plus récentes",
    .olderPage: "Plus anciennes",
  ]

  private static let spanish: [BinText: String] = [
    .bin: "Papelera",
    .help:
      "Lo que se movió a la papelera, lo último primero. Aquí nunca se borra nada por sí solo: los archivos siguen en estas carpetas hasta que una persona los borre en el disco.",
    .nothing: "No hay nada en las papeleras que se pueden leer.",
    .legend: "Fotos que pueden volver",
    .goesTo: "Vuelve a",
    .putBack: "Devolver lo seleccionado",
    .putAllBack: "Devolver toda esta página",
    .noneChosen: "No había nada seleccionado.",
    .closed: "No se puede leer la papelera de «%1»:",
    .pages: "Páginas",
    .pageOf: "Página %1 de %2",
    .newerPage: "Más recientes",
    .olderPage: "Más antiguas",
  ]

  private static let hebrew: [BinText: String] = [
    .bin: "סל האשפה",
    .help:
      "מה שהועבר לאשפה, האחרון ראשון. שום דבר אינו נמחק מכאן מעצמו: הקבצים נשארים בתיקיות האלה עד שאדם מוחק אותם בדיסק.",
    .nothing: "אין דבר בסלי האשפה שאפשר לקרוא.",
    .legend: "תמונות שאפשר להחזיר",
    .goesTo: "חוזרת אל",
    .putBack: "החזרת הנבחרות",
    .putAllBack: "החזרת כל העמוד הזה",
    .noneChosen: "לא נבחר דבר.",
    .closed: "אי אפשר לקרוא את סל האשפה של “%1”:",
    .pages: "עמודים",
    .pageOf: "עמוד %1 מתוך %2",
    .newerPage: "מאוחרות יותר",
    .olderPage: "מוקדמות יותר",
  ]

  private static let arabic: [BinText: String] = [
    .bin: "السلة",
    .help:
      "ما نُقل إلى السلة، الأحدث أولاً. لا يُحذف شيء من هنا من تلقاء نفسه: تبقى الملفات في هذه المجلدات حتى يحذفها شخص من القرص.",
    .nothing: "لا شيء في السلال التي يمكن قراءتها.",
    .legend: "صور يمكن إعادتها",
    .goesTo: "تعود إلى",
    .putBack: "إعادة المحدد",
    .putAllBack: "إعادة كل ما في هذه الصفحة",
    .noneChosen: "لم يُحدد شيء.",
    .closed: "لا يمكن قراءة سلة «%1»:",
    .pages: "الصفحات",
    .pageOf: "صفحة %1 من %2",
    .newerPage: "الأحدث",
    .olderPage: "الأقدم",
  ]
}
