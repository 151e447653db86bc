import { createNodeResolver, importX } from 'eslint-plugin-import-x';
import noUnsanitized from 'eslint-plugin-no-unsanitized';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';
import { walls } from './eslint.walls.js';

/**
 * Rules of the sets below that oxlint does not have (oxlint.config.js), and that are off everywhere: a machine without oxlint
 * comes to the same. The compiler holds the first for every class with a private field, and refuses enums, which the second is
 * about; the others look at the options of React's compiler, which is not used.
 */
export const notInOxlint = [
  '@typescript-eslint/no-unsafe-class-instance-assignment',
  '@typescript-eslint/no-unsafe-enum-assignment',
  'react-hooks/config',
  'react-hooks/gating',
];

export default tseslint.config(
  { ignores: ['out/**', 'dist/**', 'node_modules/**', 'test-results/**', 'coverage/**'] },
  ...tseslint.configs.strictTypeChecked.map((config) => ({ ...config, files: ['**/*.ts', '**/*.tsx'] })),
  {
    files: ['**/*.ts', '**/*.tsx'],
    languageOptions: {
      parserOptions: {
        // For editors, and where oxlint does not run: one program over everything.
        project: 'tests/tsconfig.lint.json',
        tsconfigRootDir: import.meta.dirname,
      },
    },
    plugins: { 'import-x': importX, 'no-unsanitized': noUnsanitized },
    settings: {
      'import-x/resolver-next': [createNodeResolver({ extensions: ['.ts', '.tsx', '.js', '.json'] })],
      'import-x/parsers': { '@typescript-eslint/parser': ['.ts', '.tsx'] },
    },
    rules: {
      complexity: ['error', 12],
      'max-lines': ['error', { max: 500 }],
      'max-lines-per-function': ['error', { max: 80 }],
      'no-console': 'error',
      'no-eval': 'error',
      'no-empty': ['error', { allowEmptyCatch: false }],
      'no-unsanitized/method': 'error',
      'no-unsanitized/property': 'error',
      'import-x/no-default-export': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      // `import { type X }` leaves an import behind: it brought all schemas into the page, and Electron into plain Node.
      '@typescript-eslint/no-import-type-side-effects': 'error',
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/no-unnecessary-condition': ['error', { allowConstantLoopConditions: true }],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
    },
  },
  {
    files: ['renderer/**/*.ts', 'renderer/**/*.tsx', 'tests/unit/renderer/**'],
    plugins: { 'react-hooks': reactHooks },
    rules: reactHooks.configs.recommended.rules,
  },
  ...walls,
  { rules: Object.fromEntries(notInOxlint.map((rule) => [rule, 'off'])) },
  {
    files: ['tests/**/*.ts', 'tests/**/*.tsx'],
    rules: { 'max-lines-per-function': 'off' },
  },
  {
    // One concept with all that must hold of it.
    files: ['tests/**/*.test.ts', 'tests/**/*.test.tsx'],
    rules: { 'max-lines': ['error', { max: 700 }] },
  },
  {
    files: [
      '*.config.ts',
      'tests/e2e/playwright.config.ts',
      'tests/packaged/playwright.config.ts',
      'tests/screenshots/*.ts',
    ],
    rules: { 'import-x/no-default-export': 'off' },
  },
);
