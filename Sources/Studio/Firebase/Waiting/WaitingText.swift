import BoothCore
import StudioServer

/// What the page of unsent changes says.
enum WaitingText: String, PageText {
  case waiting, help, nothing, waits, refused, again, forget, critique, report, template, change

  static func table(_ language: Language) -> [WaitingText: String] {
    switch language {
    case .english: english
    case .german: german
    case .french: french
    case .spanish: spanish
    case .hebrew: hebrew
    case .arabic: arabic
    }
  }

  private static let english: [WaitingText: String] = [
    .waiting: "Not sent yet",
    .help: "What you have entered and your organisation’s service does not have yet.",
    .nothing: "Everything is where it belongs.",
    .waits: "waits",
    .refused: "refused",
    .again: "Send again",
    .forget: "Give it up",
    .critique: "Critique",
    .report: "Daily report",
    .template: "Report form",
    .change: "Change",
  ]

  private static let german: [WaitingText: String] = [
    .waiting: "Noch nicht gesendet",
    .help: "Was Sie eingegeben haben und der Dienst Ihrer Organisation noch nicht hat.",
    .nothing: "Alles ist dort, wo es hingehört.",
    .waits: "wartet",
    .refused: "abgelehnt",
    .again: "Noch einmal senden",
    .forget: "Aufgeben",
    .critique: "Bildkritik",
    .report: "Tagesbericht",
    .template: "Berichtsformular",
    .change: "Änderung",
  ]

  private static let french: [WaitingText: String] = [
    .waiting: "Pas encore envoyé",
    .help: "Ce que vous avez saisi et que le service de votre organisation n’a pas encore.",
    .nothing: "Tout est à sa place.",
    .waits: "en attente",
    .refused: "refusé",
    .again: "Renvoyer",
    .forget: "Abandonner",
    .critique: "Critique",
    .report: "Rapport du jour",
    .template: "Formulaire de rapport",
    .change: "Modification",
  ]

  private static let spanish: [WaitingText: String] = [
    .waiting: "Sin enviar todavía",
    .help: "Lo que usted ha escrito y el servicio de su organización aún no tiene.",
    .nothing: "Todo está en su sitio.",
    .waits: "espera",
    .refused: "rechazado",
    .again: "Enviar otra vez",
    .forget: "Abandonarlo",
    .critique: "Crítica",
    .report: "Informe diario",
    .template: "Formulario de informe",
    .change: "Cambio",
  ]

  private static let hebrew: [WaitingText: String] = [
    .waiting: "טרם נשלח",
    .help: "מה שהזנת והשירות של הארגון עדיין לא קיבל.",
    .nothing: "הכול במקומו.",
    .waits: "ממתין",
    .refused: "נדחה",
    .again: "לשלוח שוב",
    .forget: "לוותר",
    .critique: "ביקורת",
    .report: "דוח יומי",
    .template: "טופס דוח",
    .change: "שינוי",
  ]

  private static let arabic: [WaitingText: String] = [
    .waiting: "لم يُرسل بعد",
    .help: "ما أدخلته ولم يصل بعد إلى خدمة مؤسستك.",
    .nothing: "كل شيء في مكانه.",
    .waits: "ينتظر",
    .refused: "مرفوض",
    .again: "أرسله مجددًا",
    .forget: "تخلَّ عنه",
    .critique: "نقد",
    .report: "تقرير يومي",
    .template: "نموذج تقرير",
    .change: "تغيير",
  ]
}
