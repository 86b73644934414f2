import Reports
package import StudioServer

/// What the pages say on which forms and schools are changed.
package enum BuilderText: String, PageText {
  case forms, newForm, importForm, importHelp, importUnreadable, importRefused, importThere, importCopy, importFailed
  case edit, duplicate, archive, restore, archived, preselected, delete, deleteFormHelp, deleteNow
  case fieldCount, versionIs, unreadableForm, noFormsYet, noFormsHelp, schools, newSchool
  case schoolName, street, city, state, zipCode, coordinates, coordinatesHelp, coordinatesWrong, save, saved
  case retire, retired, deleteSchoolHelp, noSchoolsYet, nameNeeded, formName, formDescription, shootType
  case isDefault, kindGeneral, kindSports, kindPortraits, kindEvents, kindCommercial, kindYearbook, fields
  case addField, searchTypes, nothingFound, groupBasic, groupSelection, groupAdvanced, groupSmart, typeText
  case typeTextarea, typeNumber, typeEmail, typePhone, typeDate, typeTime, typeSelect, typeMultiselect, typeRadio
  case typeToggle, typeFile, typeLocation, typeCurrency, typeRows, typeMileage, typeDateAuto, typeTimeAuto
  case typeUserName, typeSchoolName, typePhotoCount, typeCurrentLocation, typeWeather, typeCalculation, fieldLabel
  case fieldType, isRequired, needed, help, options, optionNumber, optionsHelp, placeholder, defaultValue, minimum,
    maximum
  case pattern, patternHelp, showWhen, showWhenHelp, fallback, format, units, miles, kilometres, expression
  case expressionHelp, autoUpdate, readOnly, columns, keptUnder, drag, up, down, moreActions, moreOptions, undo
  case movedTo, removedField, untitled, building, preview, previewHelp, saveForm, savedForm, saveFailed, problems
  case changedMeanwhile, unsaved, restored, startOver, needsScripts, noFieldsYet, chooseKind
  case atCharacter, remarks, notSaved, changedOn, closeList
  case always, whenSign, whenIs, whenIsNot, whenValue, whenCondition

  package static let words = PageWords("reports", "builder")

  /// What a kind of field is called.
  static func type(_ type: FieldType) -> BuilderText {
    switch type {
    case .text: .typeText
    case .textarea: .typeTextarea
    case .number: .typeNumber
    case .email: .typeEmail
    case .phone: .typePhone
    case .date: .typeDate
    case .time: .typeTime
    case .select: .typeSelect
    case .multiselect: .typeMultiselect
    case .radio: .typeRadio
    case .toggle: .typeToggle
    case .file: .typeFile
    case .location: .typeLocation
    case .currency: .typeCurrency
    case .mileage: .typeMileage
    case .dateAuto: .typeDateAuto
    case .timeAuto: .typeTimeAuto
    case .userName: .typeUserName
    case .schoolName: .typeSchoolName
    case .photoCount: .typePhotoCount
    case .currentLocation: .typeCurrentLocation
    case .weather: .typeWeather
    case .calculation: .typeCalculation
    }
  }
}
