// @ts-check
// Breaks a file for lint: its text is linted at its path, without being written there.
import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';
import { checkout, inCheckout } from '../paths.mjs';

/**
 * Our own configuration without the rules that need types: those would have to compile a file that is not there.
 */
const withoutTypes = {
  files: ['**/*.ts', '**/*.tsx'],
  ...tseslint.configs.disableTypeChecked,
};

const whole = 'export const nothing = null;\n';

export function createLintBreaker() {
  const eslint = new ESLint({ cwd: checkout, overrideConfig: [withoutTypes] });
  /** @type {Set<string>} */
  const cleanWhenWhole = new Set();

  /** @param {string} file @param {string} code */
  const rulesBrokenBy = async (file, code) => {
    const [result] = await eslint.lintText(code, { filePath: inCheckout(file) });
    return (result?.messages ?? []).map(({ ruleId, message }) => ({ ruleId: ruleId ?? 'syntax', message }));
  };

  /** @param {import('./lint-breakages.mjs').LintBreakage} breakage */
  return async ({ file, code, rule }) => {
    const before = cleanWhenWhole.has(file) ? [] : await rulesBrokenBy(file, whole);
    if (before.length > 0) return { caught: false, how: `already there when whole: ${before[0]?.message}` };
    cleanWhenWhole.add(file);
    const broken = await rulesBrokenBy(file, code);
    const noticed = broken.find(({ ruleId }) => ruleId === rule);
    const others = broken.map(({ ruleId }) => ruleId).join(', ');
    return noticed
      ? { caught: true, how: `${rule}: ${noticed.message.slice(0, 90)}` }
      : { caught: false, how: `${rule} says nothing${others ? `, only ${others}` : ''}` };
  };
}
