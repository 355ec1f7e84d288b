import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeHome, runCli } from '../support/cli.ts';

const home = makeHome();
mkdirSync(join(home, 'folder'));
for (const [name, content] of Object.entries({
  'empty.csv': '',
  'nul.csv': '\u0000\u0000\u0000',
  'half.json': '{"a":',
  'list.json': '[1,2]',
  'text.json': '"x"',
  'deep.json': '['.repeat(200_000),
  'surrogate.json': '{"ReferenceNumber":"\\ud800"}',
})) {
  writeFileSync(join(home, name), content);
}
const long = 'x'.repeat(100_000);

const trace = /\n\s+at |unexpected failure|\[object|\bNaN is|undefined/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: this test is about control characters
const control = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/;

/** A command line as words, the exit code, and part of the message. A list contains words with spaces. */
type Case = readonly [line: string | readonly string[], code: number, said: string];

const lines: Record<string, readonly Case[]> = {
  'no command at all': [
    [[''], 2, 'there is no command ""'],
    [[' '], 2, 'there is no command " "'],
    ['-', 2, 'there is no command "-"'],
    ['constructor', 2, 'there is no command "constructor"'],
    ['help __proto__', 2, 'there is no help about "__proto__"'],
    ['help constructor', 2, 'there is no help about "constructor"'],
    ['--=x', 2, 'has no option'],
    ['inventory --json=yes', 2, '--json'],
    [['\u001b]0;owned\u0007'], 2, 'there is no command'],
    [[long], 2, 'there is no command'],
  ],
  'global options': [
    ['inventory --profile=', 2, '--profile must not be empty'],
    ['inventory --base-url=', 2, '--base-url must not be empty'],
    ['inventory --out=', 2, '--out must not be empty'],
    ['inventory --emulator --state=', 2, '--state must not be empty'],
    ['inventory --base-url nope', 2, "'nope' is not a web address"],
    ['inventory --base-url file:///etc/passwd', 2, 'must begin with https://'],
    ['inventory --base-url https://u:p@h/v1', 2, 'must not contain a user name'],
    ['inventory --base-url https://h/v1 --emulator', 2, 'cannot be combined'],
    ['inventory --json --output csv', 2, 'cannot be combined'],
    ['inventory --timeout 1x', 2, '--timeout "1x" is not a duration'],
    ['inventory --timeout 0s', 2, '--timeout must be more than 0'],
    ['inventory --timeout=-1s', 2, '--timeout "-1s" is not a duration'],
    ['inventory --timeout 999d', 2, 'at most 24 days'],
    ['inventory --max-retries 1.5', 2, 'must be a whole number'],
    ['inventory --max-retries=-1', 2, 'must be a whole number'],
    ['inventory --emulator --out folder', 2, 'folder cannot be written: it is a folder'],
    ['inventory --emulator --out none/x', 2, 'its folder does not exist'],
    ['inventory --emulator --out list.json/x', 2, 'part of its path is not a folder'],
    [['inventory', '--emulator', '--out', long], 2, 'its name is too long'],
    ['inventory --emulator --state list.json', 2, 'cannot be opened or written'],
    [['inventory', '--emulator', '--state', long], 2, 'cannot be opened or written'],
  ],
  pages: [
    ['inventory --page 0', 2, 'must be a whole number of 1 or more; found "0"'],
    ['inventory --page=-1', 2, 'must be a whole number of 1 or more; found "-1"'],
    ['inventory --page 99999999999999999999', 2, 'must be a whole number'],
    ['inventory --page 1e3', 2, 'must be a whole number'],
    ['inventory --page-size 201', 2, 'whole number from 1 to 200'],
    ['inventory --all --page 2', 2, 'cannot be combined'],
    ['inventory --below Infinity', 2, '--below "Infinity" is not a number'],
    ['inventory -- --page', 2, 'too many arguments'],
    ['stock-age --page-size 0', 2, 'whole number of 1 or more'],
    ['stock-age AC-TENT-2 --page 2', 2, 'cannot be used with a SKU'],
    ['order list --ship-from MSF --page 0', 2, 'must be a whole number'],
  ],
  'days and times': [
    ['stock-age AC-TENT-2 --as-of 2026-02-30', 2, '2026-02-30'],
    ['stock-age AC-TENT-2 --as-of tomorrow', 2, 'tomorrow'],
    ['stock-age AC-TENT-2 --as-of=', 2, '--as-of'],
    ['stock-age --as-of 2026-09-01', 2, '--as-of needs a SKU'],
    ['stock-age --older-than=-1', 2, 'must be a whole number'],
    ['slot book --date 2026-02-30', 2, '--date must be a calendar day'],
    ['slot respond S --counter 2026-02-30T09:00:00Z', 2, 'is not a time'],
    ['slot respond S --counter 2026-09-04T25:00', 2, 'is not a time'],
    ['slot watch --interval 1x', 2, '--interval "1x" is not a duration'],
    ['slot watch --max-wait=-1s', 2, '--max-wait "-1s" is not a duration'],
    ['whoami --expires-within P', 2, '--expires-within "P" is not a duration'],
    ['emulator clock set 2026-02-30T00:00:00Z', 2, 'must be an ISO 8601 time'],
    ['emulator clock advance 1x', 2, 'must be a duration'],
    ['emulator clock advance P9999999D', 2, 'year 9999'],
    ['emulator start --now 2026-02-30T00:00:00Z', 2, 'is not a time'],
    ['emulator start --latency 1x', 2, 'is not a duration'],
  ],
  references: [
    [['order', 'get', ''], 2, 'missing REF'],
    ['order get .', 2, "the order reference must not be '.'"],
    ['order get ..', 2, "must not be '..'"],
    ['order get a/../../b', 5, 'not found'],
    ['order get -- -x', 5, 'Order -x not found'],
    [['order', 'get', '%2e%2e'], 5, 'not found'],
    [['order', 'get', '\ud800'], 2, 'half a character'],
    [['order', 'get', 'R\r\nX: y'], 5, 'not found'],
    [['order', 'get', '💥 é'], 5, '💥 é not found'],
    [['order', 'cancel', '\ud800', '--yes'], 2, 'half a character'],
    [['stock-age', ''], 2, 'must not be empty'],
    [['slot', 'get', ''], 2, 'missing REF'],
    [['slot', 'watch', ''], 2, 'must not be empty'],
    ['slot watch .', 2, "the slot reference must not be '.'"],
    ['slot get ..', 2, "the slot reference must not be '..'"],
    ['inbound get .', 2, "the delivery number must not be '.'"],
    ['po get .', 2, "the PO number must not be '.'"],
    ['stock-age .', 2, "the SKU must not be '.'"],
    [
      ['po', 'create', '--slot', ''],
      2,
      '--slot must not be empty\nhint: give the reference of a confirmed slot',
    ],
    [['po', 'create', 'orders.csv', '--slot', ' '], 2, '--slot must not be empty'],
    ['po get X', 5, 'not found'],
    ['order runs x', 2, 'is not a run number'],
    ['order runs 99', 5, 'there is no run 99'],
    ['order list', 2, '--channel-ref VALUE or --ship-from MSF'],
    ['order list --channel-ref a --ship-from MSF', 2, 'give either'],
    ['order cancel R', 3, 'confirmation needed'],
    ['slot cancel S', 3, 'confirmation needed'],
    ['slot respond S --accept --counter 2026-09-04T13:00:00Z', 2, 'cannot be combined'],
    ['slot respond S --comment x', 2, '--comment needs --counter'],
    [['slot', 'watch', 'S', '--exec', '"open'], 2, 'unclosed quote'],
    [['slot', 'watch', 'S', '--exec', ''], 2, '--exec is empty'],
    ['slot book --window night', 2, '--window must be one of morning, afternoon'],
    ['slot book --pallet-count 1e9', 2, 'must be a whole number'],
  ],
  files: [
    ['order create none.csv', 2, 'none.csv: there is no such file'],
    ['order create folder', 2, 'folder: it is a folder'],
    ['order create list.json/x.csv', 2, 'list.json/x.csv'],
    ['order create empty.csv', 2, 'empty.csv is empty'],
    ['order create nul.csv', 2, 'contains NUL bytes'],
    ['order create half.json', 2, 'half.json:1: the document is incomplete'],
    ['order create list.json', 2, 'expected an object'],
    ['order create text.json', 2, 'expected an object'],
    ['order create deep.json', 2, 'expected an object'],
    ['order create list.json list.json', 2, 'is named twice'],
    ['order create - -', 2, 'only once'],
    ['order create -', 2, 'error: standard input is empty'],
    ['order create surrogate.json', 2, 'surrogate.json'],
    ['order create - --encoding klingon', 2, 'unknown encoding klingon'],
    ['order create - --timezone Mars/Base', 2, 'unknown time zone Mars/Base'],
    ['order create - --map none.json', 2, 'none.json'],
    ['order create - --map folder', 2, '--map folder'],
    ['order create - --map list.json', 2, 'must be a JSON object'],
    ['order create - --map deep.json', 2, 'is not JSON'],
    ['order create - --preset shopify --map list.json', 2, 'must be a JSON object'],
    ['order create - --set Nope=1', 2, '--set Nope: unknown field'],
    ['order create - --set __proto__=1', 2, 'unknown field'],
    ['order create - --set =x', 2, '--set must be FIELD=VALUE'],
    ['order create - --concurrency 0', 2, 'whole number from 1 to 1000'],
    ['order create - --rate 0/s', 2, 'is not a rate'],
    ['order create - --max-errors 0', 2, 'must be a whole number'],
    ['order create - --shard 3/2', 2, 'is not I/N'],
    ['order create - --results folder', 2, 'folder cannot be written'],
    ['order create - --failed none/x', 2, 'its folder does not exist'],
    ['order create - --results=', 2, '--results must not be empty'],
    ['order create - --failed=', 2, '--failed must not be empty'],
    ['order create - --map=', 2, '--map must not be empty'],
    ['slot get S --ics=', 2, '--ics must not be empty'],
    ['verify --save=', 2, '--save must not be empty'],
    ['inbound create none.csv', 2, 'there is no such file'],
    ['inbound create folder', 2, 'it is a folder'],
    ['po create deep.json', 2, 'expected an object'],
    [['po', 'create', '-', '--slot', ''], 2, '--slot must not be empty'],
  ],
  'any endpoint': [
    ['api BREW /x', 2, 'METHOD must be one of'],
    ['api GET https://evil.example/x', 2, 'is not below the base address'],
    ['api GET /../../x', 2, 'is not below the base address'],
    ['api POST /x --body none', 2, 'there is no such file'],
    ['api POST /x --body folder', 2, 'it is a folder'],
    ['api GET /x --body list.json', 2, '--body cannot be used with GET'],
    ['api POST /x --paginate', 2, '--paginate can only be used with GET'],
    [['api', 'GET', '/a\r\nHost: evil'], 5, 'Not found'],
  ],
  accounts: [
    ['login --client-id a --client-secret-file none', 2, 'there is no such file'],
    ['login --client-id a --client-secret-file folder', 2, 'it is a folder'],
    ['login --client-id a --client-secret-file empty.csv', 2, 'is empty'],
    ['login --client-id a --client-secret-stdin', 2, 'has no secret'],
    ['login --client-secret hunter2', 2, 'has no option --client-secret'],
    ['config set timeout 1x', 2, 'must be a duration'],
    ['config set base_url http://example.com/v1', 2, 'plain http'],
    ['config get __proto__', 2, "there is no setting '__proto__'"],
    ['profile use __proto__', 5, "there is no profile '__proto__'"],
    ['profile remove none --yes', 5, "there is no profile 'none'"],
    ['completion tcsh', 2, 'must be one of bash, zsh, fish'],
  ],
  'the emulator': [
    ['emulator start --host=', 2, '--host must not be empty'],
    ['emulator start --port 65536', 2, '0 to 65535'],
    [['emulator', 'start', '--host', 'no host'], 2, 'cannot listen on no host'],
    ['emulator start --seed folder', 2, 'folder: it is a folder'],
    ['emulator start --seed half.json', 2, 'half.json is not JSON'],
    ['emulator start --state new --seed list.json', 2, 'list.json'],
    ['emulator start --rate-limit 0/m', 2, 'is not a rate'],
    ['emulator start --vary-assumptions=-1', 2, 'must be a whole number'],
    ['emulator exec --', 2, 'missing COMMAND'],
    ['emulator export folder', 2, 'it is a folder'],
    ['emulator import none.json', 2, 'there is no such file'],
    ['emulator import text.json', 2, 'not an exported emulator state'],
    ['emulator import deep.json', 2, 'is not JSON'],
    ['emulator reset --seed list.json', 2, 'must be an object'],
    ['emulator fc confirm X', 5, 'Slot X not found'],
    ['emulator fc counter X --time soon', 2, 'is not a time'],
    ['emulator fc receive X --short A', 2, '--short must be SKU=N'],
    ['emulator fault add {', 2, 'the rule is not JSON'],
    ['emulator fault add {}', 2, 'do is required'],
    ['emulator fault add folder', 2, 'it is a folder'],
  ],
};

describe.each(Object.entries(lines))('%s', (_, cases) => {
  it.each(cases)('%j exits with %i and says "%s"', async (line, code, said) => {
    const argv = typeof line === 'string' ? line.split(' ') : [...line];
    const offline = /^(order|inbound|po|slot|stock-age|inventory|api)$/.test(argv[0] ?? '');
    const own = argv.some((word) => /^--(emulator|base-url)/.test(word));
    const env = offline && !own ? { CFI_EMULATOR: '1' } : {};
    const outcome = await runCli(argv, { home, env });
    expect(outcome.code, outcome.stderr).toBe(code);
    expect(outcome.stderr).toContain(said);
    expect(outcome.stderr).not.toMatch(trace);
    expect(outcome.stderr).not.toMatch(control);
  });
});
