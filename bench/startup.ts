import { bin, start, startEmulator, wall, withHome } from './processes.ts';
import { atMost, inPairs, type Row } from './row.ts';

const rounds = 15;
const ms = (value: number): string => `${value.toFixed(0)} ms`;
const bare = (): Promise<number> => wall(['-e', '0']);

async function row(name: string, goal: number, ours: () => Promise<number>): Promise<Row> {
  const measured = await inPairs(rounds, ours, bare);
  return {
    name,
    ours: ms(measured.ours),
    yardstick: `${ms(measured.yardstick)} (node -e 0)`,
    ratio: measured.ratio,
    goal: atMost(goal),
  };
}

/** How long short commands take as whole processes, against a bare node. */
export async function* startupRows(): AsyncGenerator<Row> {
  yield await row('cfi --version', 1.2, () => wall([bin, '--version']));
  yield await row('cfi --help', 1.2, () => wall([bin, '--help']));
  yield await withHome(async (home) => {
    const emulator = await startEmulator(['--state', ':memory:'], { CFI_HOME: home });
    const env = { CFI_HOME: home, CFI_BASE_URL: emulator.baseUrl, CFI_TOKEN: emulator.token };
    try {
      return await row('cfi inventory, served emulator', 2.0, () => wall([bin, 'inventory'], env));
    } finally {
      await emulator.stop();
    }
  });
  yield await withHome((home) =>
    row('cfi --emulator inventory', 2.8, () => wall([bin, '--emulator', 'inventory'], { CFI_HOME: home })),
  );
  yield await withHome((home) =>
    row('emulator ready', 4, async () => {
      const emulator = await start(
        [bin, 'emulator', 'start', '--quiet', '--port', '0', '--state', ':memory:'],
        {
          CFI_HOME: home,
        },
      );
      await emulator.stop();
      return emulator.readyMs;
    }),
  );
}
