/**
 * Text as a spreadsheet may open it: what a cell would run as a formula gets an apostrophe before it and stays text.
 *
 * A message is the service's own words, and a service's words can be somebody else's: `=HYPERLINK(…)` in it would be
 * run on the reseller's machine. The characters are those of OWASP's list with their full-width forms, also behind
 * white space, which some programs cut off first. (csv-stringify's own option leaves out the line feed and white space.)
 *
 * Source: OWASP, "CSV Injection".
 */
export const formulaSafe = (text: string): string => (startsFormula.test(text) ? `'${text}` : text);

const startsFormula = /^(?:[\t\r\n]|\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/u;
