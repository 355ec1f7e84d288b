import { getEventListeners } from 'node:events';
import { expect, it } from 'vitest';
import { createAbortGroups } from '../src/abort-groups.ts';

it('calls those that have not left, once, through one listener', () => {
  const controller = new AbortController();
  const onAbort = createAbortGroups();
  const called: string[] = [];
  const leave = ['a', 'b', 'c'].map((name) => onAbort(controller.signal, () => void called.push(name)));
  leave[1]?.();
  expect(getEventListeners(controller.signal, 'abort')).toHaveLength(1);
  controller.abort();
  controller.signal.dispatchEvent(new Event('abort'));
  expect(called).toEqual(['a', 'c']);
});

it('uses the place of one that has left again, so that the list does not grow with the number of requests', () => {
  const controller = new AbortController();
  const onAbort = createAbortGroups();
  const called: string[] = [];
  const leave = onAbort(controller.signal, () => void called.push('a'));
  onAbort(controller.signal, () => void called.push('b'));
  leave();
  onAbort(controller.signal, () => void called.push('c'));
  controller.abort();
  expect(called).toEqual(['c', 'b']);
});

it('keeps the signals apart', () => {
  const [one, other] = [new AbortController(), new AbortController()];
  const onAbort = createAbortGroups();
  const called: string[] = [];
  onAbort(one.signal, () => void called.push('one'));
  onAbort(other.signal, () => void called.push('other'));
  other.abort();
  expect(called).toEqual(['other']);
});
