import { isIP } from 'node:net';
import { isLoopback } from '../../text/host.ts';
import type { HttpRequest, Listening } from './http-message.ts';

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

const isEverywhere = (host: string): boolean => host === '0.0.0.0' || host === '::';

const bare = (name: string): string => name.replace(/^\[|\]$/g, '');

function isOwnName(name: string, listening: Listening): boolean {
  if (loopback.has(name) && (isLoopback(listening.host) || isEverywhere(listening.host))) return true;
  // An address cannot be rebound to another machine as a name can, so any is fine where we listen on all of them.
  if (isEverywhere(listening.host)) return isIP(bare(name)) !== 0;
  return bare(name) === listening.host.toLowerCase();
}

/**
 * Whether a request comes from a web page, or names a host other than ours: a page of another site, or a name
 * that was pointed at this machine, must not reach the emulator.
 */
export function isForeign({ headers, listening }: HttpRequest): boolean {
  if (headers.origin !== undefined) return true;
  if (listening === undefined) return false;
  const match = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec((headers.host ?? '').toLowerCase());
  if (match?.[1] === undefined) return true;
  const port = match[2];
  return !isOwnName(match[1], listening) || (port !== undefined && Number(port) !== listening.port);
}
