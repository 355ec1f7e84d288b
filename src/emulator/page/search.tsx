import { useEffect, useId, useRef } from 'preact/hooks';

const settleMs = 250;

/** A field that searches as the user types, and immediately on Enter. */
export function Search({
  label,
  onSearch,
}: {
  readonly label: string;
  readonly onSearch: (text: string) => void;
}) {
  const id = useId();
  const timer = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);
  const searchAfter = (ms: number, text: string): void => {
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => onSearch(text.trim()), ms);
  };
  return (
    <search class="search">
      <label class="hidden" for={id}>
        {label}
      </label>
      <input
        id={id}
        type="search"
        placeholder="Find"
        autocomplete="off"
        onInput={({ currentTarget }) => searchAfter(settleMs, currentTarget.value)}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Enter') searchAfter(0, currentTarget.value);
        }}
      />
    </search>
  );
}
