/** @jest-config-loader esbuild-register */
import { availableParallelism } from 'node:os';
import type { Config } from 'jest';

// Of the workers, which inherit them. Tests make much that is garbage at once: collecting it in small steps takes a tenth of their time. And
// they seldom run one function for long: optimising it as early as a program of its own would takes a fifth.
process.execArgv.push('--max-semi-space-size=64', '--interrupt-budget=500000');

const config: Config = {
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
  testMatch: ['<rootDir>/**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', '<rootDir>/dist/', '<rootDir>/examples/'],
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/examples/'],
  testSequencer: '<rootDir>/house/waiters-first.mjs',
  // More than the cores: many tests wait for child processes and real time.
  maxWorkers: availableParallelism() + 4,
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
  testTimeout: 120_000,
};

export default config;
