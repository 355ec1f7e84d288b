import { openEmulator } from '../../../src/emulator/emulator.ts';
import { serve } from '../../../src/emulator/server/serve.ts';

/** Serves a state folder in its own process: prints its address, and ends when standard input closes. */
const [state = ''] = process.argv.slice(2);
const emulator = await openEmulator({ state, realNow: Date.now });
const served = await serve(emulator, {
  host: '127.0.0.1',
  port: 0,
  startTimer(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
});
process.stdout.write(`${served.origin}\n`);
process.stdin.on('end', async () => {
  await served.close();
  emulator.close();
});
process.stdin.resume();
