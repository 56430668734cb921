import js from '@eslint/js'
import query from '@tanstack/eslint-plugin-query'
// @ts-expect-error -- the plugin has no types
import a11y from 'eslint-plugin-jsx-a11y'
import hooks from 'eslint-plugin-react-hooks'
import refresh from 'eslint-plugin-react-refresh'
import { defineConfig, globalIgnores } from 'eslint/config'
import tseslint from 'typescript-eslint'

const barrels = [
  { name: '@mui/material', message: 'Import the component: @mui/material/Button.' },
  { name: 'react-router-dom', message: 'Everything is in react-router.' },
  { name: '@tanstack/react-query', importNames: ['useMutation'], message: 'Import it from api/useMutation: its callbacks run though the component is gone.' },
]

/**
 * Imports go one way: app -> features -> ui, api -> theme, lib. Each folder names what it may not reach.
 *
 * @param {string[]} folders
 * @param {string[]} forbidden
 * @returns {import('eslint').Linter.Config}
 */
const zone = (folders, forbidden) => ({
  files: folders.map((folder) => `src/${folder}/**/*.{ts,tsx}`),
  ignores: ['**/*.test.{ts,tsx}'],
  rules: {
    'no-restricted-imports': [
      'error',
      {
        paths: barrels,
        patterns: [
          {
            regex: `^@/(${forbidden.join('|')})(/|$)`,
            message: 'Imports go one way: app -> features -> ui, api -> theme, lib.',
          },
        ],
      },
    ],
  },
})


/** @type {unknown} */
const strictest = a11y.flatConfigs.strict
const accessibility = /** @type {import('eslint').Linter.Config} */ (strictest)

export default defineConfig(
  globalIgnores(['dist', 'coverage', 'src/api/schema.d.ts']),
  js.configs.recommended,
  tseslint.configs.strictTypeChecked,
  tseslint.configs.stylisticTypeChecked,
  accessibility,
  hooks.configs.flat['recommended-latest'],
  query.configs['flat/recommended'],
  refresh.configs.vite,
  {
    languageOptions: {
      parserOptions: { project: ['./tsconfig.json', './tsconfig.node.json'], tsconfigRootDir: import.meta.dirname },
    },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      eqeqeq: 'error',
      'no-console': ['error', { allow: ['error'] }],
      'max-lines': ['error', 300],
      'no-restricted-imports': ['error', { paths: barrels }],
      // A page's module and a widget's styles are exported beside components on purpose.
      'react-refresh/only-export-components': 'off',
      // Event handlers that only pass on what a call returns.
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // Numbers read well in texts.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // An empty text counts as none.
      '@typescript-eslint/prefer-nullish-coalescing': ['error', { ignorePrimitives: { string: true, boolean: true } }],
      // Characters are code points, as the server counts them.
      '@typescript-eslint/no-misused-spread': ['error', { allow: [{ from: 'lib', name: 'string' }] }],
      // Half of all rules' time, for a language with neither enums nor classes of ours; no-unsafe-assignment sees what is any.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      // Styled parts are controls of ours: the rule must know what they become.
      'jsx-a11y/label-has-associated-control': ['error', { assert: 'either', depth: 4 }],
    },
  },
  zone(['lib'], ['app', 'api', 'features', 'theme', 'ui', 'test']),
  zone(['theme'], ['app', 'api', 'features', 'ui', 'test']),
  zone(['api'], ['app', 'features', 'theme', 'ui', 'test']),
  zone(['ui'], ['app', 'api', 'features', 'test']),
  // A feature may not know another one; within itself it goes by relative paths.
  zone(['features'], ['app', 'features', 'test']),
  zone(['app'], ['test']),
  {
    // Scripts and settings of tools: run by Node, read nothing of the application.
    files: ['*.{js,ts}', 'scripts/**'],
    languageOptions: { globals: { console: 'readonly', process: 'readonly', URL: 'readonly' } },
    rules: { 'no-console': 'off', '@typescript-eslint/no-unsafe-member-access': 'off', '@typescript-eslint/no-unsafe-assignment': 'off' },
  },
)
