import { credentials } from '../sign-in.ts';
import { type Answering, type Received, startService } from './http-server.ts';

/** A service with scripted answers, open until the test is over, and the requests posted to each of its endpoints. */
export async function startDocumentService(answer: Answering) {
  const service = await startService(answer);
  const posts = (url: string): Received[] =>
    service.received.filter((request) => request.method === 'POST' && request.url === url);
  return { env: credentials(service.baseUrl), posts };
}

/** The document in a request. */
export const bodyOf = (request: { body: string } | undefined) =>
  JSON.parse(request?.body ?? '{}') as Record<string, unknown>;
