// @ts-check
// The look-up that the window does by itself where nobody can see it, as the application reports it.

/** The name that is looked up, and the switch that asks the window for it. */
export const firstName = 'namedesk';
export const firstLookUpSwitch = `--namedesk-first-look-up=${firstName}`;

const marker = 'NAMEDESK_FIRST_LOOK_UP ';

/**
 * @typedef {{ domain: string, finding: string }} Finding
 * @typedef {{ findings: readonly Finding[], screenshotPath: string } | { error: string }} FirstLookUp
 */

/** @param {unknown} value @returns {value is Record<string, unknown>} */
const isRecord = (value) => typeof value === 'object' && value !== null;

/** @param {unknown} value @returns {value is Finding} */
const isFinding = (value) =>
  isRecord(value) && typeof value['domain'] === 'string' && typeof value['finding'] === 'string';

/**
 * @param {string} line One line of the application's output.
 * @returns {FirstLookUp | undefined} None for any other line.
 */
export function readFirstLookUp(line) {
  if (!line.startsWith(marker)) return undefined;
  const report = parsed(line.slice(marker.length));
  if (!isRecord(report)) return { error: 'the application reported something unreadable' };
  const { error, findings, screenshotPath } = report;
  if (typeof error === 'string') return { error };
  return Array.isArray(findings) && findings.every(isFinding) && typeof screenshotPath === 'string'
    ? { findings, screenshotPath }
    : { error: 'the application reported findings in an unknown shape' };
}

/** @param {string} text @returns {unknown} */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // said so above, in words
  }
}

/**
 * @param {readonly Finding[]} findings
 * @returns {string} One line for each, in two columns.
 */
export function findingsTable(findings) {
  const width = Math.max(...findings.map(({ domain }) => domain.length), 0);
  return findings.map(({ domain, finding }) => `  ${domain.padEnd(width)}   ${finding}\n`).join('');
}
