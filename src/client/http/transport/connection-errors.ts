import { CfiError } from '../../../errors.ts';
import { codeOf } from '../../../text/records.ts';
import { TransportFailure } from '../../types.ts';
import { ProxyRefusal } from './proxy.ts';

const certificateCodes =
  /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|ERR_TLS_CERT_ALTNAME_INVALID|SecureProxyConnection/;

const sentences: Readonly<Record<string, string>> = {
  ENOTFOUND: 'the host name is not known',
  EAI_AGAIN: 'the host name cannot be looked up at the moment',
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was reset',
  EPIPE: 'the connection was closed',
  ETIMEDOUT: 'the connection could not be made in time',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  UND_ERR_CONNECT_TIMEOUT: 'the connection could not be made in time',
  UND_ERR_SOCKET: 'the connection was closed before the answer was complete',
};

/** The first cause with a known code; connecting to several addresses can fail with several errors. */
function knownCode(error: NodeJS.ErrnoException & { readonly errors?: readonly unknown[] }): string {
  const code = codeOf(error) || codeOf(error.errors?.[0]) || '';
  // If the service closes a connection, Node gives the same code as for a reset, but no system call.
  return code === 'ECONNRESET' && error.syscall === undefined ? 'UND_ERR_SOCKET' : code;
}

const isTlsCode = (code: string): boolean => code.startsWith('ERR_SSL_') || code === 'EPROTO';

/** The status with which a proxy refused a tunnel; undici gives it only in a message. */
function refusedTunnel({ message }: Error): number | undefined {
  const status = /^Proxy response \((\d{3})\) !== 200/.exec(message)?.[1];
  return status === undefined ? undefined : Number(status);
}

/**
 * What an error of the HTTP client means. `started`: bytes of the request may have been sent. A `CfiError` thrown while
 * connecting is passed on unchanged.
 */
export function connectionError(error: Error, started: boolean): TransportFailure | CfiError {
  if (error instanceof CfiError) return error;
  const code = knownCode(error);
  if (/HEADERS?_OVERFLOW$/.test(code))
    return new TransportFailure('unreadable', 'the headers of the answer are too large', started, error);
  if (
    error.name === 'HTTPParserError' ||
    code.startsWith('HPE_') ||
    code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH' ||
    // undici's own words for a status such as 000.
    code === 'ERR_ASSERTION'
  )
    return new TransportFailure('unreadable', 'the answer is not complete, valid HTTP', started, error);
  if (certificateCodes.test(code) || certificateCodes.test(error.name)) {
    const message = `the certificate of the service is not trusted (${error.message}); to trust it, name its certificate authority in NODE_EXTRA_CA_CERTS`;
    return new TransportFailure('network', message, started, error);
  }
  const tunnelStatus = refusedTunnel(error);
  if (tunnelStatus !== undefined) {
    const refusal = new ProxyRefusal(tunnelStatus, error);
    // Nothing of the request itself goes out before the tunnel is open.
    return new TransportFailure('network', refusal.message, false, refusal);
  }
  // OpenSSL's own text names its source files and lines.
  const sentence = isTlsCode(code) ? `no encrypted connection could be made (${code})` : sentences[code];
  return new TransportFailure('network', sentence ?? error.message, started, error);
}
