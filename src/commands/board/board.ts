import type { Run } from '../../cli/command.ts';
import { type Prompts, withEach } from '../../cli/prompts.ts';
import type { CommandContext } from '../../cli/settings.ts';
import { accountText } from '../../client/auth/account.ts';
import { openApi } from '../../client/auth/session.ts';
import type { Api } from '../../client/types.ts';
import type { Deps } from '../../deps.ts';
import { paceFor } from '../../desk/read.ts';
import { CfiError, signalExitCode, usageError } from '../../errors.ts';
import type { Result } from '../../render/result.ts';
import type { boardDefinition } from './definition.ts';
import { type BoardSession, startBoard } from './session.ts';
import { type BoardTerminal, openTerminal } from './terminal.ts';

const emulatorIntervalMs = 10_000;

/** The overview of slots and purchase orders, full screen and live. Throws a usage error without a terminal. */
export const run: Run<typeof boardDefinition> = async (context, options) => {
  const { deps, settings } = context;
  const { interval, readOnly = false, bell = true } = options;
  if (!deps.stdin.isTTY || !deps.stdout.isTTY || deps.env.TERM === 'dumb')
    throw usageError('cfi board needs a terminal', 'cfi today prints the same');
  if (settings.accessible)
    throw usageError(
      'cfi board redraws the screen, which a screen reader cannot follow',
      'cfi today prints the same; cfi slot watch waits for the warehouse',
    );
  await deps.loadWholeProgram();
  let session: BoardSession | undefined;
  let terminal: BoardTerminal | undefined;
  /** Ends what is in progress when the board is left. In raw mode, Ctrl-C is only a key. */
  const leaving = new AbortController();
  const say = (line: string): void => (session === undefined ? context.notice(line) : session.say(line));
  const quiet: CommandContext = {
    ...context,
    // Not copied, because reading `stdin` opens it.
    deps: Object.assign(Object.create(deps) as Deps, { interrupted: leaving.signal }),
    // One attempt per poll: the next poll is the retry, so that the service's limit is kept.
    settings: { ...settings, maxRetries: 0, quiet: true, interactive: false, output: 'json', debug: false },
    notice: say,
    warn: say,
    onWait: () => {},
  };
  let account = '';
  const aside = <T>(work: () => Promise<T>): Promise<T> =>
    terminal?.aside(work, settings.quiet ? '' : account) ?? work();
  const prompts = async (): Promise<Prompts> => withEach(await deps.prompts(), aside);
  /** What a key asks for is looked up and repeated as often as elsewhere; what is asked is asked beside the screen. */
  const acting: CommandContext = {
    ...quiet,
    deps: Object.assign(Object.create(quiet.deps) as Deps, { prompts }),
    settings: { ...quiet.settings, interactive: true, maxRetries: settings.maxRetries },
    aside,
  };
  const endBy = (signal: unknown): void => {
    leaving.abort(signal);
    session?.end(signalExitCode(signal));
  };
  const onSignal = (): void => endBy(deps.interrupted.reason);
  if (deps.interrupted.aborted) onSignal();
  deps.interrupted.addEventListener('abort', onSignal, { once: true });
  let api: Api | undefined;
  try {
    // An expired sign-in asks for the secret, for which the board has no line.
    await (await openApi(context)).close();
    api = await openApi(quiet, { keepsData: true });
    const onEmulator = Math.max(100, interval ?? emulatorIntervalMs);
    const pace = await paceFor({ ...context, deps: quiet.deps }, api, interval, onEmulator);
    account = accountText(api, settings, deps.env);
    const screen = openTerminal(deps, settings.color.stdout, {
      onInput: (text) => session?.input(text),
      onResize: () => session?.redraw(),
      onGone: () => endBy('SIGHUP'),
    });
    terminal = screen;
    try {
      session = startBoard({
        api,
        context: acting,
        ...pace,
        ...screen,
        ring: (text) => (bell ? screen.ring(text) : undefined),
        account,
        // Where nobody may be asked, no key may send.
        readOnly: readOnly || !settings.interactive,
        startTimer: (ms, callback) => deps.startTimer(ms, callback),
      });
      if (deps.interrupted.aborted) onSignal();
      const exitCode = await session.ended;
      screen.close();
      leaving.abort('SIGINT');
      return { data: undefined, blocks: [], bare: '', exitCode, ...reportOf(await session.lastOutcome()) };
    } finally {
      screen.close();
    }
  } finally {
    deps.interrupted.removeEventListener('abort', onSignal);
    await api?.close();
  }
};

/** What the user must know of an action that the end of the board overtook. */
function reportOf(outcome: string | CfiError | undefined): Pick<Result, 'notices' | 'errors'> {
  if (!(outcome instanceof CfiError)) return outcome === undefined ? {} : { notices: [outcome] };
  const nothingSent = outcome.code === 'cancelled' && outcome.details.maybeSent !== true;
  return nothingSent ? { notices: ['nothing was sent'] } : { errors: [outcome] };
}
