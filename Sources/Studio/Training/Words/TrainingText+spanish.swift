/// The pages in Spanish.
extension TrainingText {
  static let spanish: [TrainingText: String] = [
    .training: "Formación",
    .trainingPhotos: "Fotos de formación",
    .justNow: "ahora mismo",
    .goodExample: "Buen ejemplo",
    .needsImprovement: "Por mejorar",
    .onePhoto: "1 foto",
    .photos: "%1 fotos",
    .noPicture: "Sin imagen",
    .unavailable: "Imagen no disponible",
    .isNew: "Nuevo",
    .seen: "Visto",
    .notSeenYet: "Aún no visto",
    .more: "Mostrar más",
    .refresh: "Actualizar",
    .oneNew: "1 foto nueva: mostrar",
    .manyNew: "%1 fotos nuevas: mostrar",
    .noLonger: "Esta foto de formación ya no está.",
    .byPhotographer: "Por fotógrafo",
    .publish: "Compartir una foto de formación",
    .totalSubmissions: "Total",
    .goodExamples: "Buenos ejemplos",
    .allExamples: "Todos los ejemplos",
    .newestFirst: "Más recientes primero",
    .oldestFirst: "Más antiguos primero",
    .grid: "Cuadrícula",
    .list: "Lista",
    .show: "Mostrar",
    .sort: "Orden",
    .view: "Vista",
    .nothingYet: "Aún no hay fotos de formación",
    .nothingYetText: "Sus ejemplos de formación aparecerán aquí cuando los responsables los envíen.",
    .noResults: "Sin resultados",
    .noGood: "Ninguna de sus fotos es todavía un buen ejemplo.",
    .noImprovement: "Ninguna de sus fotos necesita mejorar.",
    .oneUnreadable: """
    1 entrada no se puede mostrar: está dañada o es de un tipo desconocido. Avise a quien envía las fotos.
    """,
    .unreadable: """
    %1 entradas no se pueden mostrar: están dañadas o son de un tipo desconocido. Avise a quien envía las \
    fotos.
    """,
    .trainingPhoto: "Foto de formación",
    .trainingPhotoFor: "Foto de formación para %1",
    .close: "Cerrar",
    .submittedBy: "Enviado por",
    .date: "Fecha",
    .trainingNotes: "Notas de formación",
    .edit: "Editar",
    .delete: "Eliminar",
    .deleteHelp: "Las imágenes y las notas desaparecen para siempre, también para el fotógrafo.",
    .deleteNow: "Eliminar para siempre",
    .pictureOf: "Imagen %1 de %2",
    .panUp: "Hacia arriba",
    .panLeft: "Hacia la izquierda",
    .panRight: "Hacia la derecha",
    .panDown: "Hacia abajo",
    .pictureControls: "Imagen",
    .previous: "Imagen anterior",
    .next: "Imagen siguiente",
    .zoomOut: "Alejar",
    .zoomIn: "Acercar",
    .fullScreen: "Pantalla completa",
    .save: "Guardar la imagen",
    .share: "Compartir",
    .showMarks: "Mostrar las marcas",
    .pictures: "Imágenes",
    .pinNotes: "Notas en la imagen",
    .of: "%1 de %2",
    .linkCopied: "El enlace se ha copiado.",
    .notSaved: "No se ha guardado. Inténtelo de nuevo.",
    .marksSaved: "Las marcas se han guardado.",
    .pen: "Lápiz",
    .arrow: "Flecha",
    .rectangle: "Rectángulo",
    .pin: "Chincheta",
    .red: "Rojo",
    .green: "Verde",
    .blue: "Azul",
    .yellow: "Amarillo",
    .white: "Blanco",
    .black: "Negro",
    .draw: "Dibujar en la imagen",
    .colour: "Color",
    .pinNote: "Nota de la próxima chincheta",
    .undo: "Deshacer",
    .saveMarks: "Guardar las marcas",
    .drawHelp: "Elija una herramienta y dibuje en la imagen. La imagen misma no cambia.",
    .tooMuchDrawn: "Hay demasiado dibujado para guardarlo. Deshaga una parte.",
    .changedMeanwhile: "Otra persona lo ha cambiado entretanto. Vuelva a mirarlo antes de guardar.",
    .lastOne: "Último:",
    .oneCritique: "1 foto de formación",
    .critiques: "%1 fotos de formación",
    .ofOthers: "No se muestran las fotos de %1 personas sin cuenta aquí.",
    .noPhotographers: "Aún no hay fotógrafos. Un administrador los invita en la página «Personas».",
    .administratorShares: """
    La administración no comparte fotos de formación; lo hacen la dirección y los fotógrafos. Para compartir \
    alguna, use una cuenta con una de estas funciones: cree un enlace en la página «Personas».
    """,
    .roleShares: """
    Con su función no se comparten fotos de formación; lo hacen la dirección y los fotógrafos. Un administrador \
    puede cambiar su función en la página «Personas».
    """,
    .onlyPhotographer: """
    Usted es la única persona que fotografía aquí, y las fotos de formación se comparten con otros. Un \
    administrador los invita en la página «Personas».
    """,
    .forMe: "Para mí",
    .unknownPerson: "Alguien sin nombre",
    .noneSent: "Aún no se ha enviado nada.",
    .waiting: "En espera",
    .fileUnread: "Esta imagen no se pudo leer hasta el final. Elíjala de nuevo.",
    .deviceFull: "En este aparato no queda sitio para esta imagen. Haga sitio y elíjala de nuevo.",
    .unshared: "Aquí hay fotos de formación suyas que aún no se han compartido. Continúe con ellas.",
    .held:
      "Se comparte en diez segundos. Hasta entonces puede retirarlo. Si cierra esta página antes, se comparte en cuanto vuelva a abrir el estudio.",
    .takeBack: "Retirar",
    .takenBack: "Retirado. No se ha compartido y puede cambiarlo.",
    .lineStill: "La línea se detuvo. Se envía otra vez por sí solo …",
    .sending: "Enviando: %1 %",
    .ready: "Listo",
    .fileTooLarge: """
    Esta imagen es demasiado grande. Guárdela más pequeña: menos de 20 MB y 200 megapíxeles (PNG: 50).
    """,
    .tooMuchWaiting:
      "Demasiadas de las imágenes que ha enviado aún no se han compartido. Comparta primero esas, o inténtelo de nuevo en una hora.",
    .tooManyPictures: "Como máximo 6 imágenes a la vez.",
    .noPictures: "Falta una imagen: elija al menos una.",
    .notSent: "No ha llegado. Inténtelo de nuevo; nada se publica dos veces.",
    .remove: "Quitar",
    .mayNot: "Ya no puede compartir fotos de formación. No se ha publicado nada.",
    .removeWrong: "Quite las imágenes que no se pueden enviar, o elija otras.",
    .photographer: "Fotógrafo",
    .choosePhotographer: "Elegir…",
    .kind: "Tipo",
    .picturesHelp: """
    De 1 a %1 imágenes: JPEG, PNG, HEIC u otras clases. Se reducen, y se quita dónde fueron tomadas.
    """,
    .publishNow: "Compartir",
    .needsScripts: "Para enviar imágenes, esta página necesita JavaScript.",
    .alreadyPublished: "Ya se ha compartido. Abra la página de nuevo para compartir otra cosa.",
    .fileHEIC: """
    La libheif del estudio rechaza esta imagen HEIC: está dañada, o es de una clase que solo lee libheif 1.18 o \
    más nueva (Debian 13). Envíela como JPEG (iPhone: Ajustes, Cámara, Formatos, Más compatible).
    """,
    .fileDamaged: "Esta imagen está dañada o incompleta. Cópiela de nuevo.",
    .fileUnknown: "No es una imagen de una clase conocida. Guárdela como JPEG o PNG.",
    .fileNoLibrary: """
    El equipo del estudio solo lee esta clase de imágenes con libvips, que no está: un administrador instala \
    libvips42 de Debian. Hasta entonces, envíela como JPEG.
    """,
    .fileCut: "Esta imagen está cortada: hay un %1 % de ella. Cópiela de nuevo.",
    .fileTooLong: "Un lado de esta imagen supera los 32 767 píxeles. Guárdela más pequeña.",
    .fileRare: """
    Esta imagen está escrita de una forma poco común que las bibliotecas del estudio no leen (un TIFF con colores \
    reducidos, por ejemplo). Guárdela como JPEG o PNG.
    """,
    .photoGone: "Esta foto ya no está.",
    .photoOfGuests: """
    Esta foto es de invitados del fotomatón. Pueden hacer que se borre, y las copias quedarían fuera de alcance: no se \
    usa para la formación.
    """,
    .noPhotographer: "Falta el fotógrafo: elija uno.",
    .noNotes: "Faltan las notas: diga qué hay que aprender.",
    .notesTooLong: "Las notas son demasiado largas: 5000 caracteres como máximo.",
    .saveChange: "Guardar",
    .cancel: "Cancelar",
    .changeSaved: "Guardado.",
    .deleted: "Eliminado.",
  ]
}
