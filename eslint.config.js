import { createNodeResolver, importX } from 'eslint-plugin-import-x';
import noUnsanitized from 'eslint-plugin-no-unsanitized';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';
import { walls } from './eslint.walls.js';

export default tseslint.config(
  { ignores: ['out/**', 'dist/**', 'node_modules/**', 'test-results/**', 'coverage/**'] },
  ...tseslint.configs.strictTypeChecked.map((config) => ({ ...config, files: ['**/*.ts', '**/*.tsx'] })),
  {
    files: ['**/*.ts', '**/*.tsx'],
    languageOptions: {
      parserOptions: {
        // One program over everything: five would check most modules twice. What a runtime lacks is noticed by `npm run types`.
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
  {
    files: ['tests/**/*.ts', 'tests/**/*.tsx'],
    rules: { 'max-lines-per-function': 'off' },
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
