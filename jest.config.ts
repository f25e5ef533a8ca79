/** @jest-config-loader esbuild-register */
import { availableParallelism } from 'node:os';
import type { Config } from 'jest';

/** What waits for real time, or starts programs; and what plays whole suites, campaigns and games in virtual time. */
const SLOW = ['real', 'whole'] as const;

const shared = {
  testEnvironment: 'node',
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      { jsc: { target: 'es2022', parser: { syntax: 'typescript' } }, module: { type: 'commonjs' } },
    ],
  },
  // As TypeScript has it: a file that is loaded on demand is named as it is compiled.
  moduleNameMapper: { '^(\\.{1,2}/.+)\\.js$': ['$1.ts', '$1.js', '$1'] },
  runtime: '<rootDir>/house/test-runtime.mjs',
  globalSetup: '<rootDir>/cli/testing/prepare-tests.ts',
  globalTeardown: '<rootDir>/cli/testing/browser/browser-server.ts',
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/examples/'],
  // What every line of code looks up: a lookup through the sandbox costs many times as much.
  sandboxInjectedGlobals: [
    'Math',
    'Uint8Array',
    'Object',
    'Array',
    'Map',
    'Set',
    'Number',
    'String',
    'Promise',
  ],
} satisfies Config;

const IGNORED = ['/node_modules/', '<rootDir>/dist/', '<rootDir>/examples/'];

const config: Config = {
  projects: [
    {
      ...shared,
      displayName: 'fast',
      testMatch: ['<rootDir>/**/*.test.ts'],
      testPathIgnorePatterns: [...IGNORED, `\\.(${SLOW.join('|')})\\.test\\.ts$`],
    },
    ...SLOW.map((displayName) => ({
      ...shared,
      displayName,
      testMatch: [`<rootDir>/**/*.${displayName}.test.ts`],
      testPathIgnorePatterns: IGNORED,
    })),
  ],
  maxWorkers: availableParallelism(),
  testTimeout: 240_000,
};

export default config;
