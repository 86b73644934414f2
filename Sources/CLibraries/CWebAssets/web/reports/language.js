// How the page's language writes numbers. In Node, where the tests run, there is no page: the language is Node's own.

export const language = globalThis.document?.documentElement.lang;

/** The sign of fractions. */
export const decimal = new Intl.NumberFormat(language).formatToParts(1.5).find((part) => part.type === "decimal")?.value === "," ? "," : ".";
