import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { OptionsOf } from '../../../cli/command.ts';
import type { CommandContext } from '../../../cli/settings.ts';
import { bootEmulator, type Running } from '../../../emulator/boot.ts';
import type { EmulatorOptions } from '../../../emulator/emulator.ts';
import { builtInNames } from '../../../emulator/seed/first-state.ts';
import type { Certificate } from '../../../emulator/server/serve.ts';
import { usageError } from '../../../errors.ts';
import { readNamed } from '../../../storage/read-file.ts';
import { messageOf } from '../../../text/records.ts';
import { parseInstant } from '../../../text/time/time.ts';
import type { servingOptions } from '../definition.ts';
import { namedSeed, readAssumed, readSeedFile } from '../files.ts';

/** The options of `start` and `exec`. */
type BootOptions = OptionsOf<{ readonly options: typeof servingOptions }>;

/** Opens the state and serves it. Throws a `CfiError` if an option, the seed, the state or the address is invalid. */
export async function boot(
  context: CommandContext,
  options: BootOptions,
  { state, port }: { readonly state: string; readonly port: number },
): Promise<Running> {
  const tls = await certificateOf(context, options);
  const { host = '127.0.0.1', allowHost: allowedHosts, allowOrigin: allowedOrigins } = options;
  const { startTimer } = context.deps;
  const serving = { host, port, allowedHosts, allowedOrigins, tls, startTimer };
  return bootEmulator(await emulatorOptions(context, options, state), serving).catch((error: unknown) => {
    throw namedSeed(options.seed, error);
  });
}

async function readPem(
  { deps: { cwd, interrupted } }: CommandContext,
  option: string,
  file: string,
): Promise<string> {
  return (await readNamed(file, `${option} ${file}`, { cwd, interrupted })).toString('utf8');
}

/** Parses the content of a file. Throws a usage error if the file does not contain `what`. */
function parsed<T>(option: string, file: string, what: string, make: () => T): T {
  try {
    return make();
  } catch (error) {
    throw usageError(`${option} ${file} is not ${what}: ${messageOf(error)}`);
  }
}

/** The certificate and key in the files of `--tls-cert` and `--tls-key`. Throws a usage error if they do not match. */
async function certificateOf(
  context: CommandContext,
  { tlsCert, tlsKey }: BootOptions,
): Promise<Certificate | undefined> {
  if (tlsCert === undefined && tlsKey === undefined) return undefined;
  if (tlsCert === undefined) throw usageError('--tls-key needs --tls-cert as well');
  if (tlsKey === undefined) throw usageError('--tls-cert needs --tls-key as well');
  const cert = await readPem(context, '--tls-cert', tlsCert);
  const key = await readPem(context, '--tls-key', tlsKey);
  const certificate = parsed('--tls-cert', tlsCert, 'a certificate in PEM', () => new X509Certificate(cert));
  const privateKey = parsed('--tls-key', tlsKey, 'a key in PEM without a passphrase', () =>
    createPrivateKey(key),
  );
  if (certificate.checkPrivateKey(privateKey)) return { cert, key };
  throw usageError(`${tlsKey} is not the key of the certificate in ${tlsCert}`);
}

async function emulatorOptions(
  context: CommandContext,
  { seed, now, freeze, fcPolicy, rateLimit, latency, varyAssumptions, assume }: BootOptions,
  state: string,
): Promise<EmulatorOptions> {
  const at = now === undefined ? undefined : parseInstant(now);
  if (Number.isNaN(at))
    throw usageError(`--now ${JSON.stringify(now)} is not a time`, 'write it as 2026-09-01T08:00:00Z');
  const source = seed === undefined || builtInNames.includes(seed) ? seed : await readSeedFile(context, seed);
  return {
    state,
    realNow: context.deps.now,
    version: CFI_VERSION,
    seed: source,
    now: at,
    ...{ freeze, fcPolicy, rateLimit, latencyMs: latency, varyAssumptions },
    ...(assume === undefined ? {} : await readAssumed(context, assume)),
  };
}
