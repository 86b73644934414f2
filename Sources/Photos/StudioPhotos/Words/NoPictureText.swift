import BoothCore
import ImageMetadata
import StudioServer

/// Why a photo has no picture, and what helps: what pages say. `%1` is a kind of file, a byte or a package, `%2` a command.
enum NoPictureText: String, PageText {
  case empty, notAPicture, zeros, html, text, pdf, zip, film, sound, drawing, otherPicture, cut, cutAt
  case damaged, damagedAt, encrypted, tooLarge, noReader, noDecoder, newForm, conversion, noPreview, died
  case tookTooLong, gone, missing, denied, unreadable, copyAgain, repair, saveAnew, exportPNG, downloadIt
  case unpack, exportPages, renameIt, decrypt, smaller, install, installOrConvert, keepJPEG, scanAgain, fetch
  case allow, checkDisk

  static func table(_ language: Language) -> [NoPictureText: String] {
    switch language {
    case .english: english
    case .german: german
    case .french: french
    case .spanish: spanish
    case .hebrew: hebrew
    case .arabic: arabic
    }
  }

  private static let english: [NoPictureText: String] = [
    .empty: "The file is empty: it has 0 bytes.",
    .notAPicture: "The file is no picture of a kind that is known.",
    .zeros: "The file holds nothing but zeros.",
    .html: "The file is a web page.",
    .text: "The file is text.",
    .pdf: "The file is a PDF.",
    .zip: "The file is an archive.",
    .film: "The file is a film.",
    .sound: "The file is a sound.",
    .drawing: "The file is a drawing (SVG).",
    .otherPicture: "The file is a picture of a kind that is not read.",
    .cut: "The file ends too early: it was not copied completely.",
    .cutAt: "The file ends too early, at byte %1: it was not copied completely.",
    .damaged: "The file is damaged.",
    .damagedAt: "The file is damaged from byte %1 on.",
    .encrypted: "The picture is encrypted.",
    .tooLarge: "The picture has more pixels than this machine has memory for.",
    .noReader: "This machine has no reader for %1 pictures.",
    .noDecoder: "This machine has no decoder for %1, by which the picture is coded.",
    .newForm: "This machine’s libheif does not know this form of %1.",
    .conversion: "This form of %1 is not read.",
    .noPreview: "The raw file holds no preview that is large enough.",
    .died: "The program that decodes pictures ended over this one.",
    .tookTooLong: "Decoding it took too long.",
    .gone: "The file is gone.",
    .missing: "The original is not in its library.",
    .denied: "The studio may not read the file.",
    .unreadable: "The disk did not give the file.",
    .copyAgain: "Copy it again from the camera’s card or from a backup.",
    .repair:
      "Copy it again from the camera’s card or from a backup; if it is damaged there too, try a program that repairs pictures.",
    .saveAnew: "Save it as JPEG or TIFF with the program that made it.",
    .exportPNG: "Export it as PNG.",
    .downloadIt: "Download the picture itself, not the page around it.",
    .unpack: "Unpack it.",
    .exportPages: "Export its pages as JPEG.",
    .renameIt: "Give it the ending of what it is.",
    .decrypt: "Decrypt it, and put that file in its place.",
    .smaller: "Put a smaller copy beside it. The original can be saved.",
    .install: "Install %1 on the machine of the studio, then look for new photos.",
    .installOrConvert: "Install %1 on the machine of the studio, or convert the file: %2",
    .keepJPEG: "Keep a JPEG beside it: raw converters write one, and cameras set to RAW + JPEG do.",
    .scanAgain: "Look for new photos again.",
    .fetch: "Have its library fetch the originals.",
    .allow: "On the machine of the studio, let its user read the file: chmod a+r.",
    .checkDisk: "Check the disk and its cable; copy the file from a backup.",
  ]

