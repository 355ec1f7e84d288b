import { subscribe } from 'node:diagnostics_channel';
import { afterEach, expect } from 'vitest';
import type { Answered } from '../../../src/emulator/service/request.ts';
import type { documentChecks } from '../emulator/document.ts';
import { testNow } from '../time.ts';
import { recordedAnswers } from './recorded-answers.ts';

/**
 * Checks every answer that an emulator gives to any test, in this process or in a program that the test started,
 * against the OpenAPI document: status, headers and body. A violation fails the test that ends next.
 */
interface Waiting {
  readonly answers: Answered[];
  readonly recorded: () => Answered[];
  checks?: Promise<ReturnType<typeof documentChecks>>;
}

declare global {
  // Test files of one worker share the document, which is built once, and only where an emulator is used.
  var answersToCheck: Waiting | undefined;
}

async function makeChecks(): Promise<ReturnType<typeof documentChecks>> {
  const { documented } = await import('../../../src/emulator/emulator.ts');
  const { documentChecks } = await import('../emulator/document.ts');
  return documentChecks(await documented('service', '1.2.3', testNow));
}

function startListening(): Waiting {
  const waiting: Waiting = { answers: [], recorded: recordedAnswers() };
  subscribe('cfi:emulator:answer', (reported) => waiting.answers.push(reported as Answered));
  return waiting;
}

globalThis.answersToCheck ??= startListening();
const waiting = globalThis.answersToCheck;

const parsed = (text: string, type = ''): unknown =>
  text === '' ? undefined : type.startsWith('application/json') ? JSON.parse(text) : text;

afterEach(async () => {
  const answers = [...waiting.answers.splice(0), ...waiting.recorded()];
  if (answers.length === 0) return;
  waiting.checks ??= makeChecks();
  const { wrongWithAnswerTo } = await waiting.checks;
  const wrong = answers.flatMap(({ http, answer }) => {
    const { status, headers, body } = answer;
    const found = wrongWithAnswerTo(http.method, http.target, {
      status,
      headers,
      body: parsed(body, headers['content-type']),
    });
    return found.length === 0 ? [] : [{ request: `${http.method} ${http.target}`, status, found, body }];
  });
  expect(wrong.slice(0, 5), 'answers that the OpenAPI document does not describe').toEqual([]);
});
