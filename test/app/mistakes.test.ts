import { expect, it } from 'vitest';
import { guessedFormat, guessedOptions, readLine } from '../../src/app/parse.ts';
import { CfiError } from '../../src/errors.ts';

const mistake = async (line: string): Promise<CfiError> => {
  try {
    await readLine(line.split(' '));
  } catch (error) {
    if (error instanceof CfiError) return error;
    throw error;
  }
  throw new Error(`"${line}" was read`);
};

const optionsOf = async (line: string): Promise<Readonly<Record<string, unknown>>> => {
  const request = await readLine(line.split(' '));
  if (request.kind !== 'run') throw new Error('help');
  return { ...request.line.globals, ...request.line.options };
};

it.each([
  ['inventry', "unknown command 'inventry'", 'did you mean inventory?'],
  ['zzz', "unknown command 'zzz'", 'see cfi --help'],
  ['version', "unknown command 'version'", 'did you mean cfi --version?'],
  ['order crate', "unknown command 'crate'", 'did you mean create?'],
  ['order crate --help', "unknown command 'crate'", 'did you mean create?'],
  ['ordr --help', "unknown command 'ordr'", 'did you mean order?'],
  ['emulator fc confrim S', "unknown command 'confrim'", 'did you mean confirm?'],
  ['emulator confirm', "unknown command 'confirm'", 'did you mean cfi emulator fc confirm?'],
  ['create order x.csv', "unknown command 'create'", 'did you mean cfi order create?'],
  ['cancel R-1', "unknown command 'cancel'", 'did you mean cfi order cancel or cfi slot cancel?'],
  ['list orders', "unknown command 'list'", 'see cfi --help'],
  ['inventory --skus x', "unknown option '--skus'", 'did you mean --sku?'],
  ['--profile acme inventory --pivott', "unknown option '--pivott'", 'did you mean --pivot?'],
  ['slot get --below=4', "unknown option '--below'", 'see cfi slot get --help'],
  ['inventory --qiet', "unknown option '--qiet'", 'did you mean --quiet?'],
  ['inventory -qx', "unknown option '-x'", 'see cfi inventory --help'],
  ['login --client-secret=file', "unknown option '--client-secret'", 'did you mean --client-secret-file?'],
  ['inventory --json=yes', '--json takes no value', 'see cfi inventory --help'],
  [
    'order create --out --dry-run x.csv',
    '--out needs a value, but the option --dry-run follows',
    'if that is the value, write --out=--dry-run',
  ],
  ['inventory --sort --json', '--sort needs a value, but the option --json follows', '--sort=--json'],
  ['order list --page --json', '--page needs a value, but the option --json follows', '--page=--json'],
  ['inventory --sort -o json', '--sort needs a value, but the option -o follows', '--sort=-o'],
  [
    'order create x.csv --results --concurrency=4',
    '--results needs a value, but the option --concurrency follows',
    '--results=--concurrency=4',
  ],
  ['inventory --sort -qo json', '--sort needs a value, but the option -q follows', '--sort=-qo'],
  ['inventory --sku -q7', '--sku needs a value, but the option -q follows', '--sku=-q7'],
  ['inventory --sku --sort -h', '--sku needs a value, but the option --sort follows', '--sku=--sort'],
  ['--profile --json inventory', '--profile needs a value, but the option --json follows', '=--json'],
  ['--pivot inventory', "unknown option '--pivot'", 'write it after the command: cfi inventory --pivot'],
  ['slot book --file s.csv', "unknown option '--file'", 'write it without an option: cfi slot book FILE'],
  ['slot get --ref=S-1', "unknown option '--ref'", 'write it without an option: cfi slot get REF'],
  ['--bogus', "unknown option '--bogus'", 'see cfi --help'],
  ['inventory --page x', '--page must be a whole number of 1 or more; found "x"', undefined],
  ['inventory --page 0', '--page must be a whole number of 1 or more; found "0"', undefined],
  ['inventory --page-size 201', 'whole number from 1 to 200', undefined],
  ['inventory --below many', '--below "many" is not a number', undefined],
  ['slot watch --interval soon', '--interval "soon" is not a duration', '500ms, 30s, 15m, 36h, 7d or PT15M'],
  ['slot book --window am', '--window must be one of morning, afternoon', 'did you mean morning?'],
  ['slot book --window after', '--window must be one of morning, afternoon', 'did you mean afternoon?'],
  ['order create f.csv --preset sh', '--preset must be one of', 'did you mean shopify or shipstation?'],
  ['emulator exec --require foo -- x', '--require must be verified; found "foo"', undefined],
  ['emulator clock advance -1d', "unknown option '-1d'", 'see cfi emulator clock --help'],
  ['slot book --window mornin', '--window must be one of morning, afternoon', 'did you mean morning?'],
  [
    'order create f.csv --include cancelled,unpaed',
    '--include must be one of cancelled, ',
    'give it once for each: --include cancelled --include unpaid',
  ],
  ['order create f.csv --include canceled', '--include must be one of', 'did you mean cancelled?'],
  ['slot book --window morning,afternoon', '--window must be one of morning, afternoon', undefined],
  ['order create f.csv --shard 5/4', '--shard "5/4" is not I/N', 'for example 2/4'],
  ['order create f.csv --rate fast', '--rate "fast" is not a rate', 'for example 10/s'],
  ['order create f.csv --set Currency', '--set must be FIELD=VALUE', undefined],
  ['inventory -o xml', '--output must be one of table, json, ndjson, csv', undefined],
  ['inventory --page', '--page needs a value', 'see cfi inventory --help'],
  ['order create f.csv --set', '--set needs a value', 'see cfi order create --help-all'],
  ['slot book --date 8 dec', '--date "8" is not a day', 'put a value with spaces in quotes'],
  ['order track --since 8 dec', '--since "8" is not a time in the past', 'spaces in quotes'],
  ['emulator seed s.json', 'which takes options only', 'did you mean --from-live s.json?'],
  ['api /inventory', 'method must be one of GET, ', undefined],
  ['inventory AC-LAMP', 'cfi inventory, which takes options only', 'did you mean --sku AC-LAMP?'],
  ['inventory --page 2 AC-LAMP', 'too many words for cfi', 'did you mean --sku AC-LAMP?'],
  ['order list 123-4567', 'too many words for cfi', 'did you mean --channel-ref 123-4567?'],
  [
    'config get a b',
    'too many words for cfi config get, which takes KEY',
    'quotes; see cfi config get --help',
  ],
  ['help nope', 'there is no help about "nope"', 'see cfi help topics'],
  ['help export', 'there is no help about "export"', 'did you mean cfi help exports?'],
  ['help inventry', 'there is no help about "inventry"', 'did you mean cfi help inventory?'],
  ['help order crate', 'there is no help about "order crate"', 'did you mean cfi help order create?'],
  ['help order x', 'there is no help about "order x"', 'see cfi help order'],
])('an invalid command line %s', async (line, message, hint) => {
  const error = await mistake(line);
  expect(error.code).toBe('usage');
  expect(error.exitCode).toBe(2);
  expect(error.message).toContain(message);
  expect(error.message).not.toContain('secret=');
  if (hint === undefined) expect(error.details.hint).toBeUndefined();
  else expect(error.details.hint).toContain(hint);
});

