// What the server puts before the worker's text.
declare const server: {
  /** The addresses that every page needs. */
  shell: string[];
  /** Changes with them. */
  version: string;
  /** The mark of an answer to no person. */
  nobody: string;
};
