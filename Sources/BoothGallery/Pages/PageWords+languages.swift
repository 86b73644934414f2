extension PageWords {
  static let english = PageWords(
    language: "en", gallery: "Photo gallery", pictures: "Pictures", photo: "Photo", clip: "Clip",
    photoStrip: "Photo strip", filmStrip: "Film strip", boomerang: "Boomerang", ofMany: "%1 of %2", view: "View",
    download: "Download",
    share: "Share", copied: "Link copied", close: "Close", previous: "Previous", next: "Next",
    onTheirWay: "Your pictures are on their way",
    onTheirWayText: "They are still travelling from the photo booth. Keep this page: they will appear here.",
    erased: "These pictures were erased",
    erasedText: "A guest of this session asked for it. Nothing of it is kept here any more.",
    someMissing: "Some pictures are still on their way.",
    filmComes: "The film strip is still being made.", reload: "Look again now",
    reloads: "This page looks again by itself.", allOfEvent: "All pictures of this event",
    noSessions: "No pictures yet",
    noSessionsText: "As soon as the first guests have been at the photo booth, their "
      + "pictures are here.", session: "Pictures of %1", newer: "Newer", older: "Older", page: "Page %1 of %2",
    needsLink: "This gallery is for those who have its link",
    needsLinkText: "Ask the hosts for the link of the event, or open your own pictures with the code that the photo "
      + "booth showed you.", trouble: "The gallery is having a pause",
    troubleText: "Nothing is lost. The page looks again by itself.")

  static let german = PageWords(
    language: "de", gallery: "Fotogalerie", pictures: "Bilder", photo: "Foto", clip: "Clip",
    photoStrip: "Fotostreifen", filmStrip: "Filmstreifen", boomerang: "Boomerang", ofMany: "%1 von %2", view: "Ansehen",
    download: "Herunterladen", share: "Teilen", copied: "Link kopiert", close: "Schließen", previous: "Zurück",
    next: "Weiter", onTheirWay: "Eure Bilder sind unterwegs",
    onTheirWayText: "Sie reisen noch von der Fotobox hierher. Lasst diese Seite offen: Sie erscheinen hier.",
    erased: "Diese Bilder wurden gelöscht",
    erasedText: "Ein Gast hat darum gebeten. Hier ist nichts mehr davon gespeichert.",
    someMissing: "Einige Bilder sind noch unterwegs.",
    filmComes: "Der Filmstreifen entsteht noch.", reload: "Jetzt nachsehen",
    reloads: "Die Seite sieht von selbst wieder nach.", allOfEvent: "Alle Bilder dieser Feier",
    noSessions: "Noch keine Bilder",
    noSessionsText: "Sobald die ersten Gäste an der Fotobox waren, sind ihre Bilder "
      + "hier.", session: "Bilder vom %1", newer: "Neuere", older: "Ältere", page: "Seite %1 von %2",
    needsLink: "Diese Galerie ist für alle, die ihren Link haben",
    needsLinkText: "Fragt die Gastgeber nach dem Link der Feier, oder öffnet eure eigenen Bilder mit dem Code, den "
      + "euch die Fotobox gezeigt hat.", trouble: "Die Galerie macht eine Pause",
    troubleText: "Nichts ist verloren. Die Seite sieht von selbst wieder nach.")

  static let french = PageWords(
    language: "fr", gallery: "Galerie photo", pictures: "Images", photo: "Photo", clip: "Clip",
    photoStrip: "Bande photo", filmStrip: "Bande vidéo", boomerang: "Boomerang", ofMany: "%1 sur %2", view: "Voir",
    download: "Télécharger",
    share: "Partager", copied: "Lien copié", close: "Fermer", previous: "Précédent", next: "Suivant",
    onTheirWay: "Vos photos arrivent",
    onTheirWayText: "Elles sont encore en route depuis le photomaton. Gardez cette page : elles y apparaîtront.",
    erased: "Ces photos ont été effacées",
    erasedText: "Une des personnes présentes l’a demandé. Rien n’en est conservé ici.",
    someMissing: "Quelques photos sont encore en route.",
    filmComes: "La bande vidéo est encore en préparation.", reload: "Regarder maintenant",
    reloads: "Cette page se met à jour toute seule.", allOfEvent: "Toutes les photos de cet événement",
    noSessions: "Pas encore de photos",
    noSessionsText: "Dès que les premiers invités seront passés au photomaton, "
      + "leurs photos seront ici.", session: "Photos du %1", newer: "Plus récentes", older: "Plus anciennes",
    page: "Page %1 sur %2", needsLink: "Cette galerie est réservée à ceux qui ont son lien",
    needsLinkText: "Demandez aux hôtes le lien de l’événement, ou ouvrez vos propres photos avec le code que le "
      + "photomaton vous a montré.", trouble: "La galerie fait une pause",
    troubleText: "Rien n’est perdu. Cette page se met à jour toute seule.")

  static let spanish = PageWords(
    language: "es", gallery: "Galería de fotos", pictures: "Imágenes", photo: "Foto", clip: "Clip",
    photoStrip: "Tira de fotos", filmStrip: "Tira de vídeo", boomerang: "Bumerán", ofMany: "%1 de %2", view: "Ver",
    download: "Descargar",
    share: "Compartir", copied: "Enlace copiado", close: "Cerrar", previous: "Anterior", next: "Siguiente",
    onTheirWay: "Vuestras fotos están en camino",
    onTheirWayText: "Todavía viajan desde el fotomatón. No cerréis esta página: aparecerán aquí.",
    erased: "Estas fotos se han borrado",
    erasedText: "Lo pidió una de las personas de la sesión. Aquí ya no se guarda nada de ella.",
    someMissing: "Algunas fotos todavía están en camino.",
    filmComes: "La tira de vídeo aún se está preparando.", reload: "Mirar ahora",
    reloads: "Esta página se actualiza sola.", allOfEvent: "Todas las fotos de este evento",
    noSessions: "Todavía no hay fotos",
    noSessionsText: "En cuanto los primeros invitados pasen por el fotomatón, sus "
      + "fotos estarán aquí.", session: "Fotos del %1", newer: "Más recientes", older: "Más antiguas",
    page: "Página %1 de %2", needsLink: "Esta galería es para quienes tienen su enlace",
    needsLinkText: "Pedid a los anfitriones el enlace del evento, o abrid vuestras propias fotos con el código que "
      + "os mostró el fotomatón.", trouble: "La galería está en pausa",
    troubleText: "No se ha perdido nada. Esta página se actualiza sola.")

  static let hebrew = PageWords(
    language: "he", isRightToLeft: true, gallery: "גלריית תמונות", pictures: "תמונות", photo: "תמונה", clip: "סרטון",
    photoStrip: "רצועת תמונות", filmStrip: "רצועת וידאו", boomerang: "בומרנג", ofMany: "%1 מתוך %2", view: "הצגה",
    download: "הורדה",
    share: "שיתוף", copied: "הקישור הועתק", close: "סגירה", previous: "הקודם", next: "הבא",
    onTheirWay: "התמונות שלכם בדרך",
    onTheirWayText: "הן עדיין בדרך מעמדת הצילום. השאירו את הדף פתוח, והן יופיעו כאן.",
    erased: "התמונות האלה נמחקו",
    erasedText: "אחד האורחים ביקש זאת. דבר מהן אינו נשמר כאן עוד.",
    someMissing: "חלק מהתמונות עדיין בדרך.",
    filmComes: "רצועת הסרטון עדיין בהכנה.", reload: "לבדוק עכשיו", reloads: "הדף מתעדכן מעצמו.",
    allOfEvent: "כל התמונות מהאירוע", noSessions: "עדיין אין תמונות",
    noSessionsText: "ברגע שהאורחים הראשונים יצטלמו בעמדה, התמונות שלהם יופיעו כאן.", session: "תמונות מ־%1",
    newer: "חדשות יותר", older: "ישנות יותר", page: "עמוד %1 מתוך %2",
    needsLink: "הגלריה הזאת מיועדת למי שקיבלו את הקישור שלה",
    needsLinkText: "בקשו מהמארחים את הקישור לאירוע, או פתחו את התמונות שלכם בעזרת הקוד שהופיע בעמדת הצילום.",
    trouble: "הגלריה בהפסקה קצרה", troubleText: "שום דבר לא אבד. הדף מתעדכן מעצמו.")

  static let arabic = PageWords(
    language: "ar", isRightToLeft: true, gallery: "معرض الصور", pictures: "الصور", photo: "صورة", clip: "مقطع",
    photoStrip: "شريط الصور", filmStrip: "شريط الفيديو", boomerang: "بوميرانغ", ofMany: "%1 من %2", view: "عرض",
    download: "تنزيل",
    share: "مشاركة", copied: "نُسخ الرابط", close: "إغلاق", previous: "السابق", next: "التالي",
    onTheirWay: "صوركم في الطريق",
    onTheirWayText: "ما زالت في طريقها من كشك التصوير. أبقوا هذه الصفحة مفتوحة وستظهر الصور هنا.",
    erased: "حُذفت هذه الصور",
    erasedText: "طلب ذلك أحد الضيوف. لم يعد يُحفظ منها شيء هنا.",
    someMissing: "بعض الصور ما زالت في الطريق.",
    filmComes: "شريط الفيديو ما زال قيد الإعداد.", reload: "تحديث الآن", reloads: "تتحدّث هذه الصفحة تلقائيًا.",
    allOfEvent: "كل صور هذه المناسبة", noSessions: "لا توجد صور بعد",
    noSessionsText: "ما إن يزور أوّل الضيوف كشك التصوير حتى تظهر صورهم هنا.", session: "صور %1", newer: "الأحدث",
    older: "الأقدم", page: "صفحة %1 من %2", needsLink: "هذا المعرض لمن لديهم رابطه",
    needsLinkText: "اطلبوا رابط المناسبة من المضيفين، أو افتحوا صوركم بالرمز الذي عرضه كشك التصوير.",
    trouble: "المعرض في استراحة قصيرة", troubleText: "لم يضِع شيء. تتحدّث هذه الصفحة تلقائيًا.")
}
