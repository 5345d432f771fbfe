import { defineConfig } from 'vitest/config';

// Emulated or loaded machines are slow, not wrong: TEST_TIME_FACTOR stretches every limit.
const timeFactor = Number(process.env.TEST_TIME_FACTOR ?? 1);

export default defineConfig({
  cacheDir: '.cache/vite',
  test: {
    environment: 'node',
    include: ['test/**/*.test.ts'],
    globals: false,
    pool: 'forks',
    testTimeout: 20_000 * timeFactor,
    hookTimeout: 60_000 * timeFactor,
    teardownTimeout: 20_000 * timeFactor,
  },
});
