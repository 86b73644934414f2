/// Why an archive, or a file in it, is not read: a sentence's end, after the archive's or the file's name.
package struct ArchiveFault: Error, Equatable {
  package var words: String

  package init(_ words: String) { self.words = words }
}
