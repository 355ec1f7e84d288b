import type { ComponentChildren } from 'preact';
import { useEffect, useId, useLayoutEffect, useRef } from 'preact/hooks';
import { type Action, type Page, useLive } from './live.ts';

interface ButtonProps {
  readonly children: ComponentChildren;
  readonly kind?: 'primary' | 'plain';
  readonly type?: 'button' | 'submit';
  readonly busy?: boolean;
  readonly label?: string;
  readonly expanded?: boolean;
  readonly onClick?: () => void;
}

/** A button that keeps focus while it is busy. */
export const Button = ({ kind = 'plain', busy, label, expanded, ...rest }: ButtonProps) => (
  <button
    type="button"
    class={kind}
    aria-label={label}
    aria-busy={busy ? 'true' : undefined}
    aria-expanded={expanded}
    {...rest}
  />
);

interface PagerProps {
  readonly of: string;
  readonly list: Page<unknown> | undefined;
  readonly page: number;
  readonly onPage: (page: number) => void;
}

/** Paging controls for a list; renders nothing if the list fits on one page. */
export function Pager({ of, list, page, onPage }: PagerProps) {
  const hasMore = list?.pagination.has_more ?? false;
  if (page === 1 && !hasMore) return null;
  return (
    <nav class="pager" aria-label={`Pages of ${of}`}>
      {page > 1 && <Button onClick={() => onPage(page - 1)}>Previous</Button>}
      <span>Page {page}</span>
      {hasMore && <Button onClick={() => onPage(page + 1)}>Next</Button>}
    </nav>
  );
}

/** The number of entries, as far as the first page shows it: `3`, `20+`. */
export function countText<T>(list: Page<T> | undefined): string | undefined {
  if (list === undefined || list.pagination.current_page > 1) return undefined;
  return `${list.data.length}${list.pagination.has_more ? '+' : ''}`;
}

interface SectionProps {
  readonly id: string;
  readonly title: string;
  /** Number of entries, for example `3` or `50+`. */
  readonly count?: string | undefined;
  readonly error: string;
  readonly tools?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A section of the page. Its heading takes focus when the focused element disappears. */
export function Section({ id, title, count, error, tools, children }: SectionProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const focused = useRef<EventTarget | null>(null);
  useLayoutEffect(() => {
    if (!(focused.current instanceof Node) || focused.current.isConnected) return;
    focused.current = null;
    if (document.activeElement === document.body) heading.current?.focus();
  });
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      onFocusIn={({ target }) => {
        focused.current = target;
      }}
    >
      <header class="section-head">
        <h2 id={`${id}-title`} tabIndex={-1} ref={heading}>
          {title} {count !== undefined && <span class="count">{count}</span>}
        </h2>
        {tools}
      </header>
      <Problem text={error} />
      {children}
    </section>
  );
}

/** An error that screen readers announce immediately. */
export const Problem = ({ text }: { readonly text: string }) =>
  text === '' ? null : (
    <p class="problem" role="alert">
      {text}
    </p>
  );

/** A note that a section is empty. */
export const Empty = ({ children }: { readonly children: ComponentChildren }) => (
  <p class="empty">{children}</p>
);

/** A list of facts; empty ones are left out. */
export const Facts = ({ facts }: { readonly facts: readonly (string | null | undefined | false)[] }) => (
  <p class="facts">
    {facts.filter(Boolean).map((fact) => (
      <span key={fact}>{fact}</span>
    ))}
  </p>
);

interface FormProps {
  readonly label: string;
  readonly action: Action;
  readonly submit: string;
  readonly onSubmit: (values: FormData) => void;
  readonly onCancel?: () => void;
  readonly children: ComponentChildren;
}

/**
 * A form inside a card: Enter submits, Escape closes. Opening it moves focus to its first field; closing it returns
 * focus to the button that opened it. If its card disappears, because somebody else has answered, the page says so.
 */
export function Form({ label, action, submit, onSubmit, onCancel, children }: FormProps) {
  const { announce } = useLive();
  const form = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => {
    const opened = form.current;
    opened?.querySelector<HTMLElement>('input, select')?.focus();
    const card = opened?.closest('.card');
    return () => {
      queueMicrotask(() => {
        if (card?.isConnected === false && !action.succeeded.current)
          announce(`Closed: ${label}. It is no longer in this list.`);
      });
      if (!opened?.contains(document.activeElement)) return;
      opened.closest('.card')?.querySelector<HTMLElement>('[aria-expanded]')?.focus();
    };
  }, []);
  return (
    <form
      ref={form}
      aria-label={label}
      class="card-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(new FormData(event.currentTarget));
      }}
      onKeyDown={({ key }) => {
        if (key === 'Escape') onCancel?.();
      }}
    >
      {children}
      <Problem text={action.error} />
      <div class="buttons">
        <Button kind="primary" type="submit" busy={action.busy}>
          {submit}
        </Button>
        {onCancel !== undefined && <Button onClick={onCancel}>Cancel</Button>}
      </div>
    </form>
  );
}

interface FieldProps {
  readonly label: string;
  readonly name: string;
  readonly type?: string;
  readonly value?: string;
  readonly hint?: string | undefined;
  readonly placeholder?: string;
  readonly min?: number;
  readonly onInput?: (value: string) => void;
}

/** A field with its label and hint. */
export function Field({ label, type = 'text', value = '', hint, onInput, ...rest }: FieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  return (
    <p class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        type={type}
        defaultValue={value}
        inputMode={type === 'number' ? 'numeric' : undefined}
        autocomplete="off"
        aria-describedby={hint ? hintId : undefined}
        onInput={({ currentTarget }) => onInput?.(currentTarget.value)}
        {...rest}
      />
      {hint ? (
        <span class="hint" id={hintId}>
          {hint}
        </span>
      ) : null}
    </p>
  );
}

const settleMs = 250;

interface SearchProps {
  readonly label: string;
  readonly onSearch: (text: string) => void;
}

/** A field that searches as the user types, and immediately on Enter. */
export function Search({ label, onSearch }: SearchProps) {
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
