export function commonJs(text: string): Promise<string>;
export function checkNoCircle(
  outputs: Readonly<
    Record<string, { readonly imports: readonly { readonly path: string; readonly kind: string }[] }>
  >,
): void;
export function asFunction(text: string): string;
