import { backoffMs } from '../../client/http/retry.ts';
import type { Attempt } from '../../client/types.ts';
import { createWindow } from '../ledger/batches.ts';
import type { Task } from '../ledger/run-ledger.ts';
import { isSuccess, noCounts, type Outcome, type Settled } from '../outcomes.ts';
import { createOutage } from './circuit-breaker.ts';
import {
  afterLookUp,
  afterSend,
  atStart,
  type Next,
  type Progress,
  type Rules,
  type Stop,
} from './decisions.ts';
import { createPace, type Health, healthOf, type Pace } from './rate-limiter.ts';
import type { RunEnd, RunOptions } from './run-options.ts';
import { createRenewal, type Renewal } from './token-renewal.ts';

/** How long requests under way are waited for when a run stops. */
const graceMs = 5_000;

/** Sends every document of the book and notes what became of it. Throws only what is no failure of service or network. */
export async function runBook(options: RunOptions): Promise<RunEnd> {
  const run = new Run(options);
  return run.go();
}

class Run {
  readonly #options: RunOptions;
  readonly #pace: Pace;
  readonly #counts = noCounts();
  readonly #window: ReturnType<typeof createWindow>;
  /** Ends all waiting when the run stops. */
  readonly #halt = new AbortController();
  /** Calls off the requests under way. */
  readonly #abandon = new AbortController();
  readonly #outage = createOutage();
  readonly #renewal: Renewal;
  readonly #rules: Rules;
  #stop: Stop | undefined;
  #last: Settled | undefined;
  #failure: unknown;
  /** Handed out, and not left unsent. */
  #tried = 0;

