/// The pages in French.
extension TrainingText {
  static let french: [TrainingText: String] = [
    .training: "Formation",
    .trainingPhotos: "Photos de formation",
    .justNow: "à l’instant",
    .goodExample: "Bon exemple",
    .needsImprovement: "À améliorer",
    .onePhoto: "1 photo",
    .photos: "%1 photos",
    .noPicture: "Pas d’image",
    .unavailable: "Image indisponible",
    .isNew: "Nouveau",
    .seen: "Vu",
    .notSeenYet: "Pas encore vu",
    .more: "Afficher plus",
    .refresh: "Actualiser",
    .oneNew: "1 nouvelle photo : afficher",
    .manyNew: "%1 nouvelles photos : afficher",
    .noLonger: "Cette photo de formation n’existe plus.",
    .byPhotographer: "Par photographe",
    .publish: "Partager une photo de formation",
    .totalSubmissions: "Total",
    .goodExamples: "Bons exemples",
    .allExamples: "Tous les exemples",
    .newestFirst: "Plus récents d’abord",
    .oldestFirst: "Plus anciens d’abord",
    .grid: "Grille",
    .list: "Liste",
    .show: "Afficher",
    .sort: "Ordre",
    .view: "Présentation",
    .nothingYet: "Pas encore de photos de formation",
    .nothingYetText: "Vos exemples de formation apparaîtront ici quand les responsables les enverront.",
    .noResults: "Aucun résultat",
    .noGood: "Aucune de vos photos n’est encore un bon exemple.",
    .noImprovement: "Aucune de vos photos n’est à améliorer.",
    .oneUnreadable: """
    1 entrée ne peut pas être affichée : elle est endommagée ou d’un type inconnu. Merci d’en informer les \
    responsables.
    """,
    .unreadable: """
    %1 entrées ne peuvent pas être affichées : elles sont endommagées ou d’un type inconnu. Merci d’en \
    informer les responsables.
    """,
    .trainingPhoto: "Photo de formation",
    .trainingPhotoFor: "Photo de formation pour %1",
    .close: "Fermer",
    .submittedBy: "Envoyé par",
    .date: "Date",
    .trainingNotes: "Notes de formation",
    .edit: "Modifier",
    .delete: "Supprimer",
    .deleteHelp: "Les images et les notes disparaissent pour de bon, aussi pour le photographe.",
    .deleteNow: "Supprimer pour de bon",
    .pictureOf: "Image %1 sur %2",
    .panUp: "Vers le haut",
    .panLeft: "Vers la gauche",
    .panRight: "Vers la droite",
    .panDown: "Vers le bas",
    .pictureControls: "Image",
    .previous: "Image précédente",
    .next: "Image suivante",
    .zoomOut: "Réduire",
    .zoomIn: "Agrandir",
    .fullScreen: "Plein écran",
    .save: "Enregistrer l’image",
    .share: "Partager",
    .showMarks: "Afficher les annotations",
    .pictures: "Images",
    .pinNotes: "Notes sur l’image",
    .of: "%1 sur %2",
    .linkCopied: "Le lien est copié.",
    .notSaved: "Ce n’est pas enregistré. Veuillez réessayer.",
    .marksSaved: "Les annotations sont enregistrées.",
    .pen: "Crayon",
    .arrow: "Flèche",
    .rectangle: "Rectangle",
    .pin: "Repère",
    .red: "Rouge",
    .green: "Vert",
    .blue: "Bleu",
    .yellow: "Jaune",
    .white: "Blanc",
    .black: "Noir",
    .draw: "Dessiner sur l’image",
    .colour: "Couleur",
    .pinNote: "Note du prochain repère",
    .undo: "Annuler",
    .saveMarks: "Enregistrer",
    .drawHelp: "Choisissez un outil, puis dessinez sur l’image. L’image elle-même reste intacte.",
    .tooMuchDrawn: "Il y a trop de dessins à conserver. Annulez-en une partie.",
    .changedMeanwhile: "Quelqu’un d’autre l’a modifié entre-temps. Regardez-le de nouveau avant d’enregistrer.",
    .lastOne: "Dernier :",
    .oneCritique: "1 photo de formation",
    .critiques: "%1 photos de formation",
    .ofOthers: "Les photos de %1 personnes sans compte ici ne sont pas listées.",
    .noPhotographers: "Il n’y a pas encore de photographe. Un administrateur les invite sur la page « Personnes ».",
    .administratorShares: """
    L’administration ne partage pas de photos de formation ; la direction et les photographes le font. Pour en \
    partager, utilisez un compte avec l’un de ces rôles : créez un lien sur la page « Personnes ».
    """,
    .roleShares: """
    Votre rôle ne permet pas de partager des photos de formation ; la direction et les photographes le font. Un \
    administrateur peut changer votre rôle sur la page « Personnes ».
    """,
    .onlyPhotographer: """
    Vous êtes la seule personne ici à photographier, et les photos de formation se partagent avec d’autres. Un \
    administrateur les invite sur la page « Personnes ».
    """,
    .forMe: "Pour moi",
    .unknownPerson: "Personne sans nom",
    .noneSent: "Rien n’a encore été envoyé.",
    .waiting: "En attente",
    .fileUnread: "Cette image n’a pas pu être lue jusqu’au bout. Choisissez-la de nouveau.",
    .deviceFull:
      "Il ne reste plus de place sur cet appareil pour cette image. Libérez de la place et choisissez-la de nouveau.",
    .unshared: "Des photos de formation que vous avez choisies ici ne sont pas encore partagées. Continuez avec elles.",
    .held:
      "Le partage part dans dix secondes. D’ici là, vous pouvez l’annuler. Si vous fermez cette page avant, il part dès que vous rouvrez le studio.",
    .takeBack: "Annuler le partage",
    .takenBack: "Partage annulé. Rien n’est parti et vous pouvez le modifier.",
    .lineStill: "La ligne s’est arrêtée. L’envoi recommence tout seul …",
    .sending: "Envoi : %1 %",
    .ready: "Prêt",
    .fileTooLarge: """
    Cette image est trop grande. Enregistrez-la plus petite : moins de 20 Mo et 200 mégapixels (PNG : 50).
    """,
    .tooMuchWaiting:
      "Trop d’images que vous avez envoyées n’ont pas encore été partagées. Partagez d’abord celles-ci, ou réessayez dans une heure.",
    .tooManyPictures: "Six images au plus à la fois.",
    .noPictures: "Il manque une image : choisissez-en au moins une.",
    .notSent: "L’envoi n’est pas arrivé. Réessayez ; rien n’est publié deux fois.",
    .remove: "Retirer",
    .mayNot: "Vous ne pouvez plus partager de photos de formation. Rien n’a été publié.",
    .removeWrong: "Retirez les images qui ne peuvent pas être envoyées, ou choisissez-en d’autres.",
    .photographer: "Photographe",
    .choosePhotographer: "Choisir…",
    .kind: "Type",
    .picturesHelp: """
    1 à %1 images : JPEG, PNG, HEIC ou d’autres sortes. Elles sont réduites, et leur lieu de prise de vue est \
    retiré.
    """,
    .publishNow: "Partager",
    .needsScripts: "Pour envoyer des images, cette page a besoin de JavaScript.",
    .alreadyPublished: "C’est déjà partagé. Rouvrez la page pour partager autre chose.",
    .fileHEIC: """
    La libheif du studio refuse cette image HEIC : elle est endommagée, ou d’une sorte que seule libheif 1.18 ou \
    plus récente sait lire (Debian 13). Envoyez-la en JPEG (iPhone : Réglages, Appareil photo, Formats, Le plus \
    compatible).
    """,
    .fileDamaged: "Cette image est endommagée ou incomplète. Copiez-la de nouveau.",
    .fileUnknown: "Ce n’est pas une image d’une sorte connue. Enregistrez-la en JPEG ou PNG.",
    .fileNoLibrary: """
    La machine du studio ne lit cette sorte d’images qu’avec libvips, qui y manque : un administrateur installe \
    libvips42 de Debian. D’ici là, envoyez-la en JPEG.
    """,
    .fileCut: "Cette image est incomplète : %1 % en sont là. Copiez-la de nouveau.",
    .fileTooLong: "Un côté de cette image dépasse 32 767 pixels. Enregistrez-la plus petite.",
    .fileRare: """
    Cette image est écrite d’une façon rare que les bibliothèques du studio ne lisent pas (un TIFF aux couleurs \
    réduites, par exemple). Enregistrez-la en JPEG ou PNG.
    """,
    .photoGone: "Cette photo n’est plus là.",
    .photoOfGuests: """
    Cette photo montre des invités du photomaton. Ils peuvent la faire effacer, et les copies resteraient hors \
    d’atteinte : elle ne sert pas à la formation.
    """,
    .noPhotographer: "Il manque le photographe : choisissez-en un.",
    .noNotes: "Il manque les notes : dites ce qu’il y a à apprendre.",
    .notesTooLong: "Les notes sont trop longues : 5 000 caractères au plus.",
    .saveChange: "Enregistrer",
    .cancel: "Annuler",
    .changeSaved: "Enregistré.",
    .deleted: "Supprimé.",
  ]
}
