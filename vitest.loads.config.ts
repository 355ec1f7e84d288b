import { defineConfig } from 'vitest/config';
import config from './vitest.config.ts';

// Storms, a week of all users, single faults, full disks, processes that are killed or share a home, answers and files
// without end, odd values everywhere, and the time that texts and expressions take:
// npm run test:loads.
export default defineConfig({ ...config, test: { ...config.test, include: ['test/loads/*.load.ts'] } });
