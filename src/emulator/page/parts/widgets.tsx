import type { ComponentChildren } from 'preact';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type Action, post, useAction, useList, useLive } from './live.ts';

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

interface SectionProps {
  readonly id: string;
  readonly title: string;
  /** Number of entries, for example `3` or `50+`. */
  readonly count?: string | undefined | false;
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
          {title} {count && <span class="count">{count}</span>}
        </h2>
        {tools}
      </header>
      <Problem text={error} />
      {children}
    </section>
  );
}

interface ListProps<T> {
  readonly id: string;
  readonly title: string;
  readonly path: string;
  readonly empty: string;
  readonly search?: { readonly label: string; readonly none: string };
  /** An entry with what there is to do; all such entries are counted. */
  readonly card?: (entry: T) => ComponentChildren;
  readonly children?: (entries: readonly T[]) => ComponentChildren;
}

/** A section with the pages of a list. */
export function List<T>({ id, title, path, empty, search, card, children }: ListProps<T>) {
  const { list, error, page, setPage, sought, find } = useList<T>(path);
  const entries = list?.data ?? [];
  const hasMore = list?.pagination.has_more ?? false;
  const isCounted = card !== undefined && list?.pagination.current_page === 1;
  return (
    <Section
      id={id}
      title={title}
      count={isCounted && `${entries.length}${hasMore ? '+' : ''}`}
      error={error}
      tools={search && <Search label={search.label} onSearch={find} />}
    >
      {list?.data.length === 0 && <Empty>{sought === '' ? empty : search?.none}</Empty>}
      {card && <ul>{entries.map(card)}</ul>}
      {entries.length > 0 && children?.(entries)}
      {(page > 1 || hasMore) && (
        <nav class="pager" aria-label={`Pages of ${id.replace('-', ' ')}`}>
          {page > 1 && <Button onClick={() => setPage(page - 1)}>Previous</Button>}
          <span>Page {page}</span>
          {hasMore && <Button onClick={() => setPage(page + 1)}>Next</Button>}
        </nav>
      )}
    </Section>
  );
}

interface CardProps {
  readonly title: string;
  readonly reference?: string;
  readonly tag?: string | false;
  /** Empty ones are left out. */
  readonly facts: readonly (string | null | undefined | false)[];
  readonly note?: string | undefined;
  /** What a button does at once. */
  readonly does?: {
    readonly name: string;
    readonly label: string;
    readonly path: string;
    readonly body?: object;
    readonly done: string;
  };
  /** What a button opens. */
  readonly opens?: {
    readonly name: string;
    readonly label: string;
    readonly form: (onClose: () => void) => ComponentChildren;
  };
}

/** An entry of a list with what there is to do about it, at once or in a form. */
export function Card({ title, reference, tag, facts, note, does, opens }: CardProps) {
  const action = useAction();
  const [isOpen, setOpen] = useState(false);
  return (
    <li class="card">
      <div class="card-main">
        <h3>
          {title} {reference && <small>{reference}</small>} {tag && <span class="tag">{tag}</span>}
        </h3>
        <p class="facts">
          {facts.filter(Boolean).map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </p>
        {note && <p class="note">{note}</p>}
      </div>
      <div class="buttons">
        {does && (
          <Button
            kind="primary"
            busy={action.busy}
            label={does.label}
            onClick={() => void action.act(() => post(does.path, does.body), does.done)}
          >
            {does.name}
          </Button>
        )}
        {opens && (
          <Button
            kind={does ? 'plain' : 'primary'}
            label={opens.label}
            expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {opens.name}
          </Button>
        )}
      </div>
      <Problem text={action.error} />
      {isOpen && opens?.form(() => setOpen(false))}
    </li>
  );
}

/** An error that screen readers announce immediately. */
export const Problem = ({ text }: { readonly text: string }) =>
  text === '' ? null : (
    <p class="problem" role="alert">
      {text}
    </p>
  );

export const Empty = ({ children }: { readonly children: ComponentChildren }) => (
  <p class="empty">{children}</p>
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
function Search({ label, onSearch }: SearchProps) {
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
