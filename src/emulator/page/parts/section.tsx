import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

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

/** Facts about a thing, one after the other; those that are empty are left out. */
export const Facts = ({ facts }: { readonly facts: readonly (string | null | undefined | false)[] }) => (
  <p class="facts">
    {facts.filter(Boolean).map((fact) => (
      <span key={fact}>{fact}</span>
    ))}
  </p>
);
