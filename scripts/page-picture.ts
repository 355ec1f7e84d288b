// Draws docs/warehouse-page.png: the page in Chromium after a morning's work. Run by: node scripts/run-ts.mjs
import { startBrowser } from '../test/page/browser.ts';
import { playMorning } from '../test/page/scene.ts';
import { startEmulator } from '../test/page/served-emulator.ts';

const emulator = await startEmulator();
const browser = await startBrowser();
try {
  await playMorning(emulator);
  const page = await browser.context.newPage();
  await page.setViewportSize({ width: 1200, height: 760 });
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.goto(emulator.page);
  await page
    .getByRole('button', { name: /^Propose another time/ })
    .first()
    .click();
  await page.getByText('POST /auth/login').waitFor();
  await page.screenshot({ path: 'docs/warehouse-page.png' });
} finally {
  await browser.close();
  await emulator.stop();
}
