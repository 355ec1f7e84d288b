import { createContext } from 'preact';
import { useCallback, useContext, useEffect, useRef, useState } from 'preact/hooks';
import { CallError, NoAnswer, type Page, read, readPage, withQuery } from './control-api.ts';
import type { Changes } from './records.ts';

/** How this page keeps up with the emulator. */
export interface Live {
  /** The last answer; undefined before the first. */
  readonly changes: Changes | undefined;
  /** Nothing has answered since. */
  readonly lost: boolean;
  /** Asks at once instead of at the next tick. */
  refresh(): Promise<void>;
  /** Tells people, screen readers too, what was done. */
  announce(text: string): void;
  readonly announcement: string;
}

const pollMs = 1000;
const announcedMs = 6000;

/** Asks once a second whether anything has changed: a call that costs little and is not logged. */
export function usePolling(): Live {
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
      setChanges(await read<Changes>('changes'));
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
    // A tab in the background is called less often.
    const onShow = (): void => void (document.hidden || poll());
    document.addEventListener('visibilitychange', onShow);
    return () => {
      stopped = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onShow);
    };
  }, [poll]);
  return { changes, lost, refresh: poll, announce, announcement };
}

/** Hands the page's connection to the emulator to its parts. */
export const LiveContext = createContext<Live | undefined>(undefined);

/** The page's connection to the emulator. */
export function useLive(): Live {
  const live = useContext(LiveContext);
  if (live === undefined) throw new Error('no LiveContext around this component');
  return live;
}

const messageOf = (error: unknown): string =>
  error instanceof CallError ? error.message : 'Something went wrong on this page.';

/** What `load` reads, again after each change of the emulator's state and of `key`, and after a call that was lost. */
function useFresh<T>(key: string, load: () => Promise<T>): { value: T | undefined; error: string } {
  const token = useLive().changes?.token;
  const [value, setValue] = useState<T>();
  const [error, setError] = useState('');
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (token === undefined) return;
    let outdated = false;
    let timer = 0;
    load().then(
      (fresh) => {
        if (outdated) return;
        setValue(fresh);
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
  }, [token, key, attempt]);
  return { value, error };
}

/** The data of a read that stays current. */
export function useData<T>(path: string): { data: T | undefined; error: string } {
  const { value, error } = useFresh(path, () => read<T>(path));
  return { data: value, error };
}

/** A page of a list that stays current. */
export function useList<T>(path: string): { list: Page<T> | undefined; error: string } {
  const { value, error } = useFresh(path, () => readPage<T>(path));
  return { list: value, error };
}

/** A list that people search and leaf through; a new search begins at its first page. */
export function useSearch<T>(path: string) {
  const [page, setPage] = useState(1);
  const [search, setSearch] = useState('');
  const find = (text: string): void => {
    setSearch(text);
    setPage(1);
  };
  return { ...useList<T>(withQuery(path, { page, search })), page, setPage, search, find };
}

/** Something that a person does: one at a time, its failure told where it was done. */
export interface Action {
  readonly busy: boolean;
  readonly error: string;
  /** Resolves to whether it worked. `done` is announced when it did. */
  act(work: () => Promise<unknown>, done: string): Promise<boolean>;
  fail(error: string): void;
}

/** An action of a card or a form. */
export function useAction(): Action {
  const { announce, refresh } = useLive();
  const [error, fail] = useState('');
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const act = async (work: () => Promise<unknown>, done: string): Promise<boolean> => {
    if (running.current) return false;
    running.current = true;
    setBusy(true);
    fail('');
    try {
      await work();
      announce(done);
      return true;
    } catch (reason) {
      fail(messageOf(reason));
      return false;
    } finally {
      running.current = false;
      setBusy(false);
      await refresh();
    }
  };
  return { busy, error, act, fail };
}
