/** A value, or the promise of one. Most requests need no promise, and each one costs time. */
export type Soon<T> = T | Promise<T>;

/** Calls `next` with a value: at once, or when its promise resolves. */
export const andThen = <T, U>(value: Soon<T>, next: (value: T) => Soon<U>): Soon<U> =>
  value instanceof Promise ? value.then(next) : next(value);

/** The result of `work`, or what `rescue` returns for the error that it throws or rejects with. */
export function rescued<T>(work: () => Soon<T>, rescue: (error: unknown) => T): Soon<T> {
  try {
    const result = work();
    return result instanceof Promise ? result.catch(rescue) : result;
  } catch (error) {
    return rescue(error);
  }
}
