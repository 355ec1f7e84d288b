import { createContext } from 'preact';
import { useCallback, useContext, useEffect, useRef, useState } from 'preact/hooks';
import type { Changes } from './records.ts';

interface Data<T> {
  readonly data: T;
}

interface Page<T> extends Data<readonly T[]> {
  readonly pagination: { readonly current_page: number; readonly has_more: boolean };
}

/** The emulator refused a call, or did not answer. */
class CallError extends Error {}

/** The emulator did not answer; the page header says so. */
class NoAnswer extends CallError {}

/** Calls the control API; paths are relative to the page. Rejects with a `CallError` whose message suits people. */
async function call(method: string, path: string, body?: unknown): Promise<unknown> {
  const headers = { 'X-Emulator-Admin': '1', 'Content-Type': 'application/json' };
  let answer: { readonly success?: boolean; readonly error?: string };
  try {
    const response = await fetch(path, {
      method,
      headers,
      signal: AbortSignal.timeout(10_000),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    answer = await response.json();
  } catch {
    throw new NoAnswer('The emulator is not responding.');
  }
  if (answer.success !== true) throw new CallError(answer.error ?? 'The emulator refused the request.');
  return answer;
}

const read = async <Answer>(path: string): Promise<Answer> => (await call('GET', path)) as Answer;

/** Sends a change. */
export const post = async (path: string, body: unknown = {}): Promise<unknown> => call('POST', path, body);

/** Deletes what the path names. */
export const remove = async (path: string): Promise<unknown> => call('DELETE', path);

/** Builds a control API path from parts such as references, which it encodes. */
export const pathTo = (...parts: readonly string[]): string => parts.map(encodeURIComponent).join('/');

const pollMs = 1000;
const announcedMs = 6000;

/** Stays in sync with the emulator: polls for changes once a second; the call is cheap and is not logged. */
export function usePolling() {
  const [changes, setChanges] = useState<Changes>();
  const [lost, setLost] = useState(false);
  const [announcement, setAnnouncement] = useState('');
  const silence = useRef(0);
  const announce = useCallback((text: string): void => {
    clearTimeout(silence.current);
    setAnnouncement(text);
    silence.current = window.setTimeout(() => setAnnouncement(''), announcedMs);
  }, []);
  const poll = useCallback(async (): Promise<void> => {
    try {
      setChanges((await read<Data<Changes>>('changes')).data);
      setLost(false);
    } catch {
      setLost(true);
    }
  }, []);
  useEffect(() => {
    let stopped = false;
    let timer = 0;
    const tick = async (): Promise<void> => {
      await poll();
      if (!stopped) timer = window.setTimeout(tick, pollMs);
    };
    void tick();
    // Browsers slow the timers of background tabs, so poll when the tab becomes visible.
    const onShow = (): void => void (document.hidden || poll());
    document.addEventListener('visibilitychange', onShow);
    return () => {
      stopped = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onShow);
    };
  }, [poll]);
  return {
    changes,
    /** True when the latest poll got no answer. */
    lost,
    refresh: poll,
    /** Shows what was done, and announces it to screen readers. */
    announce,
    announcement,
  };
}

/** Gives the components access to the emulator connection. */
export const LiveContext = createContext<ReturnType<typeof usePolling> | undefined>(undefined);

/** Returns the page's connection to the emulator. */
export function useLive() {
  const live = useContext(LiveContext);
  if (live === undefined) throw new Error('no LiveContext around this component');
  return live;
}

/** The emulator's time, or `otherwise` before it is known. */
export const useNow = (otherwise: string): string => useLive().changes?.now ?? otherwise;

const messageOf = (error: unknown): string =>
  error instanceof CallError ? error.message : 'Something went wrong on this page.';

/** Reads an answer, and again when the emulator's state or the path changes, and after a failed call. */
function useAnswer<Answer>(path: string): { answer: Answer | undefined; error: string } {
  const token = useLive().changes?.token;
  const [answer, setAnswer] = useState<Answer>();
  const [error, setError] = useState('');
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (token === undefined) return;
    let outdated = false;
    let timer = 0;
    read<Answer>(path).then(
      (fresh) => {
        if (outdated) return;
        setAnswer(fresh);
        setError('');
      },
      (reason) => {
        if (outdated) return;
        if (reason instanceof NoAnswer) timer = window.setTimeout(() => setAttempt(attempt + 1), pollMs);
        else setError(messageOf(reason));
      },
    );
    return () => {
      outdated = true;
      clearTimeout(timer);
    };
  }, [token, path, attempt]);
  return { answer, error };
}

/** Reads `data` and keeps it up to date. */
export function useData<T>(path: string): { data: T | undefined; error: string } {
  const { answer, error } = useAnswer<Data<T>>(path);
  return { data: answer?.data, error };
}

/** A list with search and paging, kept up to date; a new search starts on the first page. The path has a query. */
export function useList<T>(path: string) {
  const [page, setPage] = useState(1);
  const [sought, setSought] = useState('');
  const find = (text: string): void => {
    setSought(text);
    setPage(1);
  };
  const query = new URLSearchParams({ page: String(page), ...(sought !== '' && { search: sought }) });
  const { answer: list, error } = useAnswer<Page<T>>(`${path}&${query}`);
  return { list, error, page, setPage, sought, find };
}

export type Action = ReturnType<typeof useAction>;

/** Runs one user action at a time and shows a failure next to its control. */
export function useAction() {
  const { announce, refresh, lost } = useLive();
  const [error, fail] = useState('');
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const succeeded = useRef(false);
  const unanswered = useRef(false);
  // That the emulator did not answer is no longer true once it is back.
  useEffect(() => {
    if (lost || !unanswered.current) return;
    unanswered.current = false;
    fail('');
  }, [lost]);
  /** Resolves to true if the work succeeded, and then announces `done`. */
  const act = async (work: () => Promise<unknown>, done: string): Promise<boolean> => {
    if (running.current) return false;
    running.current = true;
    setBusy(true);
    fail('');
    try {
      await work();
      succeeded.current = true;
      announce(done);
      return true;
    } catch (reason) {
      unanswered.current = reason instanceof NoAnswer;
      fail(messageOf(reason));
      return false;
    } finally {
      running.current = false;
      setBusy(false);
      await refresh();
    }
  };
  return { busy, error, succeeded, act, fail };
}
