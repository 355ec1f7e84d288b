import { useId } from 'preact/hooks';

interface FieldProps {
  readonly label: string;
  readonly name: string;
  readonly type?: string;
  readonly value?: string;
  readonly hint?: string | undefined;
  readonly placeholder?: string;
  readonly list?: readonly string[];
  readonly min?: number;
  readonly onInput?: (value: string) => void;
}

/** A field with its label and hint. */
export function Field({
  label,
  name,
  type = 'text',
  value = '',
  hint,
  placeholder,
  list,
  min,
  onInput,
}: FieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  return (
    <p class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        name={name}
        type={type}
        defaultValue={value}
        placeholder={placeholder}
        min={min}
        inputMode={type === 'number' ? 'numeric' : undefined}
        autocomplete="off"
        list={list === undefined ? undefined : `${id}-list`}
        aria-describedby={hint ? hintId : undefined}
        onInput={({ currentTarget }) => onInput?.(currentTarget.value)}
      />
      {hint ? (
        <span class="hint" id={hintId}>
          {hint}
        </span>
      ) : null}
      {list !== undefined && (
        <datalist id={`${id}-list`}>
          {list.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
      )}
    </p>
  );
}
