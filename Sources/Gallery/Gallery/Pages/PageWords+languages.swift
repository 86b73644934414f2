extension PageWords {
  static let english = PageWords(
    language: "en", gallery: "Photo gallery", pictures: "Pictures", photo: "Photo", clip: "Clip",
    photoStrip: "Photo strip", filmStrip: "Film strip", boomerang: "Boomerang", ofMany: "%1 of %2",
    download: "Save",
    share: "Share", copied: "Link copied", close: "Close", previous: "Previous", next: "Next",
    onTheirWay: "Your pictures are on their way",
    onTheirWayText: "They are still travelling from the photo booth. Keep this page: they will appear here.",
    erased: "These pictures were erased",
    erasedText: "They were taken out of the gallery. Nothing of them is kept here any more.",
    someMissing: "Some pictures are still on their way.",
    filmComes: "The film strip is still being made.", reload: "Look again now",
    reloads: "This page looks again by itself.", allOfEvent: "All pictures of this event",
    noSessions: "No pictures yet",
    noSessionsText: "As soon as the first guests have been at the photo booth, their "
      + "pictures are here.", session: "Pictures of %1", newer: "Newer", older: "Older", page: "Page %1 of %2",
    needsLink: "This gallery is for those who have its link",
    needsLinkText: "Ask the hosts for the link of the event, or open your own pictures with the code that the photo "
      + "booth showed you.", trouble: "The gallery is having a pause",
    troubleText: "Nothing is lost. The page looks again by itself.",
    nothingYet: "There is nothing under this link yet",
    nothingYetText:
      "Please compare it with the link that the photo booth showed or printed: every letter and digit counts. If it is "
      + "the same, your pictures have not left the booth yet, and will appear here.",
    unknownEventText:
      "Nobody has brought pictures of this event yet. If you have typed the link, please compare it with the one you "
      + "were given.",
    mistyped: "This link leads nowhere",
    mistypedText:
      "A part of it is missing, or mistyped. Please compare it with the link that the photo booth showed or printed, or "
      + "scan the code beside it.",
    home: "The photo booth’s gallery",
    homeText:
      "Your pictures have a page of their own. Scan the code that the photo booth showed or printed, or type the whole "
      + "link that stands beside it.",
    downloadAll: "Save all",
    copyLink: "Copy link",
    onlyInThisNetwork: "This link only works in this Wi-Fi network.")

  static let german = PageWords(
    language: "de", gallery: "Fotogalerie", pictures: "Bilder", photo: "Foto", clip: "Clip",
    photoStrip: "Fotostreifen", filmStrip: "Filmstreifen", boomerang: "Boomerang", ofMany: "%1 von %2",
    download: "Sichern", share: "Teilen", copied: "Link kopiert", close: "Schließen", previous: "Zurück",
    next: "Weiter", onTheirWay: "Eure Bilder sind unterwegs",
    onTheirWayText: "Sie reisen noch von der Fotobox hierher. Lasst diese Seite offen: Sie erscheinen hier.",
    erased: "Diese Bilder wurden gelöscht",
    erasedText: "Sie wurden aus der Galerie genommen. Hier ist nichts mehr davon gespeichert.",
    someMissing: "Einige Bilder sind noch unterwegs.",
    filmComes: "Der Filmstreifen entsteht noch.", reload: "Jetzt nachsehen",
    reloads: "Die Seite sieht von selbst wieder nach.", allOfEvent: "Alle Bilder dieser Feier",
    noSessions: "Noch keine Bilder",
    noSessionsText: "Sobald die ersten Gäste an der Fotobox waren, sind ihre Bilder "
      + "hier.", session: "Bilder vom %1", newer: "Neuere", older: "Ältere", page: "Seite %1 von %2",
    needsLink: "Diese Galerie ist für alle, die ihren Link haben",
    needsLinkText: "Fragt die Gastgeber nach dem Link der Feier, oder öffnet eure eigenen Bilder mit dem Code, den "
      + "euch die Fotobox gezeigt hat.", trouble: "Die Galerie macht eine Pause",
    troubleText: "Nichts ist verloren. Die Seite sieht von selbst wieder nach.",
    nothingYet: "Unter diesem Link ist noch nichts",
    nothingYetText:
      "Bitte vergleicht ihn mit dem Link, den die Fotobox gezeigt oder gedruckt hat: Jeder Buchstabe und jede Ziffer "
      + "zählt. Ist es derselbe, sind eure Bilder noch in der Box und erscheinen hier.",
    unknownEventText:
      "Von dieser Feier hat noch niemand Bilder gebracht. Wenn ihr den Link eingetippt habt, vergleicht ihn bitte mit "
      + "dem, den ihr bekommen habt.",
    mistyped: "Dieser Link führt nirgendwohin",
    mistypedText:
      "Ein Teil fehlt oder ist vertippt. Bitte vergleicht ihn mit dem Link, den die Fotobox gezeigt oder gedruckt hat, "
      + "oder scannt den Code daneben.",
    home: "Die Galerie der Fotobox",
    homeText:
      "Eure Bilder haben eine eigene Seite. Scannt den Code, den die Fotobox gezeigt oder gedruckt hat, oder tippt den "
      + "ganzen Link ein, der daneben steht.",
    downloadAll: "Alle sichern",
    copyLink: "Link kopieren",
    onlyInThisNetwork: "Dieser Link funktioniert nur in diesem WLAN.")

  static let french = PageWords(
    language: "fr", gallery: "Galerie photo", pictures: "Images", photo: "Photo", clip: "Clip",
    photoStrip: "Bande photo", filmStrip: "Bande vidéo", boomerang: "Boomerang", ofMany: "%1 sur %2",
    download: "Enregistrer",
    share: "Partager", copied: "Lien copié", close: "Fermer", previous: "Précédent", next: "Suivant",
    onTheirWay: "Vos photos arrivent",
    onTheirWayText: "Elles sont encore en route depuis le photomaton. Gardez cette page : elles y apparaîtront.",
    erased: "Ces photos ont été effacées",
    erasedText: "Elles ont été retirées de la galerie. Rien n’en est conservé ici.",
    someMissing: "Quelques photos sont encore en route.",
    filmComes: "La bande vidéo est encore en préparation.", reload: "Regarder maintenant",
    reloads: "Cette page se met à jour toute seule.", allOfEvent: "Toutes les photos de cet événement",
    noSessions: "Pas encore de photos",
    noSessionsText: "Dès que les premiers invités seront passés au photomaton, "
      + "leurs photos seront ici.", session: "Photos du %1", newer: "Plus récentes", older: "Plus anciennes",
    page: "Page %1 sur %2", needsLink: "Cette galerie est réservée à ceux qui ont son lien",
    needsLinkText: "Demandez aux hôtes le lien de l’événement, ou ouvrez vos propres photos avec le code que le "
      + "photomaton vous a montré.", trouble: "La galerie fait une pause",
    troubleText: "Rien n’est perdu. Cette page se met à jour toute seule.",
    nothingYet: "Il n’y a encore rien sous ce lien",
    nothingYetText:
      "Comparez-le avec le lien que le photomaton a affiché ou imprimé : chaque lettre et chaque chiffre compte. Si c’est "
      + "bien le même, vos photos n’ont pas encore quitté le photomaton et apparaîtront ici.",
    unknownEventText:
      "Personne n’a encore apporté de photos de cet événement. Si vous avez saisi le lien, comparez-le avec celui que "
      + "vous avez reçu.",
    mistyped: "Ce lien ne mène nulle part",
    mistypedText:
      "Il est incomplet ou mal saisi. Comparez-le avec le lien que le photomaton a affiché ou imprimé, ou scannez le code "
      + "à côté.",
    home: "La galerie du photomaton",
    homeText:
      "Vos photos ont leur propre page. Scannez le code que le photomaton a affiché ou imprimé, ou saisissez en entier le "
      + "lien qui se trouve à côté.",
    downloadAll: "Tout enregistrer",
    copyLink: "Copier le lien",
    onlyInThisNetwork: "Ce lien ne fonctionne que sur ce réseau Wi-Fi.")

  static let spanish = PageWords(
    language: "es", gallery: "Galería de fotos", pictures: "Imágenes", photo: "Foto", clip: "Clip",
    photoStrip: "Tira de fotos", filmStrip: "Tira de vídeo", boomerang: "Bumerán", ofMany: "%1 de %2",
    download: "Guardar",
    share: "Compartir", copied: "Enlace copiado", close: "Cerrar", previous: "Anterior", next: "Siguiente",
    onTheirWay: "Vuestras fotos están en camino",
    onTheirWayText: "Todavía viajan desde el fotomatón. No cerréis esta página: aparecerán aquí.",
    erased: "Estas fotos se han borrado",
    erasedText: "Se han retirado de la galería. Aquí ya no se guarda nada de ellas.",
    someMissing: "Algunas fotos todavía están en camino.",
    filmComes: "La tira de vídeo aún se está preparando.", reload: "Mirar ahora",
    reloads: "Esta página se actualiza sola.", allOfEvent: "Todas las fotos de este evento",
    noSessions: "Todavía no hay fotos",
    noSessionsText: "En cuanto los primeros invitados pasen por el fotomatón, sus "
      + "fotos estarán aquí.", session: "Fotos del %1", newer: "Más recientes", older: "Más antiguas",
    page: "Página %1 de %2", needsLink: "Esta galería es para quienes tienen su enlace",
    needsLinkText: "Pedid a los anfitriones el enlace del evento, o abrid vuestras propias fotos con el código que "
      + "os mostró el fotomatón.", trouble: "La galería está en pausa",
    troubleText: "No se ha perdido nada. Esta página se actualiza sola.",
    nothingYet: "Todavía no hay nada en este enlace",
    nothingYetText:
      "Comparadlo con el enlace que mostró o imprimió el fotomatón: cada letra y cada cifra cuentan. Si es el mismo, "
      + "vuestras fotos aún no han salido del fotomatón y aparecerán aquí.",
    unknownEventText:
      "Nadie ha traído todavía fotos de este evento. Si habéis tecleado el enlace, comparadlo con el que os dieron.",
    mistyped: "Este enlace no lleva a ninguna parte",
    mistypedText:
      "Le falta una parte o está mal tecleado. Comparadlo con el enlace que mostró o imprimió el fotomatón, o escanead "
      + "el código que está al lado.",
    home: "La galería del fotomatón",
    homeText:
      "Vuestras fotos tienen su propia página. Escanead el código que mostró o imprimió el fotomatón, o teclead entero "
      + "el enlace que está al lado.",
    downloadAll: "Guardar todo",
    copyLink: "Copiar enlace",
    onlyInThisNetwork: "Este enlace solo funciona en esta red Wi-Fi.")

  static let hebrew = PageWords(
    language: "he", isRightToLeft: true, gallery: "גלריית תמונות", pictures: "תמונות", photo: "תמונה", clip: "סרטון",
    photoStrip: "רצועת תמונות", filmStrip: "רצועת וידאו", boomerang: "בומרנג", ofMany: "%1 מתוך %2",
    download: "שמירה",
    share: "שיתוף", copied: "הקישור הועתק", close: "סגירה", previous: "הקודם", next: "הבא",
    onTheirWay: "התמונות שלכם בדרך",
    onTheirWayText: "הן עדיין בדרך מעמדת הצילום. השאירו את הדף פתוח, והן יופיעו כאן.",
    erased: "התמונות האלה נמחקו",
    erasedText: "הן הוסרו מהגלריה. דבר מהן אינו נשמר כאן עוד.",
    someMissing: "חלק מהתמונות עדיין בדרך.",
    filmComes: "רצועת הסרטון עדיין בהכנה.", reload: "לבדוק עכשיו", reloads: "הדף מתעדכן מעצמו.",
    allOfEvent: "כל התמונות מהאירוע", noSessions: "עדיין אין תמונות",
    noSessionsText: "ברגע שהאורחים הראשונים יצטלמו בעמדה, התמונות שלהם יופיעו כאן.", session: "תמונות מ־%1",
    newer: "חדשות יותר", older: "ישנות יותר", page: "עמוד %1 מתוך %2",
    needsLink: "הגלריה הזאת מיועדת למי שקיבלו את הקישור שלה",
    needsLinkText: "בקשו מהמארחים את הקישור לאירוע, או פתחו את התמונות שלכם בעזרת הקוד שהופיע בעמדת הצילום.",
    trouble: "הגלריה בהפסקה קצרה", troubleText: "שום דבר לא אבד. הדף מתעדכן מעצמו.",
    nothingYet: "עדיין אין כאן דבר בקישור הזה",
    nothingYetText:
      "השוו אותו לקישור שהוצג או הודפס בעמדת הצילום: כל אות וכל ספרה חשובות. אם הוא זהה, התמונות שלכם עדיין לא יצאו "
      + "מהעמדה, והן יופיעו כאן.",
    unknownEventText: "עדיין לא הגיעו תמונות מהאירוע הזה. אם הקלדתם את הקישור, השוו אותו לזה שקיבלתם.",
    mistyped: "הקישור הזה לא מוביל לשום מקום",
    mistypedText: "חלק ממנו חסר או שהוקלד בטעות. השוו אותו לקישור שהוצג או הודפס בעמדת הצילום, או סרקו את הקוד שלידו.",
    home: "הגלריה של עמדת הצילום",
    homeText: "לתמונות שלכם יש דף משלהן. סרקו את הקוד שהוצג או הודפס בעמדת הצילום, או הקלידו את הקישור המלא שלידו.",
    downloadAll: "שמירת הכול",
    copyLink: "העתקת הקישור",
    onlyInThisNetwork: "הקישור הזה פועל רק ברשת ה-Wi-Fi הזו.")

  static let arabic = PageWords(
    language: "ar", isRightToLeft: true, gallery: "معرض الصور", pictures: "الصور", photo: "صورة", clip: "مقطع",
    photoStrip: "شريط الصور", filmStrip: "شريط الفيديو", boomerang: "بوميرانغ", ofMany: "%1 من %2",
    download: "حفظ",
    share: "مشاركة", copied: "نُسخ الرابط", close: "إغلاق", previous: "السابق", next: "التالي",
    onTheirWay: "صوركم في الطريق",
    onTheirWayText: "ما زالت في طريقها من كشك التصوير. أبقوا هذه الصفحة مفتوحة وستظهر الصور هنا.",
    erased: "حُذفت هذه الصور",
    erasedText: "أُزيلت من المعرض. لم يعد يُحفظ منها شيء هنا.",
    someMissing: "بعض الصور ما زالت في الطريق.",
    filmComes: "شريط الفيديو ما زال قيد الإعداد.", reload: "تحديث الآن", reloads: "تتحدّث هذه الصفحة تلقائيًا.",
    allOfEvent: "كل صور هذه المناسبة", noSessions: "لا توجد صور بعد",
    noSessionsText: "ما إن يزور أوّل الضيوف كشك التصوير حتى تظهر صورهم هنا.", session: "صور %1", newer: "الأحدث",
    older: "الأقدم", page: "صفحة %1 من %2", needsLink: "هذا المعرض لمن لديهم رابطه",
    needsLinkText: "اطلبوا رابط المناسبة من المضيفين، أو افتحوا صوركم بالرمز الذي عرضه كشك التصوير.",
    trouble: "المعرض في استراحة قصيرة", troubleText: "لم يضِع شيء. تتحدّث هذه الصفحة تلقائيًا.",
    nothingYet: "لا يوجد شيء تحت هذا الرابط بعد",
    nothingYetText:
      "قارنوه بالرابط الذي عرضه كشك التصوير أو طبعه: كل حرف وكل رقم مهم. إن كان مطابقًا فصوركم لم تغادر الكشك بعد، "
      + "وستظهر هنا.",
    unknownEventText: "لم تصل بعد أي صور من هذه المناسبة. إن كنتم قد كتبتم الرابط فقارنوه بالرابط الذي أُعطي لكم.",
    mistyped: "هذا الرابط لا يؤدي إلى أي مكان",
    mistypedText:
      "جزء منه ناقص أو كُتب خطأً. قارنوه بالرابط الذي عرضه كشك التصوير أو طبعه، أو امسحوا الرمز الموجود بجانبه.",
    home: "معرض كشك التصوير",
    homeText:
      "لصوركم صفحة خاصة بها. امسحوا الرمز الذي عرضه كشك التصوير أو طبعه، أو اكتبوا الرابط الكامل الموجود بجانبه.",
    downloadAll: "حفظ الكل",
    copyLink: "نسخ الرابط",
    onlyInThisNetwork: "يعمل هذا الرابط على شبكة Wi-Fi هذه فقط.")
}
