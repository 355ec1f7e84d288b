import { describe, expect, it } from 'vitest';
import { connectionError } from '../../../src/client/transport/network.ts';
import { TransportFailure } from '../../../src/client/types.ts';
import { usageError } from '../../../src/errors.ts';

const coded = (code: string, message = 'a message of Node'): Error =>
  Object.assign(new Error(message), { code });
const named = (name: string): Error => Object.assign(new Error('a message of Node'), { name });

const invalid = 'the answer is not complete, valid HTTP';
const wrong = 'the certificate of the service is not trusted: a message of Node';
const untrusted = `${wrong}; to trust it, name its certificate authority in NODE_EXTRA_CA_CERTS`;

describe.each([true, false])('an error of the connection, with the request started: %s', (started) => {
  it.each<[Error, TransportFailure['kind'], string]>([
    [coded('ENOTFOUND'), 'network', 'the host name is not known'],
    [coded('EAI_AGAIN'), 'network', 'the host name cannot be looked up at the moment'],
    [coded('ECONNREFUSED'), 'network', 'the connection was refused'],
    [coded('EHOSTUNREACH'), 'network', 'the host cannot be reached'],
    [Object.assign(coded('ECONNRESET'), { syscall: 'read' }), 'network', 'the connection was reset'],
    [coded('ECONNRESET'), 'network', 'the connection was closed before the answer was complete'],
    [
      new AggregateError([coded('ECONNREFUSED'), coded('ENOTFOUND')]),
      'network',
      'the connection was refused',
    ],
    [
      Object.assign(new AggregateError([coded('ENOTFOUND')]), { code: 'ECONNREFUSED' }),
      'network',
      'the connection was refused',
    ],
    [coded('ESOMETHING'), 'network', 'the system reports ESOMETHING'],
    [coded('ERR_OTHER'), 'network', 'a message of Node'],
    [new Error('a message of Node'), 'network', 'a message of Node'],
    [coded('EPROTO'), 'network', 'no encrypted connection could be made: EPROTO'],
    [
      coded('ERR_SSL_WRONG_VERSION_NUMBER'),
      'network',
      'no encrypted connection could be made: ERR_SSL_WRONG_VERSION_NUMBER',
    ],
    [
      coded('ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED'),
      'network',
      'no encrypted connection could be made: ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED',
    ],
    [coded('DEPTH_ZERO_SELF_SIGNED_CERT'), 'network', untrusted],
    [coded('ERR_TLS_CERT_ALTNAME_INVALID'), 'network', wrong],
    [coded('CERT_HAS_EXPIRED'), 'network', wrong],
    [coded('UNABLE_TO_VERIFY_LEAF_SIGNATURE'), 'network', untrusted],
    [named('SecureProxyConnectionError'), 'network', untrusted],
    [coded('HPE_HEADER_OVERFLOW'), 'excessive', 'the headers of the answer are too large'],
    [coded('UND_ERR_HEADERS_OVERFLOW'), 'excessive', 'the headers of the answer are too large'],
    [coded('HPE_INVALID_CONSTANT'), 'unreadable', invalid],
    [coded('UND_ERR_RES_CONTENT_LENGTH_MISMATCH'), 'unreadable', invalid],
    [coded('ERR_ASSERTION', 'false == true'), 'unreadable', invalid],
    [named('HTTPParserError'), 'unreadable', invalid],
  ])('%s is a failure (%#)', (error, kind, message) => {
    const failure = connectionError(error, started);
    expect(failure).toBeInstanceOf(TransportFailure);
    expect(failure).toMatchObject({ kind, message, maybeSent: started, cause: error });
  });

  it('says that nothing was sent if a proxy refuses the tunnel', () => {
    expect(
      connectionError(coded('UND_ERR_ABORTED', 'Proxy response (407) !== 200 when HTTP Tunneling'), started),
    ).toMatchObject({
      kind: 'network',
      message: 'the proxy refused the connection with status 407',
      maybeSent: false,
    });
  });

  it('passes on an error that is already ours', () => {
    const error = usageError('no');
    expect(connectionError(error, started)).toBe(error);
  });
});
