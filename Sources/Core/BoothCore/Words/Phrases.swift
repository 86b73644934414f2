/// The wording. French has its narrow no-break space (U+202F) before high punctuation; Hebrew and Arabic speak to a
/// group, in the plural.
extension Phrase {
  /// The phrase in all languages, its numbers filled in.
  public var wording: Wording {
    switch self {
    case .starting:
      Wording(
        en: "One moment …", de: "Einen Moment …", fr: "Un instant…", es: "Un momento…", he: "רק רגע…",
        ar: "لحظة من فضلكم…")
    case .goodbye:
      Wording(
        en: "Goodbye!", de: "Tschüss!", fr: "Au revoir\u{202F}!", es: "¡Adiós!", he: "להתראות!", ar: "إلى اللقاء!")
    case .chooseEvent:
      Wording(
        en: "Which event?", de: "Welche Feier?", fr: "Quelle fête\u{202F}?", es: "¿Qué evento?", he: "בחרו אירוע",
        ar: "أي مناسبة؟")
    case .choosePlace:
      Wording(
        en: "Which place?", de: "Welcher Ort?", fr: "Quel lieu\u{202F}?", es: "¿Qué lugar?", he: "בחרו מקום",
        ar: "أي مكان؟")
    case .pressToStart:
      Wording(
        en: "Press to start", de: "Zum Starten drücken", fr: "Appuyez pour commencer", es: "Pulsa para empezar",
        he: "לחצו כדי להתחיל", ar: "اضغطوا للبدء")
    case .previousGuests:
      Wording(
        en: "The last guests’ pictures", de: "Bilder der letzten Gäste", fr: "Photos des derniers invités",
        es: "Fotos de los últimos invitados", he: "התמונות של האורחים הקודמים", ar: "صور الضيوف السابقين")
    case .resume(let taken, let total):
      // Built so that no form depends on the number.
      Wording(
        en: "\(taken) of \(total) photos taken. Go on?", de: "\(taken) von \(total) Fotos gemacht. Weiter?",
        fr: "Photos prises\u{202F}: \(taken) sur \(total). On continue\u{202F}?",
        es: "Fotos hechas: \(taken) de \(total). ¿Seguimos?", he: "תמונות שצולמו: \(taken) מתוך \(total). ממשיכים?",
        ar: "الصور الملتقطة: \(taken) من \(total). هل نتابع؟")
    case .goOn:
      Wording(en: "Go on", de: "Weiter", fr: "Continuer", es: "Seguir", he: "ממשיכים", ar: "متابعة")
    case .finish:
      Wording(en: "That is all", de: "Das war’s", fr: "Terminer", es: "Terminar", he: "מסיימים", ar: "إنهاء")
    case .photo(let number, let total):
      Wording(
        en: "Photo \(number) of \(total)", de: "Foto \(number) von \(total)", fr: "Photo \(number) sur \(total)",
        es: "Foto \(number) de \(total)", he: "תמונה \(number) מתוך \(total)", ar: "الصورة \(number) من \(total)")
    case .getReady:
      Wording(
        en: "Get ready!", de: "Gleich geht’s los!", fr: "Tenez-vous prêts\u{202F}!", es: "¡Listos!", he: "התכוננו!",
        ar: "استعدّوا!")
    case .alignWithGuide:
      Wording(
        en: "Match the old picture, then press", de: "Mit dem alten Bild zur Deckung bringen, dann drücken",
        fr: "Alignez sur l’ancienne image, puis appuyez", es: "Encuadra como en la foto antigua y pulsa",
        he: "התאימו לתמונה הישנה ולחצו", ar: "طابقوا الصورة القديمة ثم اضغطوا")
    case .pressWhenReady:
      Wording(
        en: "Press when you are ready", de: "Drückt, wenn ihr bereit seid", fr: "Appuyez quand vous êtes prêts",
        es: "Pulsa cuando quieras", he: "לחצו כשאתם מוכנים", ar: "اضغطوا عندما تكونون جاهزين")
    case .recording:
      Wording(
        en: "Recording", de: "Aufnahme läuft", fr: "Ça tourne", es: "Grabando", he: "מקליטים", ar: "جارٍ التسجيل")
    case .lookHere:
      Wording(
        en: "Look at the camera", de: "Schaut in die Kamera", fr: "Regardez l’appareil", es: "Mira a la cámara",
        he: "הביטו אל המצלמה", ar: "انظروا إلى الكاميرا")
    case .languages(let languages):
      // Marks keep each name in its place, whatever direction the line has.
      Wording(languages.map { "\u{2068}\($0.ownName)\u{2069}" }.joined(separator: " · "))
    case .consentQuestion, .consentQuestionOpen, .consent, .keptHere, .keptHereWords: consentWording
    case .noCodeYet:
      Wording(
        en: "Your photos are kept", de: "Eure Fotos sind gesichert", fr: "Vos photos sont enregistrées",
        es: "Tus fotos están guardadas", he: "התמונות שלכם שמורות", ar: "صوركم محفوظة")
    case .noCodeYetWords:
      Wording(
        en:
          "There is no network just now. Your code comes as soon as there is one; later, ask your host for your link.",
        de: "Gerade gibt es kein Netz. Euer Code kommt, sobald es da ist; fragt die Gastgeber sonst nach eurem Link.",
        fr: "Il n’y a pas de réseau pour l’instant. Votre code arrive dès qu’il revient\u{202F}; "
          + "sinon, demandez votre lien à votre hôte.",
        es: "Ahora no hay red. Tu código llega en cuanto vuelva; si no, pídele tu enlace al anfitrión.",
        he: "אין כרגע רשת. הקוד יופיע ברגע שתהיה; אחר כך אפשר לבקש את הקישור מהמארחים.",
        ar: "لا توجد شبكة الآن. يظهر رمزكم فور عودتها، ولاحقًا اطلبوا رابطكم من المضيف.")
    case .lookQuestion, .look: lookWording
    case .printQuestion, .printLayoutQuestion, .printCopies, .printNone, .printComes, .printWaits, .printNotKept:
      printWording
    case .addressOffer, .addressQuestion, .addressUse, .noAddress, .addressNotKept, .addressKept, .addressDone,
      .addressBack:
      addressWording
    case .aim: aimWording
    case .markPoints, .markOld, .markFrame, .markEnough, .markNotKept, .markMove, .markSet, .markBack, .markDone:
      markWording
    case .guideEffect, .guideMode, .guideStrength, .guideSize, .versionKept, .versionKeptWords: guideWording
    case .smile:
      Wording(en: "Smile!", de: "Lächeln!", fr: "Souriez\u{202F}!", es: "¡Sonríe!", he: "חייכו!", ar: "ابتسموا!")
    case .keepIt:
      Wording(
        en: "Keep this one?", de: "Dieses behalten?", fr: "On la garde\u{202F}?", es: "¿Nos la quedamos?",
        he: "שומרים אותה?", ar: "هل نحتفظ بها؟")
    case .keep:
      Wording(en: "Keep", de: "Behalten", fr: "Garder", es: "Guardar", he: "לשמור", ar: "احتفاظ")
    case .again:
      Wording(en: "Again", de: "Nochmal", fr: "Refaire", es: "Repetir", he: "שוב", ar: "إعادة")
    case .doubted(let kind): Self.doubt(kind)
    case .keptIn(let seconds):
      Wording(
        en: "Kept in \(seconds) s", de: "Behalten in \(seconds) s", fr: "Gardée dans \(seconds) s",
        es: "Se guarda en \(seconds) s", he: "נשמרת בעוד \(seconds) שנ׳", ar: "ستُحفظ خلال \(seconds) ث")
    case .seconds(let seconds):
      Wording(
        en: "\(seconds) s", de: "\(seconds) s", fr: "\(seconds) s", es: "\(seconds) s", he: "\(seconds) שנ׳",
        ar: "\(seconds) ث")
    case .failed(let kind): Self.failure(kind)
    case .onceMore:
      Wording(
        en: "One more try?", de: "Noch ein Versuch?", fr: "On réessaie\u{202F}?", es: "¿Otra vez?", he: "ננסה שוב?",
        ar: "هل نحاول مرة أخرى؟")
    case .othersAreSafe:
      Wording(
        en: "Your other pictures are safe.", de: "Eure anderen Bilder sind sicher.",
        fr: "Vos autres photos sont en sécurité.", es: "Tus otras fotos están a salvo.",
        he: "שאר התמונות שלכם שמורות.", ar: "صوركم الأخرى محفوظة.")
    case .cancelQuestion:
      Wording(
        en: "Stop and delete all your pictures?", de: "Aufhören und alle Bilder löschen?",
        fr: "Arrêter et effacer toutes vos photos\u{202F}?", es: "¿Parar y borrar todas tus fotos?",
        he: "להפסיק ולמחוק את כל התמונות?", ar: "هل تريدون التوقف وحذف كل صوركم؟")
    case .deleteAll:
      Wording(en: "Delete", de: "Löschen", fr: "Effacer", es: "Borrar", he: "למחוק", ar: "حذف")
    case .saving:
      Wording(
        en: "Saving your pictures", de: "Eure Bilder werden gesichert", fr: "Vos photos sont enregistrées",
        es: "Guardando tus fotos", he: "שומרים את התמונות שלכם", ar: "جارٍ حفظ صوركم")
    case .savingTakesLonger:
      Wording(
        en: "Your pictures are safe, this only takes longer. Please tell your host.",
        de: "Eure Bilder sind sicher, es dauert nur länger. Bitte sagt den Gastgebern Bescheid.",
        fr: "Vos photos sont en sécurité, c’est juste un peu plus long. Prévenez votre hôte, s’il vous plaît.",
        es: "Tus fotos están a salvo, solo tarda más. Avisa al anfitrión, por favor.",
        he: "התמונות שלכם בטוחות, זה רק לוקח יותר זמן. אנא ספרו למארחים.",
        ar: "صوركم في أمان، لكن الأمر يستغرق وقتًا أطول. يرجى إخبار المضيف.")
    case .scan:
      Wording(
        en: "Scan to get your pictures", de: "Scannen und Bilder holen", fr: "Scannez pour avoir vos photos",
        es: "Escanea y llévate tus fotos", he: "סרקו וקבלו את התמונות", ar: "امسحوا الرمز للحصول على صوركم")
    case .orOpen:
      Wording(en: "or open", de: "oder öffnen", fr: "ou ouvrez", es: "o abre", he: "או פתחו", ar: "أو افتحوا")
    case .openLink:
      Wording(
        en: "Your pictures are here", de: "Hier sind eure Bilder", fr: "Vos photos sont ici",
        es: "Tus fotos están aquí",
        he: "התמונות שלכם נמצאות כאן", ar: "صوركم هنا")
    case .uploaded(let count, let total):
      Wording(
        en: "Uploaded: \(count) of \(total)", de: "Hochgeladen: \(count) von \(total)",
        fr: "Envoi\u{202F}: \(count) sur \(total)", es: "Subida: \(count) de \(total)",
        he: "הועלו: \(count) מתוך \(total)",
        ar: "تم الرفع: \(count) من \(total)")
    case .onTheirWay:
      Wording(
        en: "Your pictures are on their way", de: "Eure Bilder sind unterwegs", fr: "Vos photos arrivent",
        es: "Tus fotos están en camino", he: "התמונות שלכם בדרך", ar: "صوركم في الطريق إليكم")
    case .allThere:
      Wording(
        en: "All your pictures are there", de: "Alle eure Bilder sind da", fr: "Toutes vos photos sont là",
        es: "Ya están todas tus fotos", he: "כל התמונות שלכם מוכנות", ar: "كل صوركم جاهزة")
    case .codeDoesNotFit:
      Wording(
        en: "This screen is too small for the code.", de: "Dieser Bildschirm ist zu klein für den Code.",
        fr: "Cet écran est trop petit pour le code.", es: "Esta pantalla es demasiado pequeña para el código.",
        he: "המסך הזה קטן מדי בשביל הקוד.", ar: "هذه الشاشة أصغر من أن تعرض الرمز.")
    case .closed, .opens: closedWording
    case .joinWifi, .wifiName, .wifiPassword, .thenScan: wifiWording
    case .backSoon:
      Wording(
        en: "Back soon", de: "Gleich wieder da", fr: "De retour bientôt", es: "Volvemos enseguida", he: "מיד נשוב",
        ar: "سنعود قريبًا")
    case .shortBreak:
      Wording(
        en: "The photobooth is having a short break.", de: "Die Fotobox macht eine kleine Pause.",
        fr: "Le photomaton fait une petite pause.", es: "El fotomatón se toma un descanso.",
        he: "עמדת הצילום בהפסקה קצרה.", ar: "ركن التصوير في استراحة قصيرة.")
    case .needsHelp:
      Wording(
        en: "The photobooth needs a hand", de: "Die Fotobox braucht Hilfe", fr: "Le photomaton a besoin d’aide",
        es: "El fotomatón necesita ayuda", he: "עמדת הצילום זקוקה לעזרה", ar: "ركن التصوير بحاجة إلى مساعدة")
    case .tellHost:
      Wording(
        en: "Please tell your host.", de: "Bitte sagt den Gastgebern Bescheid.",
        fr: "Prévenez votre hôte, s’il vous plaît.", es: "Avisa al anfitrión, por favor.", he: "אנא ספרו למארחים.",
        ar: "يرجى إخبار المضيف.")
    case .noEvents:
      Wording(
        en: "There is no event yet.", de: "Es gibt noch keine Veranstaltung.", fr: "Il n’y a pas encore d’événement.",
        es: "Todavía no hay ningún evento.", he: "עדיין אין אירוע.", ar: "لا توجد مناسبة بعد.")
    case .camera: Wording(en: "Camera", de: "Kamera", fr: "Appareil", es: "Cámara", he: "מצלמה", ar: "الكاميرا")
    case .disk: Wording(en: "Disk", de: "Speicher", fr: "Disque", es: "Disco", he: "דיסק", ar: "القرص")
    case .settings:
      Wording(en: "Settings", de: "Einstellungen", fr: "Réglages", es: "Ajustes", he: "הגדרות", ar: "الإعدادات")
    case .troubles:
      Wording(en: "Troubles", de: "Störungen", fr: "Problèmes", es: "Problemas", he: "תקלות", ar: "المشكلات")
    case .allIsWell:
      Wording(
        en: "All is well", de: "Alles in Ordnung", fr: "Tout va bien", es: "Todo va bien", he: "הכול תקין",
        ar: "كل شيء على ما يرام")
    case .pausesAfterSession:
      Wording(
        en: "Pause after these guests; ask again: now", de: "Pause nach diesen Gästen; nochmals: sofort",
        fr: "Pause après ces invités\u{202F}; encore\u{202F}: tout de suite",
        es: "Pausa tras estos invitados; otra vez: ya",
        he: "הפסקה אחרי האורחים האלה; שוב: מיד", ar: "استراحة بعد هؤلاء الضيوف؛ مرة أخرى: الآن")
    case .eventChangesAfterSession:
      Wording(
        en: "Event change after these guests; ask again: now", de: "Wechsel nach diesen Gästen; nochmals: sofort",
        fr: "Changement après ces invités\u{202F}; encore\u{202F}: tout de suite",
        es: "Cambio tras estos invitados; otra vez: ya", he: "החלפת אירוע אחרי האורחים האלה; שוב: מיד",
        ar: "تغيير المناسبة بعد هؤلاء الضيوف؛ مرة أخرى: الآن")
    case .settingsAfterSession:
      Wording(
        en: "Settings after these guests; ask again: now", de: "Einstellungen nach diesen Gästen; nochmals: sofort",
        fr: "Réglages après ces invités\u{202F}; encore\u{202F}: tout de suite",
        es: "Ajustes tras estos invitados; otra vez: ya", he: "הגדרות אחרי האורחים האלה; שוב: מיד",
        ar: "الإعدادات بعد هؤلاء الضيوف؛ مرة أخرى: الآن")
    case .endsAfterSession:
      Wording(
        en: "The end after these guests; ask again: now", de: "Schluss nach diesen Gästen; nochmals: sofort",
        fr: "Arrêt après ces invités\u{202F}; encore\u{202F}: tout de suite",
        es: "Fin tras estos invitados; otra vez: ya",
        he: "סיום אחרי האורחים האלה; שוב: מיד", ar: "الإنهاء بعد هؤلاء الضيوف؛ مرة أخرى: الآن")
    case .smallScreen(let columns, let rows):
      // Direction marks keep columns before rows among words that read from the right.
      Wording(
        en: "\(columns)×\(rows) is small, better 80×24", de: "\(columns)×\(rows) ist klein, besser 80×24",
        fr: "\(columns)×\(rows), c’est petit\u{202F}: mieux vaut 80×24", es: "\(columns)×\(rows) es poco, mejor 80×24",
        he: "\u{200E}\(columns)×\(rows)\u{200F} קטן, עדיף \u{200E}80×24",
        ar: "\u{200E}\(columns)×\(rows)\u{200F} صغير، الأفضل \u{200E}80×24")
    case .keyStart: Wording(en: "start", de: "los", fr: "commencer", es: "empezar", he: "התחלה", ar: "بدء")
    case .keyAgain: Wording(en: "again", de: "nochmal", fr: "refaire", es: "repetir", he: "שוב", ar: "إعادة")
    case .keyCancel: Wording(en: "cancel", de: "abbrechen", fr: "annuler", es: "cancelar", he: "ביטול", ar: "إلغاء")
    case .keyChoose: Wording(en: "choose", de: "wählen", fr: "choisir", es: "elegir", he: "בחירה", ar: "اختيار")
    case .keyBack: Wording(en: "back", de: "zurück", fr: "retour", es: "volver", he: "חזרה", ar: "رجوع")
    }
  }

