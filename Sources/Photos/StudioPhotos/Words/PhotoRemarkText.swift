import BoothCore
import StudioServer

/// Why a photo is as it is, where its source says so: by the names that entries carry as their remarks.
enum PhotoRemarkText: String, PageText {
  case state, inICloud, originalMissing, referencedMissing, referencedElsewhere, editMissing, leftOfBurst, aside
  case placeWithoutSides

  static func table(_ language: Language) -> [PhotoRemarkText: String] {
    switch language {
    case .english: english
    case .german: german
    case .french: french
    case .spanish: spanish
    case .hebrew: hebrew
    case .arabic: arabic
    }
  }

  private static let english: [PhotoRemarkText: String] = [
    .state: "State",
    .inICloud:
      "The original is in iCloud and not on this disk. In Photos, choose “Download Originals to this Mac”, and copy the library again.",
    .originalMissing: "The original is not in the library: the library is half copied, or the file was lost.",
    .referencedMissing:
      "The original was never copied into the library, and is not where it was: attach the disk that it is on.",
    .referencedElsewhere:
      "The original lies outside of the library, where the studio does not look: put the library on the same disk, or beside it.",
    .editMissing: "It was edited, and what came of it is not in this copy of the library: the original is shown.",
    .leftOfBurst: "One of a burst that nobody picked.",
    .aside: "Photos does not show it among the others: it is of a shared album, or somebody sent it.",
    .placeWithoutSides:
      "The file has a place’s degrees without the letters N or S, E or W: where that is, is not known, so no place is shown. Write them with exiftool: -GPSLatitudeRef=N -GPSLongitudeRef=E.",
  ]

  private static let german: [PhotoRemarkText: String] = [
    .state: "Zustand",
    .inICloud:
      "Das Original liegt in iCloud und nicht auf dieser Platte. In Fotos „Originale auf diesen Mac laden“ wählen und die Mediathek neu kopieren.",
    .originalMissing:
      "Das Original fehlt in der Mediathek: Sie ist nur halb kopiert, oder die Datei ging verloren.",
    .referencedMissing:
      "Das Original wurde nie in die Mediathek kopiert und liegt nicht mehr, wo es war: die Platte anschließen, auf der es liegt.",
    .referencedElsewhere:
      "Das Original liegt außerhalb der Mediathek, wo das Studio nicht nachsieht: die Mediathek auf dieselbe Platte oder daneben legen.",
    .editMissing: "Es wurde bearbeitet; das Ergebnis fehlt in dieser Kopie der Mediathek, gezeigt wird das Original.",
    .leftOfBurst: "Eines einer Serie, das niemand ausgewählt hat.",
    .aside: "Fotos zeigt es nicht unter den anderen: Es ist aus einem geteilten Album, oder jemand hat es geschickt.",
    .placeWithoutSides:
      "Die Datei nennt Grade eines Ortes ohne die Buchstaben N oder S, E oder W: Wo das ist, steht nicht fest, darum wird kein Ort gezeigt. Mit exiftool nachtragen: -GPSLatitudeRef=N -GPSLongitudeRef=E.",
  ]

  private static let french: [PhotoRemarkText: String] = [
    .state: "État",
    .inICloud:
      "L’original est dans iCloud et pas sur ce disque. Dans Photos, choisissez « Télécharger les originaux sur ce Mac », puis copiez de nouveau la photothèque.",
    .originalMissing: "L’original manque dans la photothèque : elle est copiée à moitié, ou le fichier est perdu.",
    .referencedMissing:
      "L’original n’a jamais été copié dans la photothèque et n’est plus à sa place : branchez le disque où il se trouve.",
    .referencedElsewhere:
      "L’original est hors de la photothèque, où le studio ne regarde pas : mettez la photothèque sur le même disque, ou à côté.",
    .editMissing:
      "Elle a été retouchée, et le résultat manque dans cette copie de la photothèque : l’original est affiché.",
    .leftOfBurst: "Une photo d’une rafale que personne n’a choisie.",
    .aside: "Photos ne la montre pas parmi les autres : elle vient d’un album partagé, ou quelqu’un l’a envoyée.",
    .placeWithoutSides:
      "Le fichier donne les degrés d’un lieu sans les lettres N ou S, E ou W : on ne sait pas où c’est, donc aucun lieu n’est montré. Ajoutez-les avec exiftool : -GPSLatitudeRef=N -GPSLongitudeRef=E.",
  ]

