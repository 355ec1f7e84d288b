import { describe, expect, it } from 'vitest';
import { watchInterruption } from '../../../src/upload/run/endings.ts';

/** A watched run, what happened to it, and the timers that are set. */
function watchedRun(interrupt = new AbortController()) {
  const events: string[] = [];
  const timers = new Map<() => void, number>();
  const halt = new AbortController();
  let insist = (): void => {};
  const stopWatching = watchInterruption(
    {
      interrupted: interrupt.signal,
      onSecondInterrupt: (callback) => {
        insist = callback;
      },
      startTimer: (ms, callback) => {
        timers.set(callback, ms);
        return () => void timers.delete(callback);
      },
      observer: { note: (line) => void events.push(line) },
    },
    {
      halted: halt.signal,
      stop: ({ reason, message }) => {
        events.push(`${reason}: ${message}`);
        halt.abort();
      },
      abandon: () => void events.push('cancelled the requests'),
    },
  );
  return { events, timers, interrupt, halt, insist: () => insist(), stopWatching };
}

const stopped = [
  'interrupted: stopped by Ctrl-C',
  'stopping: waiting for the requests in progress; press again to stop at once',
];

describe('an interrupted run', () => {
  it('stops, says what it waits for, and cancels requests that take longer than 5 seconds', () => {
    const { events, timers, interrupt } = watchedRun();
    expect([events, timers.size]).toEqual([[], 0]);
    interrupt.abort('SIGINT');
    expect([events, [...timers.values()]]).toEqual([stopped, [5000]]);
    for (const callback of timers.keys()) callback();
    expect(events).toEqual([...stopped, 'cancelled the requests']);
  });

  it('stops at once if it was interrupted before it began', () => {
    const interrupt = new AbortController();
    interrupt.abort('SIGTERM');
    expect(watchedRun(interrupt).events[0]).toBe('interrupted: stopped by SIGTERM');
  });

  it('cancels its requests when the user insists', () => {
    const { events, interrupt, insist } = watchedRun();
    interrupt.abort('SIGINT');
    insist();
    expect(events).toEqual([...stopped, 'cancelled the requests']);
  });

  it('gives its requests 5 seconds whatever stopped it', () => {
    const { timers, halt } = watchedRun();
    halt.abort();
    expect([...timers.values()]).toEqual([5000]);
  });

  it('leaves no timer, and hears no interrupt, after it ended', () => {
    const { events, timers, interrupt, halt, stopWatching } = watchedRun();
    halt.abort();
    stopWatching();
    interrupt.abort('SIGINT');
    expect([events, timers.size]).toEqual([[], 0]);
  });
});
