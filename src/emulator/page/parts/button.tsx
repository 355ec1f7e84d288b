import type { ComponentChildren } from 'preact';

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