it.each([
  ['--json order get R-1', { json: true, references: ['R-1'] }],
  ['order --json get R-1', { json: true, references: ['R-1'] }],
  ['order get R-1 --json', { json: true, references: ['R-1'] }],
  ['order get R-1 R-2 -qo csv', { quiet: true, output: 'csv', references: ['R-1', 'R-2'] }],
  ['inventory -o=json', { output: 'json' }],
  ['inventory --page 2 --page-size 50', { page: 2, pageSize: 50 }],
  ['inventory --below -3', { below: -3 }],
  ['inventory --sku=-q7', { sku: '-q7' }],
  ['inventory --sku -7', { sku: '-7' }],
  ['order create x.csv --out=--dry-run', { files: ['x.csv'], out: '--dry-run' }],
  ['order create --out o.csv -- --dry-run', { files: ['--dry-run'], out: 'o.csv' }],
  ['whoami --expires-within 2h', { expiresWithin: 7_200_000 }],
  ['order create a.csv b.csv --rate 300/m', { files: ['a.csv', 'b.csv'], rate: 5, set: [] }],
  [
    'order create a.csv --set A=1 --set B=x=y',
    {
      set: [
        ['A', '1'],
        ['B', 'x=y'],
      ],
    },
  ],
  ['order create - --shard 2/4 --wait PT15M', { files: ['-'], shard: { index: 2, count: 4 }, wait: 900_000 }],
  ['inbound file.csv --dry-run', { file: 'file.csv', dryRun: true }],
  ['inbound create file.csv', { file: 'file.csv' }],
  ['slot book --number-of-skus LT_10', { numberOfSkus: 'lt_10' }],
  ['emulator clock advance 36h', { action: 'advance', value: '36h' }],
  ['emulator start --rate-limit 60/m --latency 1s', { rateLimit: 60, latency: 1000 }],
  ['emulator exec --seed empty -- npm test --json', { seed: 'empty', command: ['npm', 'test', '--json'] }],
  [
    'emulator fc receive PO-1 --short A=1 --short B=2',
    {
      ref: 'PO-1',
      short: [
        ['A', '1'],
        ['B', '2'],
      ],
    },
  ],
  ['inventory --no-input --no-color', { input: false, color: false }],
])('a valid command line %s', async (line, options) => {
  expect(await optionsOf(line)).toMatchObject(options);
});

it.each([
  [['x', '--json'], {}, 'json'],
  [['x', '-o', 'ndjson'], {}, 'ndjson'],
  [['x', '--output=json'], {}, 'json'],
  [['x', '-ojson'], {}, 'json'],
  [['x'], { CFI_OUTPUT: 'json' }, 'json'],
  [['x', '-o=json'], {}, 'json'],
  [['x', '--unknown', '--json', '--out'], {}, 'json'],
  [['x', '-o', 'xml'], {}, 'table'],
  [['exec', '--', 'x', '--json'], {}, 'table'],
])('the error format for a command line that cannot be parsed %j %j: %s', (argv, env, format) => {
  expect(guessedFormat(guessedOptions(argv), env as Record<string, string>)).toBe(format);
});
