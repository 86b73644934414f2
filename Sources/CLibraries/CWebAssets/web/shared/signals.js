/**
 * A signal that ends a request after so many milliseconds. The compiler's library does not declare `AbortSignal.timeout`, and declares
 * `AbortSignal` as a variable, to which a declaration file cannot add.
 * @param {number} milliseconds
 */
export const signalAfter = (milliseconds) =>
  /** @type {typeof AbortSignal & { timeout: (milliseconds: number) => AbortSignal }} */ (AbortSignal).timeout(milliseconds);
