import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

// Emulated or loaded machines are slow, not wrong: TEST_TIME_FACTOR stretches every limit.
const timeFactor = Number(process.env.TEST_TIME_FACTOR ?? 1);

// Threads belong to vitest's own process, which `npm run test:arm64` does not emulate.
const pool = process.env.TEST_WORKERS === 'emulated' ? 'forks' : 'threads';

const shared = {
  environment: 'node',
  setupFiles: ['test/helpers/stretch-waits.ts'],
  globals: false,
  testTimeout: 40_000 * timeFactor,
  hookTimeout: 120_000 * timeFactor,
  teardownTimeout: 40_000 * timeFactor,
};

export default defineConfig({
  cacheDir: '.cache/vite',
  test: {
    globalSetup: ['test/helpers/fresh-build.ts'],
    maxWorkers: availableParallelism(), // vitest leaves one core idle, which is half of a machine with two
    projects: [
      // Without compiled code or processes, files may share a thread and the modules in it (scripts/check/test-folders.mjs).
      { test: { ...shared, name: 'pure', include: ['test/pure/**/*.test.ts'], pool, isolate: false } },
      // Compiled code in this process: files may share a process, whose start takes seconds under an emulator.
      { test: { ...shared, name: 'native', include: ['test/native/**/*.test.ts'], pool: 'forks', isolate: false } },
      { test: { ...shared, name: 'process', include: ['test/{process,slow}/**/*.test.ts'], pool: 'forks' } },
    ],
  },
});
