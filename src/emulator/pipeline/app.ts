import type { Core } from '../engine/core.ts';
import { failureReply, toAnswer } from '../server/answers.ts';
import type { HttpAnswer, HttpRequest } from '../server/http-message.ts';
import { isForeign } from '../server/origin.ts';
import type { Soon } from './lazy-modules.ts';
import { decodePath } from './router.ts';
import { answerService } from './service.ts';

const refuse = (status: number, error: string): HttpAnswer => toAnswer(failureReply(status, error));

/** Says on every answer that this is the emulator, so that a client may poll it as often as it likes. */
const emulatorHeader = 'x-emulator';

/** One request to its answer. */
export async function answer(core: Core, http: HttpRequest): Promise<HttpAnswer> {
  const plain = await dispatch(core, http);
  plain.headers[emulatorHeader] = core.behaviour.version;
  return plain;
}

/** Refuses web pages and other hosts; `/v1` is the service, `/_emulator` the control API. */
function dispatch(core: Core, http: HttpRequest): Soon<HttpAnswer> {
  if (isForeign(http)) return refuse(403, 'Requests from web pages or for other hosts are refused');
  const [path = '', query = ''] = splitTarget(http.target);
  const parts = decodePath(path);
  if (parts === undefined) return refuse(400, 'The path is not percent-encoded UTF-8');
  if (parts[0] === 'v1') return answerService(core, http, parts.slice(1), query);
  if (parts[0] === '_emulator') return answerControls(core, http, parts.slice(1), query);
  return refuse(404, 'Not found: the service is below /v1');
}

async function answerControls(
  core: Core,
  http: HttpRequest,
  parts: readonly string[],
  query: string,
): Promise<HttpAnswer> {
  const { answerControl } = await import('../control/control.ts');
  return answerControl(core, http, parts, query);
}

function splitTarget(target: string): [string, string] {
  const at = target.indexOf('?');
  return at < 0 ? [target, ''] : [target.slice(0, at), target.slice(at + 1)];
}
