import { cli } from '../../src/main.ts';

// What the single executable runs.
void cli({ executable: true });