  private static let german: [NoPictureText: String] = [
    .empty: "Die Datei ist leer: Sie hat 0 Byte.",
    .notAPicture: "Die Datei ist kein Bild einer bekannten Art.",
    .zeros: "Die Datei enthält nichts als Nullen.",
    .html: "Die Datei ist eine Webseite.",
    .text: "Die Datei ist Text.",
    .pdf: "Die Datei ist ein PDF.",
    .zip: "Die Datei ist ein Archiv.",
    .film: "Die Datei ist ein Film.",
    .sound: "Die Datei ist eine Tonaufnahme.",
    .drawing: "Die Datei ist eine Zeichnung (SVG).",
    .otherPicture: "Die Datei ist ein Bild einer Art, die nicht gelesen wird.",
    .cut: "Die Datei endet zu früh: Sie wurde nicht ganz kopiert.",
    .cutAt: "Die Datei endet zu früh, bei Byte %1: Sie wurde nicht ganz kopiert.",
    .damaged: "Die Datei ist beschädigt.",
    .damagedAt: "Die Datei ist ab Byte %1 beschädigt.",
    .encrypted: "Das Bild ist verschlüsselt.",
    .tooLarge: "Das Bild hat mehr Pixel, als der Speicher dieses Rechners fasst.",
    .noReader: "Dieser Rechner kann Bilder der Art %1 nicht lesen.",
    .noDecoder: "Dieser Rechner hat keinen Decoder für %1, womit das Bild codiert ist.",
    .newForm: "Die libheif dieses Rechners kennt diese Form von %1 nicht.",
    .conversion: "Diese Form von %1 wird nicht gelesen.",
    .noPreview: "Die Rohdatei enthält keine Vorschau, die groß genug ist.",
    .died: "Das Programm, das Bilder liest, brach bei diesem ab.",
    .tookTooLong: "Das Lesen dauerte zu lange.",
    .gone: "Die Datei ist nicht mehr da.",
    .missing: "Das Original fehlt in seiner Mediathek.",
    .denied: "Das Studio darf die Datei nicht lesen.",
    .unreadable: "Die Platte gab die Datei nicht her.",
    .copyAgain: "Die Datei noch einmal von der Karte der Kamera oder aus einer Sicherung kopieren.",
    .repair:
      "Die Datei noch einmal von der Karte der Kamera oder aus einer Sicherung kopieren; ist sie auch dort beschädigt, hilft vielleicht ein Programm, das Bilder repariert.",
    .saveAnew: "Mit dem Programm, das die Datei erzeugt hat, als JPEG oder TIFF speichern.",
    .exportPNG: "Als PNG exportieren.",
    .downloadIt: "Das Bild selbst herunterladen, nicht die Seite darum herum.",
    .unpack: "Das Archiv auspacken.",
    .exportPages: "Die Seiten als JPEG exportieren.",
    .renameIt: "Der Datei die richtige Endung geben.",
    .decrypt: "Die Datei entschlüsseln und an ihre Stelle legen.",
    .smaller: "Eine kleinere Kopie daneben legen. Das Original lässt sich sichern.",
    .install: "Auf dem Rechner des Studios %1 installieren, danach nach neuen Fotos suchen.",
    .installOrConvert: "Auf dem Rechner des Studios %1 installieren, oder die Datei umwandeln: %2",
    .keepJPEG: "Ein JPEG daneben legen: Rohdaten-Programme schreiben eines, ebenso Kameras mit RAW + JPEG.",
    .scanAgain: "Noch einmal nach neuen Fotos suchen.",
    .fetch: "Die Mediathek die Originale laden lassen.",
    .allow: "Auf dem Rechner des Studios dessen Benutzer das Lesen erlauben: chmod a+r.",
    .checkDisk: "Platte und Kabel prüfen; die Datei aus einer Sicherung kopieren.",
  ]

