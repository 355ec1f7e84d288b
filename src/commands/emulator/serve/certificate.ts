import { createPrivateKey, X509Certificate } from 'node:crypto';
import { resolve } from 'node:path';
import type { CommandContext } from '../../../cli/settings.ts';
import type { Certificate } from '../../../emulator/server/serve.ts';
import { usageError } from '../../../errors.ts';
import { unreadableFile } from '../../../storage/file-errors.ts';
import { readText } from '../../../storage/read-file.ts';
import { messageOf } from '../../../text/records.ts';

async function readPem({ deps }: CommandContext, option: string, file: string): Promise<string> {
  return readText(resolve(deps.cwd, file), deps.interrupted).catch((error) => {
    throw unreadableFile(`${option} ${file}`, error);
  });
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
export async function readCertificate(
  context: CommandContext,
  tlsCert: string | undefined,
  tlsKey: string | undefined,
): Promise<Certificate> {
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
