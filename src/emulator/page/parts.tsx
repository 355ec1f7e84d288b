import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import type { Page } from './control-api.ts';
import type { Action } from './live.ts';

interface SectionProps {
  readonly id: string;
  readonly title: string;
  /** What is in it, for example `3` or `50+`. */
  readonly count?: string | undefined;
  readonly error?: string;
  readonly tools?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A part of the page under its heading, which takes the focus when the thing that had it is gone. */
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
      <Problem text={error ?? ''} />
      {children}
    </section>
  );
}

/** What went wrong, read out at once. */
export const Problem = ({ text }: { readonly text: string }) =>
  text === '' ? null : (
    <p class="problem" role="alert">
      {text}
    </p>
  );

/** Says that there is nothing to do, or nothing yet. */
export const Empty = ({ children }: { readonly children: ComponentChildren }) => (
  <p class="empty">{children}</p>
);

interface ButtonProps {
  readonly children: ComponentChildren;
  readonly kind?: 'primary' | 'plain';
  readonly type?: 'button' | 'submit';
  readonly busy?: boolean;
  readonly label?: string;
  readonly expanded?: boolean;
  readonly onClick?: () => void;
}

/** A button that keeps the focus while it is busy. */
export const Button = ({
  children,
  kind = 'plain',
  type = 'button',
  busy,
  label,
  expanded,
  onClick,
}: ButtonProps) => (
  <button
    type={type}
    class={kind}
    aria-label={label}
    aria-busy={busy ? 'true' : undefined}
    aria-expanded={expanded}
    onClick={onClick}
  >
    {children}
  </button>
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
 * A form within a card: Enter submits, Escape closes. Its first field has the focus at first; when the form closes, the
 * button that opened it.
 */
export function Form({ label, action, submit, onSubmit, onCancel, children }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => {
    const opened = form.current;
    opened?.querySelector<HTMLElement>('input, select')?.focus();
    return () => {
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
  readonly list?: readonly string[];
  readonly min?: number;
  readonly onInput?: (value: string) => void;
}

/** A field with its label, and a hint that belongs to it. */
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

/** Facts about a thing, one after the other; those that are empty are left out. */
export const Facts = ({ facts }: { readonly facts: readonly (string | null | undefined | false)[] }) => (
  <p class="facts">
    {facts.filter(Boolean).map((fact) => (
      <span key={fact}>{fact}</span>
    ))}
  </p>
);

interface PagerProps {
  readonly of: string;
  readonly page: number;
  readonly hasMore: boolean;
  readonly onPage: (page: number) => void;
}

/** Goes through a long list; nothing for one that fits a page. */
export const Pager = ({ of, page, hasMore, onPage }: PagerProps) =>
  page === 1 && !hasMore ? null : (
    <nav class="pager" aria-label={`Pages of ${of}`}>
      {page > 1 && <Button onClick={() => onPage(page - 1)}>Previous</Button>}
      <span>Page {page}</span>
      {hasMore && <Button onClick={() => onPage(page + 1)}>Next</Button>}
    </nav>
  );

/** How many there are, as far as the first page tells: `3`, `20+`. */
export function countText<T>(list: Page<T> | undefined): string | undefined {
  if (list === undefined || list.pagination.current_page > 1) return undefined;
  return `${list.data.length}${list.pagination.has_more ? '+' : ''}`;
}
