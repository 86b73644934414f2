package import StudioServer

/// What reports say on a person's home, by what it is for.
package enum ReportsHomeText: String, PageText {
  // One's own.
  case yourReport, notSent, sent, fillIn, viewReport
  // Those of all.
  case todaysReports, sentToday, missing, viewReports
  // The first form.
  case createForm, createFormText, newForm, importForm
  // The first schools.
  case addSchools, addSchoolsText, addSchool

  package static let words = PageWords("reports", "home")
}
