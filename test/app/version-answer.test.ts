import { expect, it } from 'vitest';
import { installedBy } from '../../src/app/run.ts';

it.each([
  ['/usr/lib/node_modules/channel-fulfilment-cli/bin/cfi.js', false, 'npm'],
  ['C:\\Users\\ada\\AppData\\Roaming\\npm\\node_modules\\channel-fulfilment-cli\\bin\\cfi.js', false, 'npm'],
  ['/home/ada/cfi/bin/cfi.js', false, 'source'],
  ['/home/ada/.local/bin/cfi', true, 'executable'],
  ['/opt/homebrew/Cellar/cfi/1.2.3/bin/cfi', true, 'homebrew'],
  ['/home/linuxbrew/.linuxbrew/Cellar/cfi/1.2.3/bin/cfi', true, 'homebrew'],
  ['C:\\Users\\ada\\scoop\\apps\\cfi\\current\\cfi.exe', true, 'scoop'],
  ['/home/scoop', true, 'executable'],
] as const)('%s (executable: %s) was installed by %s', (file, executable, by) => {
  expect(installedBy({ file, executable })).toBe(by);
});