  private static let french: [NoPictureText: String] = [
    .empty: "Le fichier est vide : il a 0 octet.",
    .notAPicture: "Le fichier n’est pas une image d’un type connu.",
    .zeros: "Le fichier ne contient que des zéros.",
    .html: "Le fichier est une page web.",
    .text: "Le fichier est du texte.",
    .pdf: "Le fichier est un PDF.",
    .zip: "Le fichier est une archive.",
    .film: "Le fichier est un film.",
    .sound: "Le fichier est un son.",
    .drawing: "Le fichier est un dessin (SVG).",
    .otherPicture: "Le fichier est une image d’un type qui n’est pas lu.",
    .cut: "Le fichier s’arrête trop tôt : il n’a pas été copié en entier.",
    .cutAt: "Le fichier s’arrête trop tôt, à l’octet %1 : il n’a pas été copié en entier.",
    .damaged: "Le fichier est endommagé.",
    .damagedAt: "Le fichier est endommagé à partir de l’octet %1.",
    .encrypted: "L’image est chiffrée.",
    .tooLarge: "L’image a plus de pixels que la mémoire de cette machine n’en contient.",
    .noReader: "Cette machine ne sait pas lire les images %1.",
    .noDecoder: "Cette machine n’a pas de décodeur pour %1, qui code cette image.",
    .newForm: "La libheif de cette machine ne connaît pas cette forme de %1.",
    .conversion: "Cette forme de %1 n’est pas lue.",
    .noPreview: "Le fichier brut ne contient pas d’aperçu assez grand.",
    .died: "Le programme qui décode les images s’est arrêté sur celle-ci.",
    .tookTooLong: "Le décodage a pris trop de temps.",
    .gone: "Le fichier n’est plus là.",
    .missing: "L’original n’est pas dans sa photothèque.",
    .denied: "Le studio n’a pas le droit de lire le fichier.",
    .unreadable: "Le disque n’a pas donné le fichier.",
    .copyAgain: "Copiez-le à nouveau depuis la carte de l’appareil ou une sauvegarde.",
    .repair:
      "Copiez-le à nouveau depuis la carte de l’appareil ou une sauvegarde ; s’il y est aussi endommagé, essayez un programme qui répare les images.",
    .saveAnew: "Enregistrez-le en JPEG ou TIFF avec le programme qui l’a produit.",
    .exportPNG: "Exportez-le en PNG.",
    .downloadIt: "Téléchargez l’image elle-même, pas la page qui l’entoure.",
    .unpack: "Décompressez-la.",
    .exportPages: "Exportez ses pages en JPEG.",
    .renameIt: "Donnez-lui l’extension de ce qu’il est.",
    .decrypt: "Déchiffrez-le et mettez ce fichier à sa place.",
    .smaller: "Placez une copie plus petite à côté. L’original peut être enregistré.",
    .install: "Installez %1 sur la machine du studio, puis cherchez les nouvelles photos.",
    .installOrConvert: "Installez %1 sur la machine du studio, ou convertissez le fichier : %2",
    .keepJPEG:
      "Gardez un JPEG à côté : les convertisseurs en écrivent un, et les appareils réglés sur RAW + JPEG aussi.",
    .scanAgain: "Cherchez à nouveau les nouvelles photos.",
    .fetch: "Faites télécharger les originaux par la photothèque.",
    .allow: "Sur la machine du studio, autorisez son utilisateur à lire le fichier : chmod a+r.",
    .checkDisk: "Vérifiez le disque et son câble ; copiez le fichier depuis une sauvegarde.",
  ]

