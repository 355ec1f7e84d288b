import { defineConfig } from 'vitest/config';

export default defineConfig({
  define: { CFI_VERSION: JSON.stringify('0.0.0-test') },
  test: {
    include: ['test/**/*.test.ts'],
    // libsql is a native module: one process a worker.
    pool: 'forks',
    testTimeout: 20_000,
  },
});
