// @ts-check
// What an audit by npm came to, in one word (E3).

/**
 * @param {{ code: number, stdout: string, stderr: string }} done
 * @returns {'passed' | 'failed' | 'not run'}
 */
export function wordFor({ code, stdout }) {
  const report = parsed(stdout);
  if (report === undefined || 'error' in report || !('auditReportVersion' in report || 'invalid' in report))
    return 'not run';
  return code === 0 ? 'passed' : 'failed';
}

/** @param {string} text @returns {object | undefined} */
function parsed(text) {
  try {
    const value = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined; // no answer is no report
  }
}