  private static let spanish: [NoPictureText: String] = [
    .empty: "El archivo está vacío: tiene 0 bytes.",
    .notAPicture: "El archivo no es una imagen de un tipo conocido.",
    .zeros: "El archivo solo contiene ceros.",
    .html: "El archivo es una página web.",
    .text: "El archivo es texto.",
    .pdf: "El archivo es un PDF.",
    .zip: "El archivo es un archivo comprimido.",
    .film: "El archivo es una película.",
    .sound: "El archivo es un sonido.",
    .drawing: "El archivo es un dibujo (SVG).",
    .otherPicture: "El archivo es una imagen de un tipo que no se lee.",
    .cut: "El archivo termina antes de tiempo: no se copió entero.",
    .cutAt: "El archivo termina antes de tiempo, en el byte %1: no se copió entero.",
    .damaged: "El archivo está dañado.",
    .damagedAt: "El archivo está dañado desde el byte %1.",
    .encrypted: "La imagen está cifrada.",
    .tooLarge: "La imagen tiene más píxeles de los que caben en la memoria de este equipo.",
    .noReader: "Este equipo no puede leer imágenes %1.",
    .noDecoder: "Este equipo no tiene decodificador de %1, con el que está codificada la imagen.",
    .newForm: "La libheif de este equipo no conoce esta forma de %1.",
    .conversion: "Esta forma de %1 no se lee.",
    .noPreview: "El archivo RAW no tiene una vista previa bastante grande.",
    .died: "El programa que decodifica imágenes se detuvo con esta.",
    .tookTooLong: "Decodificarla tardó demasiado.",
    .gone: "El archivo ya no está.",
    .missing: "El original no está en su fototeca.",
    .denied: "El estudio no puede leer el archivo.",
    .unreadable: "El disco no entregó el archivo.",
    .copyAgain: "Cópielo de nuevo desde la tarjeta de la cámara o una copia de seguridad.",
    .repair:
      "Cópielo de nuevo desde la tarjeta de la cámara o una copia de seguridad; si allí también está dañado, pruebe un programa que repare imágenes.",
    .saveAnew: "Guárdelo como JPEG o TIFF con el programa que lo hizo.",
    .exportPNG: "Expórtelo como PNG.",
    .downloadIt: "Descargue la imagen misma, no la página que la rodea.",
    .unpack: "Descomprímalo.",
    .exportPages: "Exporte sus páginas como JPEG.",
    .renameIt: "Dele la extensión de lo que es.",
    .decrypt: "Descífrelo y ponga ese archivo en su lugar.",
    .smaller: "Ponga una copia más pequeña al lado. El original se puede guardar.",
    .install: "Instale %1 en el equipo del estudio y después busque fotos nuevas.",
    .installOrConvert: "Instale %1 en el equipo del estudio, o convierta el archivo: %2",
    .keepJPEG: "Guarde un JPEG al lado: los programas de RAW lo escriben, y también las cámaras en RAW + JPEG.",
    .scanAgain: "Busque fotos nuevas otra vez.",
    .fetch: "Haga que su fototeca descargue los originales.",
    .allow: "En el equipo del estudio, permita a su usuario leer el archivo: chmod a+r.",
    .checkDisk: "Revise el disco y su cable; copie el archivo desde una copia de seguridad.",
  ]

  private static let hebrew: [NoPictureText: String] = [
    .empty: "הקובץ ריק: יש בו 0 בתים.",
    .notAPicture: "הקובץ אינו תמונה מסוג מוכר.",
    .zeros: "בקובץ יש רק אפסים.",
    .html: "הקובץ הוא דף אינטרנט.",
    .text: "הקובץ הוא טקסט.",
    .pdf: "הקובץ הוא PDF.",
    .zip: "הקובץ הוא ארכיון.",
    .film: "הקובץ הוא סרטון.",
    .sound: "הקובץ הוא הקלטת קול.",
    .drawing: "הקובץ הוא ציור (SVG).",
    .otherPicture: "הקובץ הוא תמונה מסוג שאינו נקרא.",
    .cut: "הקובץ נגמר מוקדם מדי: לא הועתק במלואו.",
    .cutAt: "הקובץ נגמר מוקדם מדי, בבית %1: לא הועתק במלואו.",
    .damaged: "הקובץ פגום.",
    .damagedAt: "הקובץ פגום החל מהבית %1.",
    .encrypted: "התמונה מוצפנת.",
    .tooLarge: "בתמונה יותר פיקסלים ממה שהזיכרון של המחשב הזה מכיל.",
    .noReader: "המחשב הזה אינו קורא תמונות %1.",
    .noDecoder: "במחשב הזה אין מפענח ל־%1, שבו התמונה מקודדת.",
    .newForm: "ה־libheif של המחשב הזה אינו מכיר צורה זו של %1.",
    .conversion: "צורה זו של %1 אינה נקראת.",
    .noPreview: "אין בקובץ הגולמי תצוגה מקדימה גדולה מספיק.",
    .died: "התוכנית שמפענחת תמונות נעצרה בתמונה הזאת.",
    .tookTooLong: "הפענוח ארך זמן רב מדי.",
    .gone: "הקובץ כבר איננו.",
    .missing: "המקור אינו בספרייה שלו.",
    .denied: "אין לסטודיו הרשאה לקרוא את הקובץ.",
    .unreadable: "הדיסק לא מסר את הקובץ.",
    .copyAgain: "להעתיק שוב מכרטיס המצלמה או מגיבוי.",
    .repair: "להעתיק שוב מכרטיס המצלמה או מגיבוי; אם הוא פגום גם שם, אפשר לנסות תוכנה שמתקנת תמונות.",
    .saveAnew: "לשמור כ־JPEG או TIFF בתוכנה שיצרה אותו.",
    .exportPNG: "לייצא כ־PNG.",
    .downloadIt: "להוריד את התמונה עצמה ולא את הדף שסביבה.",
    .unpack: "לפרוס את הארכיון.",
    .exportPages: "לייצא את העמודים כ־JPEG.",
    .renameIt: "לתת לקובץ את הסיומת המתאימה לו.",
    .decrypt: "לפענח את ההצפנה ולשים את הקובץ המפוענח במקומו.",
    .smaller: "להניח לצידו עותק קטן יותר. אפשר לשמור את המקור.",
    .install: "להתקין את %1 במחשב של הסטודיו, ואז לחפש תמונות חדשות.",
    .installOrConvert: "להתקין את %1 במחשב של הסטודיו, או להמיר את הקובץ: %2",
    .keepJPEG: "לשמור לצידו JPEG: תוכנות RAW כותבות אחד, וגם מצלמות במצב RAW + JPEG.",
    .scanAgain: "לחפש שוב תמונות חדשות.",
    .fetch: "לתת לספרייה להוריד את המקורות.",
    .allow: "במחשב של הסטודיו, להרשות למשתמש שלו לקרוא את הקובץ: chmod a+r.",
    .checkDisk: "לבדוק את הדיסק ואת הכבל; להעתיק את הקובץ מגיבוי.",
  ]

