// What the server puts before the worker's text.
declare const server: {
  /** The addresses that the pages of all products need. */
  shell: string[];
  /** Those of them that every page needs: the worker takes over when it has these. */
  first: string[];
  /** Changes with them. */
  version: string;
  /** The mark of an answer to no person. */
  nobody: string;
};
