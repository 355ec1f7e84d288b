import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { type Browser, startBrowser } from './browser.ts';
import { slot } from './scene.ts';
import { type Answered, type ServedEmulator, startEmulator } from './served-emulator.ts';

/** A browser for the tests in a file, and an emulator for each test. */
export interface Opened {
  readonly emulator: ServedEmulator;
  /** The console output of the pages. */
  readonly complaints: readonly string[];
  /** The origins that the pages contacted. */
  readonly asked: ReadonlySet<string>;
  open(width?: number): Promise<Page>;
  /** A call of the service by emu-acme. */
  acme(method: string, path: string, body?: object): Promise<Answered>;
  /** Books a delivery slot for emu-acme and returns its reference. */
  bookSlot(changes?: object): Promise<string>;
}

/** Sets up what the tests in a file need, and cleans up after each. */
export function useOpened(): () => Opened {
  let browser: Browser;
  let emulator: ServedEmulator;
  let pages: Page[] = [];
  let complaints: string[];
  let asked: Set<string>;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser?.close());
  beforeEach(async () => {
    complaints = [];
    asked = new Set();
    emulator = await startEmulator();
  });
  afterEach(async () => {
    for (const page of pages) await page.close();
    pages = [];
    await emulator?.stop();
  });
  const open = async (width = 1400): Promise<Page> => {
    const page = await browser.context.newPage();
    pages.push(page);
    page.setDefaultTimeout(10_000);
    await page.setViewportSize({ width, height: 900 });
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('request', (request) => asked.add(new URL(request.url()).origin));
    await page.goto(emulator.page);
    await page.getByText('Live', { exact: true }).waitFor();
    return page;
  };
  return () => {
    const acme: Opened['acme'] = (...call) => emulator.service('emu-acme', ...call);
    const bookSlot: Opened['bookSlot'] = async (changes = {}) =>
      (await acme('POST', '/inbound-slot', slot(changes))).body.data.slotReference;
    return { emulator, complaints, asked, open, acme, bookSlot };
  };
}

/** A button by its name. */
export const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name });

/** A section of the page, found by the beginning of its heading. */
export const part = (page: Page, name: string): Locator =>
  page.getByRole('region', { name: new RegExp(`^${name}`) });