  private static let arabic: [NoPictureText: String] = [
    .empty: "الملف فارغ: فيه 0 بايت.",
    .notAPicture: "الملف ليس صورة من نوع معروف.",
    .zeros: "لا يحوي الملف سوى أصفار.",
    .html: "الملف صفحة ويب.",
    .text: "الملف نص.",
    .pdf: "الملف PDF.",
    .zip: "الملف أرشيف.",
    .film: "الملف فيلم.",
    .sound: "الملف تسجيل صوتي.",
    .drawing: "الملف رسم (SVG).",
    .otherPicture: "الملف صورة من نوع لا يُقرأ.",
    .cut: "ينتهي الملف مبكراً: لم يُنسخ كاملاً.",
    .cutAt: "ينتهي الملف مبكراً عند البايت %1: لم يُنسخ كاملاً.",
    .damaged: "الملف تالف.",
    .damagedAt: "الملف تالف ابتداءً من البايت %1.",
    .encrypted: "الصورة مشفّرة.",
    .tooLarge: "في الصورة بكسلات أكثر مما تتسع له ذاكرة هذا الجهاز.",
    .noReader: "لا يقرأ هذا الجهاز صور %1.",
    .noDecoder: "ليس في هذا الجهاز مفكك ترميز ‎%1‎ الذي رُمّزت به الصورة.",
    .newForm: "لا تعرف libheif في هذا الجهاز هذا الشكل من %1.",
    .conversion: "هذا الشكل من %1 لا يُقرأ.",
    .noPreview: "لا يحوي الملف الخام معاينة كبيرة بما يكفي.",
    .died: "توقف البرنامج الذي يقرأ الصور عند هذه الصورة.",
    .tookTooLong: "استغرقت قراءتها وقتاً أطول من اللازم.",
    .gone: "لم يعد الملف موجوداً.",
    .missing: "الأصل ليس في مكتبته.",
    .denied: "لا يُسمح للاستوديو بقراءة الملف.",
    .unreadable: "لم يعطِ القرص الملف.",
    .copyAgain: "انسخه من جديد من بطاقة الكاميرا أو من نسخة احتياطية.",
    .repair:
      "انسخه من جديد من بطاقة الكاميرا أو من نسخة احتياطية؛ وإن كان تالفاً هناك أيضاً فجرّب برنامجاً يصلح الصور.",
    .saveAnew: "احفظه بصيغة JPEG أو TIFF بالبرنامج الذي صنعه.",
    .exportPNG: "صدّره بصيغة PNG.",
    .downloadIt: "نزّل الصورة نفسها لا الصفحة التي حولها.",
    .unpack: "فك ضغطه.",
    .exportPages: "صدّر صفحاته بصيغة JPEG.",
    .renameIt: "أعطه اللاحقة المناسبة له.",
    .decrypt: "فك تشفيره وضع ذلك الملف مكانه.",
    .smaller: "ضع بجانبه نسخة أصغر. يمكن حفظ الأصل.",
    .install: "ثبّت %1 على جهاز الاستوديو، ثم ابحث عن صور جديدة.",
    .installOrConvert: "ثبّت %1 على جهاز الاستوديو، أو حوّل الملف: %2",
    .keepJPEG: "احتفظ بملف JPEG بجانبه: تكتبه برامج RAW، والكاميرات المضبوطة على RAW + JPEG.",
    .scanAgain: "ابحث عن الصور الجديدة مرة أخرى.",
    .fetch: "دع المكتبة تنزّل الأصول.",
    .allow: "على جهاز الاستوديو، اسمح لمستخدمه بقراءة الملف: chmod a+r.",
    .checkDisk: "افحص القرص وكابله؛ وانسخ الملف من نسخة احتياطية.",
  ]

