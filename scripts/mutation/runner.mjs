// Runs the tests once, recording which changes each of them reaches, and then for each change those that reach it, until
// one fails. Everything stays in one process, and no module is loaded again unless a change needs it. What it finds goes
// line by line into the file that the plan names.
import { appendFileSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { TestRunner } from 'vitest';

const plan = JSON.parse(readFileSync(process.env.MUTATION_PLAN, 'utf8'));
const tell = (found) => appendFileSync(plan.results, `${JSON.stringify(found)}\n`);

// The very module that vitest uses.
const fromVitest = createRequire(createRequire(import.meta.url).resolve('vitest/package.json'));
const { startTests } = await import(fromVitest.resolve('@vitest/runner'));

let toldAt = 0;

/** Shows about once a second that no test is endless. */
function tellThatWeRun() {
  if (performance.now() - toldAt < 1000) return;
  toldAt = performance.now();
  tell({});
}

/** The change that applies; undefined for the original program. */
let chosen;
const reached = new Set();
let recording = true;
globalThis.isChosen = (number) => {
  if (recording) reached.add(number);
  return number === chosen;
};

/** A test that takes longer than this with a change counts as endless. */
const slowestMs = 15_000;

const take = () => {
  const all = [...reached];
  reached.clear();
  return all;
};

/** Runs tests with a change, and stops at the first that fails. */
class QuietRunner extends TestRunner {
  failed = false;

  onAfterRunTask(test) {
    super.onAfterRunTask(test);
    this.noteFailure(test);
    tellThatWeRun();
  }

  onAfterRunSuite(suite) {
    this.workerState.current = suite.suite ?? suite.file;
    this.noteFailure(suite);
  }

  noteFailure({ result }) {
    if (result?.state !== 'fail') return;
    this.failed = true;
    this.cancelRun = true;
  }
}

// biome-ignore lint/style/noDefaultExport: vitest imports it.
export default class RecordingRunner extends TestRunner {
  /** For each test file: its tests with the time that they take, and the changes reached outside of them. */
  files = new Map();
  /** Whether the tests of a file pass when they run again without a change, once that is known. */
  repeatable = new Map();

  onCollected([file]) {
    // Loading a module belongs to no test; the changes that it reaches need it loaded again.
    tell({ loading: take(), modules: this.modulesBehind(file.filepath) });
    this.files.set(file.filepath, { between: [], tests: [] });
    // A plan that knows what tests reach only needs them loaded.
    if (plan.known !== undefined) for (const task of file.tasks) task.mode = 'skip';
  }

  onBeforeTryTask(test) {
    super.onBeforeTryTask(test);
    this.files.get(test.file.filepath).between.push(...take());
  }

  onAfterRunTask(test) {
    super.onAfterRunTask(test);
    const { id, result } = test;
    if (result?.state === 'fail')
      tell({ broken: `${test.file.name}: ${test.name}: ${result.errors?.[0]?.message}` });
    this.files
      .get(test.file.filepath)
      .tests.push({ id, durationMs: result?.duration ?? 0, places: take(), ran: result?.state === 'pass' });
  }

  async onAfterRunFiles([file]) {
    super.onAfterRunFiles();
    const found = this.files.get(file.filepath);
    found.between.push(...take());
    if (plan.known === undefined) tell({ file: file.filepath, ...found });
    if (file.result?.state === 'fail') tell({ broken: file.name });
    const { files } = this.workerState.ctx;
    if (file.filepath !== files.at(-1).filepath || plan.chosen === undefined) return;
    recording = false;
    this.config.testTimeout = slowestMs;
    for (const change of plan.chosen) await this.tryChange(change);
  }

  /** The files of src behind a test file. */
  modulesBehind(filepath) {
    const { evaluatedModules } = this.workerState;
    const seen = new Set();
    const visit = (id) => {
      const module = evaluatedModules.getModuleById(id);
      if (module === undefined || seen.has(module.file)) return;
      seen.add(module.file);
      for (const each of module.imports) visit(each);
    };
    visit(filepath);
    return [...seen].filter((file) => plan.replaced[file] !== undefined);
  }

  /** Forgets loaded modules, so that they load again: those of the program and its tests, or one. */
  forget(which) {
    const { evaluatedModules } = this.workerState;
    for (const module of evaluatedModules.idToModuleMap.values())
      if (which(module.file) && !module.file.includes('/node_modules/'))
        evaluatedModules.invalidateModule(module);
  }

  async tryChange({ number, whileLoading, tests }) {
    tell({ trying: number });
    let noticed = false;
    try {
      for (const { file, ids } of tests) {
        if (!(await this.isRepeatable(file, ids))) continue;
        if (whileLoading) this.forget(() => true);
        chosen = number;
        noticed = await this.fails(file, ids);
        chosen = undefined;
        if (noticed) break;
      }
    } finally {
      chosen = undefined;
      if (whileLoading) this.forget(() => true);
    }
    tell({ tried: number, noticed });
  }

  /**
   * Whether the tests of a file pass without a change, asked once for each file before it is used. It also lets the tests
   * prepare, unchanged, what they keep for all of them.
   */
  async isRepeatable(file, ids) {
    if (!this.repeatable.has(file)) {
      // Modules may still be as they loaded with a change.
      this.forget(() => true);
      this.repeatable.set(file, !(await this.fails(file, ids)));
      if (!this.repeatable.get(file)) tell({ unrepeatable: file });
    }
    return this.repeatable.get(file);
  }

  async fails(filepath, testIds) {
    this.forget((file) => file === filepath);
    const quiet = new QuietRunner(this.config);
    quiet.__setTraces(this._otel);
    quiet.moduleRunner = this.moduleRunner;
    const [{ result }] = await startTests([{ filepath, testIds }], quiet);
    return quiet.failed || result?.state === 'fail';
  }
}