  private static let spanish: [PhotoRemarkText: String] = [
    .state: "Estado",
    .inICloud:
      "El original está en iCloud y no en este disco. En Fotos, elija «Descargar originales en este Mac» y vuelva a copiar la fototeca.",
    .originalMissing: "El original no está en la fototeca: está copiada a medias, o el archivo se perdió.",
    .referencedMissing:
      "El original nunca se copió a la fototeca y no está donde estaba: conecte el disco en que se encuentra.",
    .referencedElsewhere:
      "El original está fuera de la fototeca, donde el estudio no mira: ponga la fototeca en el mismo disco, o al lado.",
    .editMissing: "Se editó, y el resultado no está en esta copia de la fototeca: se muestra el original.",
    .leftOfBurst: "Una de una ráfaga que nadie eligió.",
    .aside: "Fotos no la muestra entre las demás: es de un álbum compartido, o alguien la envió.",
    .placeWithoutSides:
      "El archivo da los grados de un lugar sin las letras N o S, E o W: no se sabe dónde está, así que no se muestra ningún lugar. Añádalas con exiftool: -GPSLatitudeRef=N -GPSLongitudeRef=E.",
  ]

  private static let hebrew: [PhotoRemarkText: String] = [
    .state: "מצב",
    .inICloud:
      "המקור נמצא ב-iCloud ולא בדיסק הזה. ב״תמונות״ יש לבחור ״הורד מקורות למק זה״, ולהעתיק שוב את הספרייה.",
    .originalMissing: "המקור אינו בספרייה: היא הועתקה רק בחלקה, או שהקובץ אבד.",
    .referencedMissing: "המקור מעולם לא הועתק לספרייה ואינו במקומו: יש לחבר את הדיסק שהוא נמצא בו.",
    .referencedElsewhere:
      "המקור נמצא מחוץ לספרייה, במקום שהסטודיו אינו מחפש בו: יש לשים את הספרייה באותו דיסק או לידו.",
    .editMissing: "התמונה נערכה, והתוצאה אינה בעותק הזה של הספרייה: מוצג המקור.",
    .leftOfBurst: "תמונה מתוך רצף שאיש לא בחר.",
    .aside: "״תמונות״ אינה מציגה אותה בין האחרות: היא מאלבום משותף, או שמישהו שלח אותה.",
    .placeWithoutSides:
      "בקובץ מעלות של מקום בלי האותיות N או S, E או W: לא ידוע היכן הוא, ולכן לא מוצג מקום. אפשר להוסיף אותן ב־exiftool: ‎-GPSLatitudeRef=N -GPSLongitudeRef=E‎.",
  ]

  private static let arabic: [PhotoRemarkText: String] = [
    .state: "الحالة",
    .inICloud:
      "الأصل في iCloud وليس على هذا القرص. في «الصور» اختر «تنزيل النسخ الأصلية إلى هذا الـ Mac»، ثم انسخ المكتبة من جديد.",
    .originalMissing: "الأصل ليس في المكتبة: نُسخت المكتبة جزئيًا، أو فُقد الملف.",
    .referencedMissing: "لم يُنسخ الأصل إلى المكتبة قط، وليس في مكانه: صِل القرص الذي هو عليه.",
    .referencedElsewhere:
      "الأصل خارج المكتبة، حيث لا يبحث الاستوديو: ضع المكتبة على القرص نفسه أو بجانبه.",
    .editMissing: "عُدّلت الصورة، والنتيجة ليست في هذه النسخة من المكتبة: يُعرض الأصل.",
    .leftOfBurst: "صورة من لقطات متتابعة لم يخترها أحد.",
    .aside: "لا تعرضها «الصور» بين الصور الأخرى: فهي من ألبوم مشترك، أو أرسلها شخص ما.",
    .placeWithoutSides:
      "في الملف درجات مكان بلا الحروف N أو S أو E أو W: لا يُعرف أين هو، فلا يُعرض مكان. أضفها ببرنامج exiftool: ‎-GPSLatitudeRef=N -GPSLongitudeRef=E‎.",
  ]
}
