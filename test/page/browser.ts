import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium } from 'playwright-core';

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The browser on this machine: `CHROMIUM`, or the usual location. Throws if there is none. */
function browserFile(): string {
  const file = process.env.CHROMIUM ?? places.find((place) => existsSync(place));
  if (file === undefined || !existsSync(file)) {
    throw new Error(
      'There is no Chromium here: install it (apt-get install chromium), or name it in CHROMIUM.',
    );
  }
  return file;
}

const args = [
  ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
];

export interface Browser {
  readonly context: BrowserContext;
  close(): Promise<void>;
}

/** Starts Chromium with its own empty profile. */
export async function startBrowser(): Promise<Browser> {
  const profile = await mkdtemp(join(tmpdir(), 'cfi-page-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: browserFile(),
    args,
    viewport: { width: 1400, height: 900 },
  });
  return {
    context,
    async close() {
      await context.close();
      await rm(profile, { recursive: true, force: true });
    },
  };
}
