import { createPrivateKey, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import type { OptionsOf } from '../../cli/command.ts';
import type { CommandContext } from '../../cli/settings.ts';
import { bootEmulator, type Running } from '../../emulator/boot.ts';
import { answerOf, type Choices, choicesFor, questionOf } from '../../emulator/conformance/assumptions.ts';
import type { EmulatorOptions } from '../../emulator/emulator.ts';
import { namedOptions } from '../../emulator/named-files.ts';
import { type Report, unverified } from '../../emulator/service/usage.ts';
import { CfiError, usageError } from '../../errors.ts';
import { jsonLine } from '../../render/json.ts';
import { write } from '../../render/render.ts';
import { formats, type Result } from '../../render/result.ts';
import { writeOut } from '../../storage/output-file.ts';
import { readNamed } from '../../storage/read-file.ts';
import { inMemory } from '../../storage/sqlite/database.ts';
import { attempt, present } from '../../text/records.ts';
import { sanitizeLine } from '../../text/sanitize.ts';
import { counted } from '../../text/words.ts';
import { stateFolder } from './control.ts';
import type { execCommand, servingOptions, startCommand } from './definition.ts';
import { namedSeed, readerFor } from './files.ts';

type BootOptions = OptionsOf<{ readonly options: typeof servingOptions }>;

/** Opens the state and serves it. Throws a `CfiError` if an option, the seed, the state or the address is invalid. */
export async function boot(context: CommandContext, options: BootOptions, state: string, port: number) {
  const tls = await certificateOf(context, options);
  const { host = '127.0.0.1', allowHost: allowedHosts, allowOrigin: allowedOrigins } = options;
  const { startTimer } = context.deps;
  const serving = { host, port, allowedHosts, allowedOrigins, tls, startTimer };
  const { freeze, fcPolicy, rateLimit, latency: latencyMs, varyAssumptions } = options;
  const emulatorOptions: EmulatorOptions = {
    ...{ state, realNow: context.deps.now, version: CFI_VERSION },
    ...{ freeze, fcPolicy, rateLimit, latencyMs, varyAssumptions },
    ...(await namedOptions(options, readerFor(context), '--now')),
  };
  return bootEmulator(emulatorOptions, serving).catch((error: unknown) => {
    throw namedSeed(options.seed, error);
  });
}

async function readPem({ deps: { cwd, interrupted } }: CommandContext, option: string, file: string) {
  return (await readNamed(file, `${option} ${file}`, { cwd, interrupted })).toString('utf8');
}

/** The certificate and key in the files of `--tls-cert` and `--tls-key`. Throws a usage error if they do not match. */
async function certificateOf(context: CommandContext, { tlsCert, tlsKey }: BootOptions) {
  if (tlsCert === undefined && tlsKey === undefined) return undefined;
  if (tlsCert === undefined) throw usageError('--tls-key needs --tls-cert as well');
  if (tlsKey === undefined) throw usageError('--tls-cert needs --tls-key as well');
  const cert = await readPem(context, '--tls-cert', tlsCert);
  const key = await readPem(context, '--tls-key', tlsKey);
  const certificate = attempt(() => new X509Certificate(cert), undefined);
  if (certificate === undefined) throw usageError(`--tls-cert ${tlsCert} is not a certificate in PEM`);
  const privateKey = attempt(() => createPrivateKey(key), undefined);
  if (privateKey === undefined)
    throw usageError(`--tls-key ${tlsKey} is not a key in PEM without a passphrase`);
  if (certificate.checkPrivateKey(privateKey)) return { cert, key };
  throw usageError(`${tlsKey} is not the key of the certificate in ${tlsCert}`);
}

/** The programs that open an address in the user's browser, and their arguments before the address. */
const openers: Readonly<Record<string, readonly [program: string, ...words: string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Opens an address in the user's browser, without a shell. If that fails, a notice gives the address. */
async function openPage({ deps, notice }: CommandContext, address: string): Promise<void> {
  const [program, ...words] = openers[deps.platform] ?? ['xdg-open'];
  // Without a desktop, it starts a browser in the terminal, which then takes the keys.
  if (program === 'xdg-open' && !deps.env.DISPLAY && !deps.env.WAYLAND_DISPLAY)
    return notice(`there is no desktop here: open ${address} in a browser`);
  const code = await deps.run(program, [...words, address], {}).catch(() => 1);
  if (code !== 0) notice(`no browser could be opened with ${program}: open ${address} yourself`);
}

const defaultPort = 4650;

/** Serves the emulator until it is interrupted, which is its normal end. */
export async function start(context: CommandContext, options: OptionsOf<typeof startCommand>) {
  const { deps, settings } = context;
  const state = stateFolder(context);
  const running = await boot(context, options, state, options.port ?? defaultPort);
  try {
    const json = formats[settings.output].jsonErrors;
    await write(deps.stdout, `${json ? readyJson(running, state, deps.pid) : readyText(running, state)}\n`);
    context.notice(`warehouse page: ${running.adminUrl}/`);
    // While it serves already: nobody should have to wait for this.
    await deps.loadWholeProgram();
    context.notice('press Ctrl-C to stop');
    if (options.open) void openPage(context, `${running.adminUrl}/`);
    if (!deps.interrupted.aborted) await once(deps.interrupted, 'abort');
  } finally {
    await running.stop();
  }
  return undefined;
}

function readyJson({ baseUrl, adminUrl, emulator }: Running, state: string, pid: number): string {
  const clients = emulator.clients().map(({ client_id, client_name }) => ({ client_id, client_name }));
  return jsonLine({ event: 'ready', base_url: baseUrl, admin_url: adminUrl, pid, state, clients });
}

function readyText({ baseUrl, emulator }: Running, state: string): string {
  const clients = emulator.clients().map(({ client_id }) => client_id);
  return sanitizeLine(`ready: ${baseUrl} (state ${state}; clients ${clients.join(', ') || 'none'})`);
}

type ExecOptions = OptionsOf<typeof execCommand>;

/** Runs the command with the address and the first client of an emulator. Returns its exit code. */
async function runAgainst({ deps }: CommandContext, running: Running, words: readonly string[]) {
  const [first] = running.emulator.clients();
  const [command = '', ...args] = words;
  // A signal that came first could not be passed on.
  deps.interrupted.throwIfAborted();
  return deps.hand(command, args, {
    CFI_BASE_URL: running.baseUrl,
    CFI_CLIENT_ID: first?.client_id,
    CFI_CLIENT_SECRET: first?.client_secret,
    CFI_EMULATOR_ADMIN: running.adminUrl,
    // With these, the command would use another service or account than the emulator's.
    CFI_EMULATOR: undefined,
    CFI_TOKEN: undefined,
    CFI_CLIENT_SECRET_FILE: undefined,
  });
}

const ended = (exitCode: number): Result => ({ data: null, blocks: [], bare: '', exitCode });

/** Throws an error with exit code 9 if the run relied on something that may be different at the real service. */
function checkVerified(report: Report): void {
  const guesses = unverified(report);
  if (guesses.length === 0) return;
  const list = guesses.map(({ id, choice, question }) => `${id}=${choice} (${question})`).join('; ');
  throw new CfiError(
    'partial',
    `the command relied on ${counted(guesses.length, 'assumption')} that nobody has checked: ${list}`,
    {
      hint: 'check your service with cfi verify --write --save FILE, and run this with --assume FILE; your client should not rely on what cannot be checked',
    },
  );
}

/** Serves an emulator while a command runs, without a shell. The exit code is the command's. */
export async function exec(context: CommandContext, options: ExecOptions): Promise<Result> {
  const { deps } = context;
  if (options.vary !== undefined) return runVaried(context, options, options.vary);
  const running = await boot(context, options, stateFolder(context, inMemory), options.port ?? 0);
  const { emulator } = running;
  try {
    await deps.loadWholeProgram();
    const ran = runAgainst(context, running, options.command);
    await ran.catch(() => {});
    // Once: what the command has started may still be sending, and the file must show what is judged.
    const report = emulator.report();
    if (options.report !== undefined)
      await writeOut(options.report, deps, `${JSON.stringify(report, null, 2)}\n`);
    const exitCode = await ran;
    if (options.require === 'verified' && exitCode === 0) checkVerified(report);
    return ended(exitCode);
  } finally {
    await running.stop();
  }
}

/** Throws a usage error for options that contradict a run under many assumptions. */
function checkOptions({ settings, deps }: CommandContext, options: ExecOptions): void {
  const state = settings.state === deps.env.CFI_EMULATOR_STATE ? undefined : settings.state;
  const { report, require, assume, varyAssumptions } = options;
  const contradicting = {
    ...{ '--report': report, '--require': require, '--assume': assume },
    ...{ '--vary-assumptions': varyAssumptions, '--state': state },
  };
  const given = Object.keys(present(contradicting));
  if (given.length > 0) throw usageError(`--vary and ${given.join(', ')} cannot be combined`);
}

const choiceList = (choices: Choices): string =>
  Object.entries(choices)
    .map(([id, choice]) => `${id}=${choice}`)
    .join(',');

/** Runs the command against a fresh emulator under each number; finds the choice that makes the first failure. */
async function runVaried(context: CommandContext, options: ExecOptions, numbers: readonly number[]) {
  const { deps } = context;
  checkOptions(context, options);
  await deps.loadWholeProgram();
  const codeUnder = async (choices: Choices): Promise<number> => {
    const list = choiceList(choices);
    const chosen = { ...options, ...(list === '' ? {} : { assume: list }) };
    const running = await boot(context, chosen, inMemory, options.port ?? 0);
    const code = await runAgainst(context, running, options.command).finally(() => running.stop());
    deps.interrupted.throwIfAborted();
    return code;
  };
  const failed: number[] = [];
  for (const number of numbers) {
    const code = await codeUnder(choicesFor(number));
    if (code !== 0) failed.push(number);
    context.notice(`--vary-assumptions ${number}: ${code === 0 ? 'passed' : `exit code ${code}`}`);
  }
  const [first] = failed;
  if (first === undefined) return ended(0);
  /** Why it fails under several choices: the first that suffices, or that there is none. */
  const reason = async (choices: Choices): Promise<string> => {
    if ((await codeUnder({})) !== 0) return 'the command fails under the defaults too';
    for (const [id, choice] of Object.entries(choices))
      if ((await codeUnder({ [id]: choice })) !== 0)
        return `fails under ${id}=${choice}: ${questionOf(id)}: ${answerOf(id, choice)} (the default is: ${answerOf(id, 0)})`;
    return `no single choice of --vary-assumptions ${first} makes it fail, only several together: ${choiceList(choices)}`;
  };
  throw new CfiError('partial', await reason(choicesFor(first)), {
    hint: `the command failed under ${failed.length} of ${counted(numbers.length, 'set')} of assumptions: ${failed.join(', ')}`,
  });
}
