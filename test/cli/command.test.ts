import { describe, expect, expectTypeOf, it } from 'vitest';
import { define, longName, type OptionsOf, optionKey } from '../../src/cli/command.ts';
import { durationMs, nameAndValue } from '../../src/cli/values.ts';

const definition = define({
  name: 'ship',
  summary: 'Ship something',
  examples: [],
  args: [
    { name: 'refs', label: 'REF', required: true, variadic: true },
    { name: 'how', label: 'HOW', choices: ['air', 'sea'] },
  ],
  options: [
    { flags: '-y, --yes', help: 'do not ask' },
    { flags: '--page-size <N>', help: 'a text' },
    { flags: '--no-input', help: 'never ask' },
    { flags: '--body <FILE|->', help: 'a file' },
    { flags: '--window <WINDOW>', help: 'when', choices: ['morning', 'afternoon'], required: true },
    { flags: '--max-wait <DURATION>', help: 'how long', parse: durationMs },
    { flags: '--set <FIELD=VALUE>', help: 'a constant', repeat: true, parse: nameAndValue('FIELD=VALUE') },
  ],
});

describe('the options of a command', () => {
  it('have the types that its definition gives them', () => {
    type Options = OptionsOf<typeof definition>;
    expectTypeOf<Options>().toEqualTypeOf<{
      readonly refs: readonly [string, ...string[]];
      readonly how?: 'air' | 'sea';
      readonly yes?: boolean;
      readonly pageSize?: string;
      readonly input?: boolean;
      readonly body?: string;
      readonly window: 'morning' | 'afternoon';
      readonly maxWait?: number;
      readonly set: readonly (readonly [name: string, value: string])[];
    }>();
    // @ts-expect-error: a flag that is not defined cannot be read.
    type _Unknown = Options['colour'];
  });

  it('are filed under the name in their type', () => {
    const keys = definition.options.map(optionKey);
    expect(keys).toEqual(['yes', 'pageSize', 'input', 'body', 'window', 'maxWait', 'set']);
    expect(longName(definition.options[0])).toBe('--yes');
  });
});
