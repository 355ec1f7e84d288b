import { defineConfig } from 'vitest/config';
import config from './vitest.config.ts';

// What a release holds, what it must go on with, and what its pages show: npm run test:release.
export default defineConfig({
  ...config,
  test: { ...config.test, include: ['test/release/*.release.ts'] },
});
