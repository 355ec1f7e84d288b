import type { Redactor } from '../../text/redact.ts';
import { sanitizeLine } from '../../text/sanitize.ts';
import { type HttpRequest, type HttpResponse, type Transport, TransportFailure } from '../types.ts';
import { addressText } from './address.ts';

const longestBody = 4_000;
const decoder = new TextDecoder();

/** The beginning of a body: first cleaned, then without secrets, and only then cut, so that no part of one is left. */
function shownBody(body: string | Uint8Array, redact: Redactor['redact']): string {
  const raw = redact(typeof body === 'string' ? body : decoder.decode(body));
  const text = redact(sanitizeLine(raw));
  return text.length > longestBody ? `${text.slice(0, longestBody)}… (${body.length} in all)` : text;
}

/** A transport that also shows requests and answers through `say`, without secrets and control characters. */
export function debugTransport(
  transport: Transport,
  baseUrl: string,
  { redact }: Redactor,
  say: (line: string) => void,
): Transport {
  const address = addressText(baseUrl);
  const tell = (mark: string, text: string): void => say(`${mark} ${redact(sanitizeLine(redact(text)))}`);
  const tellHeaders = (mark: string, headers: Readonly<Record<string, string>>): void => {
    for (const [name, value] of Object.entries(headers))
      tell(
        mark,
        /^(proxy-)?authorization$|^(set-)?cookie$/i.test(name) ? `${name}: [removed]` : `${name}: ${value}`,
      );
  };
  const tellRequest = (request: HttpRequest): void => {
    tell('>', `${request.method} ${address}${request.path}`);
    tellHeaders('>', request.headers);
    if (request.body !== undefined) tell('>', shownBody(request.body, redact));
  };
  const tellAnswer = (answer: HttpResponse, ms: number): void => {
    tell('<', `${answer.status} after ${Math.round(ms)} ms`);
    tellHeaders('<', answer.headers);
    if (answer.body.length > 0) tell('<', shownBody(answer.body, redact));
  };
  return {
    ...(transport.embedded === undefined ? {} : { embedded: transport.embedded }),
    async send(request) {
      tellRequest(request);
      const start = transport.monotonicNow();
      try {
        const answer = await transport.send(request);
        tellAnswer(answer, transport.monotonicNow() - start);
        return answer;
      } catch (error) {
        if (error instanceof TransportFailure) tell('!', `${error.kind}: ${error.message}`);
        throw error;
      }
    },
    wait(ms, signal) {
      tell('*', `waiting ${ms} ms`);
      return transport.wait(ms, signal);
    },
    now: () => transport.now(),
    monotonicNow: () => transport.monotonicNow(),
    close: () => transport.close(),
  };
}
