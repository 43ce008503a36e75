import { defineConfig } from 'oxlint';

// Who may import what. A folder that is not in this table imports nothing but its own files.
const core = ['#domain/**', '#application/**', 'ts-pattern'];
const adapter = [...core, 'node:*', 'node:*/**'];
const pages = ['hono', 'hono/**', 'valibot'];
/** The API's contract: what the web knows of the server. */
const contract = 'adapters/http/contract/**';
const mayImport: Readonly<Record<string, readonly string[]>> = {
  domain: ['#domain/**'],
  application: core,
  'adapters/http': [
    ...adapter,
    ...pages,
    '#adapters/http/**',
    '@hono/node-server/**',
    '@valibot/to-json-schema',
    'lru-cache',
  ],
  'adapters/cli': [...adapter, '#adapters/cli/**', 'commander', 'cli-progress', 'valibot'],
  'adapters/argon2': [...adapter, '#adapters/argon2/**', 'argon2'],
  'adapters/memory': [...adapter, '#adapters/memory/**'],
  'adapters/mikro-orm': [...adapter, '#adapters/mikro-orm/**', '@mikro-orm/**', '@electric-sql/**', 'pg', 'lru-cache'],
  'adapters/pg-boss': [...adapter, '#adapters/pg-boss/**', 'pg-boss'],
  'adapters/simulated-checkout': [...adapter, ...pages, '#adapters/simulated-checkout/**'],
  'adapters/circuit-breaker': [...adapter, '#adapters/circuit-breaker/**', 'cockatiel'],
  'adapters/known-pages': [...adapter, '#adapters/known-pages/**'],
  'adapters/stripe': [...adapter, '#adapters/stripe/**', 'stripe', 'valibot'],
  'adapters/dev-mailbox': [...adapter, ...pages, '#adapters/dev-mailbox/**'],
  'adapters/smtp': [...adapter, '#adapters/smtp/**', 'nodemailer'],
  'adapters/resend': [...adapter, '#adapters/resend/**'],
  'adapters/csv-file': [...adapter, '#adapters/csv-file/**', 'csv-parse'],
  'adapters/pino': [...adapter, '#adapters/pino/**', 'pino'],
  'adapters/prometheus': [...adapter, '#adapters/prometheus/**', 'prom-client'],
  'adapters/system': [...adapter, '#adapters/system/**', 'uuid'],
  'adapters/rate-limiter': [...adapter, '#adapters/rate-limiter/**', 'rate-limiter-flexible'],
  config: [...adapter, '#adapters/**', '#config/**', '@hono/node-server', 'hono', 'valibot', 'vite'],
  web: [
    '#domain/**',
    '#web/**',
    `#${contract}`,
    'ts-pattern',
    'valibot',
    'react-hook-form',
    '@hookform/resolvers/**',
    'react',
    'react/**',
    'react-dom',
    'react-dom/**',
    'wouter',
    'wouter/**',
    'zustand',
    'zustand/**',
    '@base-ui/react',
    '@base-ui/react/**',
    'lucide-react',
    'lucide-react/**',
    '@fontsource-variable/**',
    '@stripe/stripe-js/**',
  ],
};

const never = {
  regex: String.raw`(^|/)\.\.(/|$)`,
  message: 'No parent folders in imports: write #domain/…, #application/…, or ./ for the same folder.',
};
const isBare = (path: string): boolean => !path.includes('/');
// A bare name allows the same name at the end of any path too, so scoped packages are forbidden once more after it.
const only = (allowed: readonly string[]) => ({
  group: [
    '**',
    './**',
    ...allowed.filter(isBare).map((name) => `!${name}`),
    '@*/**',
    ...allowed.filter((path) => !isBare(path)).map((path) => `!${path}`),
    '!./**',
  ],
  message: 'This folder may not import that: see the table in oxlint.config.ts.',
});
const imports = (...patterns: object[]): ['error', { patterns: object[] }] => ['error', { patterns }];

export default defineConfig({
  plugins: ['typescript', 'unicorn', 'oxc', 'import', 'react', 'jsx-a11y', 'promise', 'node', 'vitest'],
  jsPlugins: ['./tests/house/lint-rules.ts'],
  categories: { correctness: 'error' },
  options: { typeAware: true, denyWarnings: true, reportUnusedDisableDirectives: 'error' },
  rules: {
    'eslint/eqeqeq': 'error',
    'eslint/no-console': 'error',
    'eslint/no-restricted-imports': imports(never, only([])),
    'eslint/no-warning-comments': 'error',
    'eslint/prefer-const': 'error',
    'house/no-barrel': 'error',
    'house/no-pathname': 'error',
    'jsx-a11y/prefer-tag-over-role': 'off',
    'import/no-cycle': 'error',
    'import/no-default-export': 'error',
    'node/no-process-env': 'error',
    'react/no-danger': 'error',
    'typescript/consistent-type-imports': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/no-unsafe-argument': 'error',
    'typescript/no-unsafe-assignment': 'error',
    'typescript/no-unsafe-call': 'error',
    'typescript/no-unsafe-member-access': 'error',
    'typescript/no-unsafe-return': 'error',
    'typescript/no-misused-spread': ['error', { allow: ['string'] }],
    'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    'unicorn/filename-case': ['error', { case: 'kebabCase' }],
    'unicorn/prefer-node-protocol': 'error',
    'vitest/valid-expect': ['error', { maxArgs: 2 }],
    // vitest itself counts the assertions that ran, and a contract's cases are skipped and named by what the adapter can do.
    'vitest/expect-expect': 'off',
    'vitest/no-conditional-expect': 'off',
    'vitest/no-disabled-tests': 'off',
    'vitest/require-to-throw-message': 'off',
    'vitest/valid-title': 'off',
  },
  overrides: [
    ...Object.entries(mayImport).map(([folder, allowed]) => ({
      files: [`${folder}/**`],
      rules: { 'eslint/no-restricted-imports': imports(never, only(allowed)) },
    })),
    // The contract reaches the browser, so it brings nothing of the server with it.
    {
      files: [contract],
      rules: { 'eslint/no-restricted-imports': imports(never, only(['#domain/**', 'valibot'])) },
    },
    { files: ['domain/**', 'application/**'], rules: { 'house/no-hidden-input': 'error' } },
    { files: ['web/**'], rules: { 'react/rules-of-hooks': 'error' } },
    { files: ['config/**'], rules: { 'node/no-process-env': 'off', 'eslint/no-console': 'off' } },
    {
      files: ['tests/**', '*.config.ts'],
      rules: {
        'eslint/no-restricted-imports': imports(never),
        'node/no-process-env': 'off',
        'eslint/no-console': 'off',
      },
    },
    { files: ['*.config.ts', 'tests/house/lint-rules.ts'], rules: { 'import/no-default-export': 'off' } },
  ],
});
