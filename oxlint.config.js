// What oxlint holds of eslint.config.js: the rules that need types, by the native compiler, and React's. They are said there
// alone; a rule that oxlint does not know stops it. scripts/lint.mjs has ESLint hold the rest.
import tseslint from 'typescript-eslint';
import config, { notInOxlint } from './eslint.config.js';

/** @param {string} rule */
export const isOxlints = (rule) =>
  !notInOxlint.includes(rule) && (rule.startsWith('react-hooks/') || needsTypes(rule));

/** @param {string} rule */
function needsTypes(rule) {
  const [plugin, name] = rule.split('/');
  return (
    plugin === '@typescript-eslint' && tseslint.plugin.rules[name]?.meta.docs.requiresTypeChecking === true
  );
}

/** @param {string} rule */
const inOxlint = (rule) =>
  rule.replace('@typescript-eslint/', 'typescript/').replace('react-hooks/', 'react/');

const overrides = config.flatMap(({ files, rules = {} }) => {
  const held = Object.entries(rules).filter(([rule]) => isOxlints(rule));
  return held.length === 0
    ? []
    : [{ files, rules: Object.fromEntries(held.map(([rule, how]) => [inOxlint(rule), how])) }];
});

export default {
  plugins: ['typescript', 'react'],
  categories: { correctness: 'off' },
  options: { typeAware: true, denyWarnings: true },
  ignorePatterns: config[0].ignores,
  overrides,
};
