import type { LeftOutLine } from '../../payload/reasons.ts';
import type { Counts, Settled } from '../outcomes.ts';
import type { Next } from './progress.ts';

/** Observes the progress of a run; nothing depends on it. */
export interface Observer {
  /** After each batch of outcomes. */
  progress(counts: Counts): void;
  note(line: string): void;
  /** Nothing is sent for this long, because the service asks for it. */
  pause(ms: number): void;
  /** The service has lines of a finished order that the file now leaves out. */
  held(reference: string, lines: readonly LeftOutLine[]): void;
  /** The service has the order with its earlier content. */
  changed(reference: string): void;
  /** The service shows the order as cancelled. */
  cancelled(reference: string): void;
}

/** Tells what else a document's outcome says. */
export function tellSettled(observer: Observer, reference: string, settled: Settled): void {
  // The warehouse does not ship a cancelled order.
  if (settled.held !== undefined && settled.cancelled !== true) observer.held(reference, settled.held);
  if (settled.changed === true) observer.changed(reference);
  if (settled.cancelled === true) observer.cancelled(reference);
}

/** Tells that the service keeps a number for a document that it could not create, and that is sent again. */
export function tellReserved(observer: Observer, reference: string, { step, progress }: Next): void {
  const { number, error = 'not created' } = progress;
  if (number === undefined || step.do !== 'send') return;
  observer.note(`${reference}: ${error}; ${number} stays reserved, sending again`);
}
