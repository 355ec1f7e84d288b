import { defineConfig } from 'vitest/config';

// The warehouse page in a real browser: npm run test:page.
export default defineConfig({
  test: {
    include: ['test/page/**/*.browser.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
