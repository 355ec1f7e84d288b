/** undici lets two turns of the event loop pass between an answer and the next request on its connection. */
const turnsToWrite = 3;

/** Calls back when the requests that were just made have been written. */
export function whenWritten(callback: () => void): void {
  const after = (turns: number): void => {
    setImmediate(turns === 1 ? callback : () => after(turns - 1));
  };
  after(turnsToWrite);
}