  /// Why a photo is taken once more, without a word that guests could take for their own fault.
  private static func failure(_ kind: Fault.Kind) -> Wording {
    switch kind {
    case .focus:
      Wording(
        en: "That one came out blurred", de: "Das Foto ist unscharf", fr: "La photo est floue",
        es: "La foto ha salido borrosa", he: "התמונה יצאה מטושטשת", ar: "الصورة غير واضحة")
    case .picture, .stills:
      Wording(
        en: "That photo did not work", de: "Das Foto hat nicht geklappt", fr: "La photo n’a pas réussi",
        es: "La foto no ha salido", he: "התמונה לא הצליחה", ar: "لم تنجح الصورة")
    case .camera:
      Wording(
        en: "The camera does not answer", de: "Die Kamera antwortet nicht", fr: "L’appareil ne répond pas",
        es: "La cámara no responde", he: "המצלמה לא מגיבה", ar: "الكاميرا لا تستجيب")
    case .storage:
      Wording(
        en: "The photo could not be saved", de: "Das Foto ließ sich nicht sichern",
        fr: "La photo n’a pas pu être enregistrée", es: "No se ha podido guardar la foto",
        he: "לא הצלחנו לשמור את התמונה", ar: "تعذّر حفظ الصورة")
    case .late:
      Wording(
        en: "That took too long", de: "Das hat zu lange gedauert", fr: "C’était trop long", es: "Ha tardado demasiado",
        he: "זה נמשך יותר מדי זמן", ar: "استغرق الأمر وقتًا طويلًا")
    }
  }
}

extension Phrase {
  /// What is asked above a list of events: "Which place?" where all of them are locations, else "Which event?".
  public static func choice(of events: [Event]) -> Phrase {
    !events.isEmpty && events.allSatisfy { $0.plan.location != nil } ? .choosePlace : .chooseEvent
  }
}
