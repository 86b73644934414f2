import DailyReports

/// What is wrong with a form, in French.
extension TemplateProblem.Kind {
  static let french: [Self: String] = [
    .noName: "il faut un nom",
    .noOrganisation: "n’a pas d’organisation",
    .noInnerID: "ne porte pas son identifiant, dont l’app iOS a besoin",
    .noList: "« %1 » n’est pas une liste",
    .noTruth: "« %1 » n’est ni oui ni non",
    .noWholeNumber: "« %1 » n’est pas un nombre entier",
    .noFields: "n’a pas encore de champs",
    .noMoment: "ne dit pas quand il a été fait : les apps le trouvent en dernier, ou pas du tout",
    .organisationLater:
      "ne nomme aucune organisation ; il reçoit celle de ce studio, les apps existantes en ont besoin",
    .badDocumentID: "a l’identifiant « %1 », qu’aucun document ne peut avoir",
    .notKept: "ne peut pas être gardé : %1",
    .reservedName:
      "porte le nom de ce que tout rapport a ; les listes des apps existantes ne trouvent pas ses réponses",
    .noField: "n’est pas un champ",
    .noID: "n’a pas d’identifiant ; ses réponses sont gardées sous celui-ci",
    .badID: "a un identifiant qui ne peut pas être gardé",
    .noLabel: "il faut un libellé",
    .noType: "n’a pas de genre",
    .unknownType: "est du genre « %1 », que personne ne connaît ; il se remplit comme du texte",
    .settingsUnused: "est du genre « %1 », qui ne remplit rien ; ses réglages ne servent pas",
    .columnsElsewhere: "a des colonnes, que seules les lignes ont ; ses réponses sont quand même des lignes",
    .settingsDefault: "n’a pas de réglages : il montre ce qui y est d’abord et ne se remplit pas",
    .settingsTyped: "n’a pas de réglages, donc rien à calculer : on l’écrit",
    .settingsGuessed: "n’a pas de réglages : il se remplit comme « %1 » de l’app iOS",
    .idTwice: "figure deux fois ; les réponses du second sont gardées sous %1",
    .unknownCalculation: "calcule « %1 », que personne ne connaît ; attendu : %2",
    .otherCalculation: "est du genre « %1 » et calcule « %2 » ; le genre décide",
    .noCalculation: "ne dit pas ce qu’il calcule ; le genre « %1 » décide",
    .lostOnPhones: "a des réglages que l’app iOS ne lit pas : elle montre le champ sans eux",
    .noExpression: "ne calcule encore rien : dites quoi",
    .badExpression: "a une formule qui ne peut pas être calculée",
    .cycle: "est fait de lui-même : %1",
    .columnType: "est du genre « %1 », qu’une ligne ne peut pas avoir ; il se remplit comme du texte",
    .columnCondition: "a une condition ; les colonnes sont toujours demandées",
    .badCondition: "a une condition qui ne peut pas être calculée",
    .endless: "est demandé quand sa propre réponse le dit : il est toujours demandé",
    .noOptions: "n’a pas d’options à choisir",
    .optionTwice: "a une option deux fois",
    .defaultNoOption: "« %1 » y est d’abord et n’est aucune de ses options",
    .nobodyAnswers: "doit être répondu, et personne ne peut le remplir",
    .badPattern: "a un modèle illisible",
    .patternUnused: "a un modèle, qui n’est que pour les textes ; il n’est pas regardé",
    .defaultRefused: "« %1 » y est d’abord et ne serait pas accepté comme réponse",
    .boundUnused: "a une limite « %1 », que le genre « %2 » n’a pas",
    .boundUnread: "a la limite « %1 » « %2 », qui n’est rien du genre « %3 »",
    .boundsCrossed: "a sa limite basse au-dessus de la haute",
  ]
}

extension FieldPattern.Fault.Kind {
  static let french: [Self: String] = [
    .tooLong: "il a plus de %1 caractères",
    .tooDeep: "il répète dans des répétitions, à plus de %1 niveaux",
    .afterEnd: "il devrait finir ici ; \\ se met devant un signe qui se désigne lui-même",
    .brackets: "trop de parenthèses les unes dans les autres",
    .count: "il manque un nombre, comme dans {2} ou {2,4}",
    .smallerCount: "il manque un nombre qui n’est pas plus petit, et }",
    .missing: "il manque %1",
    .tooOften: "au plus %1 fois",
    .twoCounts: "un nombre de fois suit un autre",
    .sign: "il manque un signe",
    .alone: "%1 est seul ; \\ devant désigne le signe lui-même",
    .unknownEscape: "\\%1 n’est pas connu ici",
    .excludes: "une classe qui exclut ne peut pas être entre crochets",
    .backwards: "un intervalle finit avant de commencer",
    .emptyBrackets: "il manque un signe entre les crochets",
  ]
}
