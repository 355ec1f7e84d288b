import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

interface SectionProps {
  readonly id: string;
  readonly title: string;
  /** Number of entries, for example `3` or `50+`. */
  readonly count?: string | undefined;
  readonly error?: string;
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
      <Problem text={error ?? ''} />
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
