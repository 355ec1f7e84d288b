import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { type Action, useLive } from '../live.ts';
import { Button } from './button.tsx';
import { Problem } from './section.tsx';

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
