import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

// Emulated or loaded machines are slow, not wrong: TEST_TIME_FACTOR stretches every limit.
const timeFactor = Number(process.env.TEST_TIME_FACTOR ?? 1);

export default defineConfig({
  cacheDir: '.cache/vite',
  test: {
    environment: 'node',
    include: ['test/**/*.test.ts'],
    setupFiles: ['test/helpers/stretch-waits.ts'],
    globals: false,
    pool: 'forks',
    maxWorkers: availableParallelism(), // vitest leaves one core idle, which is half of a machine with two
    testTimeout: 40_000 * timeFactor,
    hookTimeout: 120_000 * timeFactor,
    teardownTimeout: 40_000 * timeFactor,
  },
});
