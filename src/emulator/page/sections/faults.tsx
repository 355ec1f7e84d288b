import { useId } from 'preact/hooks';
import { post, remove, useAction, useData } from '../parts/live.ts';
import type { Fault } from '../parts/records.ts';
import { Button, Empty, Problem, Section } from '../parts/widgets.tsx';
import { faultPresets, matchText, timesText } from './fault-presets.ts';

/** Fault rules, and controls to add and remove them. */
export function Faults() {
  const id = useId();
  const { data: faults, error } = useData<readonly Fault[]>('faults');
  const action = useAction();
  const add = (values: FormData): void => {
    const preset = faultPresets[Number(values.get('preset'))];
    if (preset === undefined) return;
    void action.act(() => post('faults', preset.rule), `Added: ${preset.name}.`);
  };
  const clear = (): void => void action.act(() => remove('faults'), 'All faults are cleared.');
  return (
    <Section
      id="faults"
      title="Faults"
      count={faults === undefined ? undefined : String(faults.length)}
      error={error}
      tools={faults !== undefined && faults.length > 0 && <Button onClick={clear}>Clear all</Button>}
    >
      <form
        class="one-line"
        aria-label="Add a fault"
        onSubmit={(event) => {
          event.preventDefault();
          add(new FormData(event.currentTarget));
        }}
      >
        <label class="hidden" for={id}>
          What goes wrong
        </label>
        <select id={id} name="preset">
          {faultPresets.map(({ name }, index) => (
            <option key={name} value={index}>
              {name}
            </option>
          ))}
        </select>
        <Button type="submit" busy={action.busy}>
          Add
        </Button>
      </form>
      <Problem text={action.error} />
      {faults?.length === 0 && <Empty>Everything works as it should.</Empty>}
      <ul class="lines">
        {faults?.map((fault) => (
          <li key={fault.id}>
            <span>
              {matchText(fault)} <code>{JSON.stringify(fault.do)}</code>
              {fault.phase === 'after-commit' && ' after it took effect'}
            </span>
            <span class="hint">{timesText(fault)}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