  constructor(options: RunOptions) {
    this.#options = options;
    const { api, concurrency, ratePerSecond, policy, book } = options;
    const clock = {
      wait: (ms: number, signal?: AbortSignal) => api.transport.wait(ms, signal),
      monotonicNow: () => api.transport.monotonicNow(),
      random: () => options.random(),
    };
    const rate = ratePerSecond === undefined ? {} : { ratePerSecond };
    this.#pace = createPace(clock, { concurrency, ...rate, policy, halt: this.#halt.signal });
    this.#renewal = createRenewal(api);
    this.#rules = { ...options.kind.rules, maxRetries: policy.maxRetries };
    this.#window = createWindow(book, concurrency, clock, (outcomes) => {
      for (const settled of outcomes) this.#counts[settled] += 1;
      options.observer.progress(this.#counts);
    });
  }

  async go(): Promise<RunEnd> {
    const { interrupted, onSecondInterrupt, startTimer, concurrency, book } = this.#options;
    const onInterrupt = (): void => {
      this.#stopFor({ reason: 'interrupted', message: `ended by ${String(interrupted.reason)}` });
      this.#options.observer.note('ending: waiting for the requests under way; once more ends at once');
    };
    if (interrupted.aborted) onInterrupt();
    interrupted.addEventListener('abort', onInterrupt, { once: true });
    onSecondInterrupt(() => this.#abandon.abort());
    let patience = (): void => {};
    this.#halt.signal.addEventListener('abort', () => {
      patience = startTimer(graceMs, () => this.#abandon.abort());
    });
    const workers = Math.min(concurrency, Math.max(1, book.plan.toSend));
    await Promise.all(Array.from({ length: workers }, () => this.#work()));
    patience();
    interrupted.removeEventListener('abort', onInterrupt);
    if (this.#failure !== undefined) throw this.#failure;
    this.#window.end();
    const left = book.plan.toSend - this.#tried;
    return {
      counts: this.#counts,
      left,
      ...(this.#stop === undefined ? {} : { stop: this.#stop }),
      ...(this.#last === undefined ? {} : { last: this.#last }),
    };
  }

  async #work(): Promise<void> {
    try {
      while (this.#stop === undefined) {
        const task = this.#window.take();
        if (task === undefined) return;
        this.#tried += 1;
        await this.#see(task);
      }
    } catch (error) {
      this.#failure ??= error;
      this.#stopFor({ reason: 'unavailable', message: 'the run broke off' });
    }
  }

  /** One document, to its end. Requests that succeed at once are nearly all, so they wait for as little as can be. */
  async #see(task: Task): Promise<void> {
    const { api } = this.#options;
    const answersBefore = this.#outage.answers;
    let progress = atStart(task.lookUpFirst);
    let action: 'send' | 'look-up' = task.lookUpFirst ? 'look-up' : 'send';
    for (;;) {
      if (!this.#pace.tryEnter() && !(await this.#turn())) return this.#leave(task, progress);
      const startedAt = api.transport.monotonicNow();
      const signIns = this.#renewal.count;
      let health: Health = 'failed';
      let next: Next;
      try {
        if (action === 'send') {
          const made = this.#options.kind.sent(await this.#send(task), task);
          health = healthOf(made);
          next = afterSend(progress, made, this.#rules);
        } else {
          const found = await this.#options.kind.lookUp(api, task, this.#abandon.signal);
          health = healthOf(found);
          next = afterLookUp(progress, found, this.#rules);
        }
      } finally {
        this.#pace.leave(health, api.transport.monotonicNow() - startedAt);
      }
      progress = next.progress;
      const { step } = next;
      if (health === 'answered') this.#outage.answered();
      if (step.do === 'pause') this.#pause(startedAt, step.askedMs);
      else if (step.do === 'renew') await this.#renew(signIns);
      else if (health === 'answered') this.#renewal.accepted();
      if (step.do === 'settle')
        return this.#settle(task, step.settled, step.serviceFailed === true, answersBefore);
      if (step.do === 'leave') return this.#leave(task, progress);
      if (step.do === 'stop') {
        this.#stopFor(step.stop);
        return this.#leave(task, progress);
      }
      if (step.do === 'pause' || step.do === 'renew') continue;
      action = step.do;
      if (this.#stop !== undefined && action === 'send') return this.#leave(task, progress);
      if (step.backoff === undefined) continue;
      if (progress.number !== undefined && step.do === 'send')
        this.#options.observer.note(
          `${task.reference}: ${progress.error ?? 'not created'}; ${progress.number} stays reserved, sending again`,
        );
      if (!(await this.#backOff(step.backoff, step.askedMs))) return this.#leave(task, progress);
    }
  }

  #send(task: Task): Promise<Attempt> {
    const { api, kind } = this.#options;
    return api.attempt(kind.create, { body: task.document.body, signal: this.#abandon.signal });
  }

  /** Waits until a request may start; false when the run ended before. */
  async #turn(): Promise<boolean> {
    try {
      await this.#pace.enter();
      return true;
    } catch {
      return false;
    }
  }

  #pause(startedAt: number, askedMs: number | undefined): void {
    this.#window.flush();
    const stop = this.#pace.limited(startedAt, askedMs);
    if (stop !== undefined) this.#stopFor(stop);
  }

  async #renew(signIns: number): Promise<void> {
    const stop = await this.#renewal.after401(signIns);
    if (stop !== undefined) this.#stopFor(stop);
  }

  async #backOff(retry: number, askedMs: number | undefined): Promise<boolean> {
    const { api, policy, random } = this.#options;
    if (askedMs !== undefined && askedMs > policy.maxRetryAfterMs) {
      this.#stopFor({
        reason: 'unavailable',
        message: `the service asks to wait ${Math.ceil(askedMs / 60_000)} minutes`,
        retryAfterMs: askedMs,
      });
      return false;
    }
    try {
      const own = backoffMs(policy, retry, 0.5 + random() / 2);
      await api.transport.wait(Math.max(own, askedMs ?? 0), this.#halt.signal);
      return true;
    } catch {
      return false;
    }
  }

  #settle(task: Task, settled: Settled, serviceFailed: boolean, answersBefore: number): void {
    this.#last = settled;
    this.#window.settle(task, settled);
    const { maxErrors } = this.#options;
    if (isSuccess(settled.outcome)) this.#outage.succeeded();
    else if (maxErrors !== undefined && this.#failures() >= maxErrors)
      this.#stopFor({ reason: 'max-errors', message: `stopped after ${maxErrors} failures` });
    const stop = serviceFailed ? this.#outage.failed(settled, answersBefore) : undefined;
    if (stop !== undefined) this.#stopFor(stop);
  }

  #failures(): number {
    const failed: readonly Outcome[] = ['conflict', 'rejected', 'failed', 'unknown'];
    return failed.reduce((sum, outcome) => sum + this.#counts[outcome] + this.#window.unflushed(outcome), 0);
  }

  /** The run ends while this document is under way. What may have been sent is looked up by the next run. */
  #leave(task: Task, progress: Progress): void {
    if (progress.lost)
      this.#window.settle(task, { outcome: 'unknown', error: 'the run ended before it was known' });
    else this.#tried -= 1;
  }

  #stopFor(stop: Stop): void {
    if (this.#stop !== undefined) return;
    this.#stop = stop;
    this.#halt.abort();
  }
}
