import BoothCore

/// The words of ``RestScene``, as the booth speaks to guests: French has its narrow no-break space (U+202F) before high punctuation;
/// Hebrew and Arabic speak to a group.
struct RestWords {
  let headline: String
  let safe: String
  /// Before a number.
  let call: String
  let callStaff: String
  /// Before the code.
  let code: String

  init(_ language: Language) {
    switch language {
    case .english:
      headline = "The booth takes a break"
      safe = "Your photos are safe. It tries again by itself in two minutes."
      call = "Please call, and read out the code:"
      callStaff = "Please tell the staff, and read out the code."
      code = "Code"
    case .german:
      headline = "Die Fotobox macht Pause"
      safe = "Eure Fotos sind sicher. In zwei Minuten versucht sie es wieder."
      call = "Bitte ruft an und sagt den Code:"
      callStaff = "Bitte sagt dem Personal Bescheid und nennt den Code."
      code = "Code"
    case .french:
      headline = "Le photomaton fait une pause"
      safe = "Vos photos sont en sécurité. Il réessaie dans deux minutes."
      call = "Merci d’appeler et de donner le code\u{202F}:"
      callStaff = "Merci de prévenir le personnel et de lui donner le code."
      code = "Code"
    case .spanish:
      headline = "El fotomatón hace una pausa"
      safe = "Vuestras fotos están a salvo. Lo intentará de nuevo en dos minutos."
      call = "Llamad, por favor, y decid el código:"
      callStaff = "Avisad al personal, por favor, y decid el código."
      code = "Código"
    case .hebrew:
      headline = "עמדת הצילום בהפסקה"
      safe = "התמונות שלכם שמורות. בעוד שתי דקות העמדה תנסה שוב."
      call = "אנא התקשרו ומסרו את הקוד:"
      callStaff = "אנא פנו לצוות ומסרו את הקוד."
      code = "קוד"
    case .arabic:
      headline = "كشك التصوير في استراحة"
      safe = "صوركم محفوظة. سيحاول الكشك من جديد بعد دقيقتين."
      call = "يرجى الاتصال وذكر الرمز:"
      callStaff = "يرجى إبلاغ الموظفين وذكر الرمز."
      code = "الرمز"
    }
  }
}