  /// What is wrong, and what helps.
  static func sentences(_ reason: NoPicture, _ words: WordTable<NoPictureText>) -> String {
    "\(why(reason, words)) \(remedy(reason, words))"
  }

  private static func why(_ reason: NoPicture, _ words: WordTable<NoPictureText>) -> String {
    let kind = reason.kindWord ?? "?"
    switch reason.reason {
    case .empty: return words[.empty]
    case .notAPicture: return words[text(reason.disguise)]
    case .cut: return reason.byte.map { words.filled(.cutAt, "\($0)") } ?? words[.cut]
    case .damaged: return reason.byte.map { words.filled(.damagedAt, "\($0)") } ?? words[.damaged]
    case .encrypted: return words[.encrypted]
    case .tooLarge: return words[.tooLarge]
    case .unsupported:
      switch reason.need {
      case .hevc: return words.filled(.noDecoder, "HEVC")
      case .av1: return words.filled(.noDecoder, "AV1")
      case .newerHEIF: return words.filled(.newForm, kind)
      case .jpegXL: return words.filled(.noReader, "JPEG XL")
      case .jpeg2000: return words.filled(.noReader, "JPEG 2000")
      case .conversion: return words.filled(.conversion, kind)
      case .libvips, nil: return words.filled(.noReader, kind)
      }
    case .noPreview: return words[.noPreview]
    case .died: return words[.died]
    case .tookTooLong: return words[.tookTooLong]
    case .gone: return words[.gone]
    case .missing: return words[.missing]
    case .denied: return words[.denied]
    case .unreadable: return words[.unreadable]
    }
  }

  private static func text(_ disguise: NoPicture.Disguise?) -> NoPictureText {
    switch disguise {
    case .zeros: .zeros
    case .html: .html
    case .text: .text
    case .pdf: .pdf
    case .zip: .zip
    case .film: .film
    case .sound: .sound
    case .drawing: .drawing
    case .otherPicture: .otherPicture
    case nil: .notAPicture
    }
  }

  private static func remedy(_ reason: NoPicture, _ words: WordTable<NoPictureText>) -> String {
    switch reason.reason {
    case .empty, .cut: return words[.copyAgain]
    case .damaged: return words[.repair]
    case .notAPicture:
      switch reason.disguise {
      case .zeros: return words[.copyAgain]
      case .html: return words[.downloadIt]
      case .zip: return words[.unpack]
      case .pdf: return words[.exportPages]
      case .film, .sound, .text: return words[.renameIt]
      case .drawing: return words[.exportPNG]
      case .otherPicture, nil: return words[.saveAnew]
      }
    case .encrypted: return words[.decrypt]
    case .tooLarge: return words[.smaller]
    case .unsupported:
      guard let need = reason.need, let package = need.package else { return words[.saveAnew] }
      return need.command.map { words.filled(.installOrConvert, package, $0) } ?? words.filled(.install, package)
    case .noPreview: return words[.keepJPEG]
    case .died, .tookTooLong: return words[.saveAnew]
    case .gone: return words[.scanAgain]
    case .missing: return words[.fetch]
    case .denied: return words[.allow]
    case .unreadable: return words[.checkDisk]
    }
  }
}
