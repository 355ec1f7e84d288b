/** A cell of cli-table3, the part of the library that pads, aligns and joins; the package describes its tables only. */
declare module 'cli-table3/src/cell.js' {
  export interface TableOptions {
    readonly chars: Readonly<Record<string, string>>;
    readonly style: {
      readonly head: readonly string[];
      readonly border: readonly string[];
      readonly 'padding-left': number;
      readonly 'padding-right': number;
    };
    readonly colWidths: readonly number[];
    readonly colAligns: readonly ('left' | 'right')[];
    readonly rowHeights: readonly number[];
    readonly rowAligns: readonly string[];
  }

  class Cell {
    constructor(content: string);
    x: number;
    y: number;
    /** Text to draw, a line each. */
    lines: readonly string[];
    mergeTableOptions(options: TableOptions): void;
    init(options: TableOptions): void;
    drawLine(line: number, isLast: boolean): string;
  }

  // biome-ignore lint/style/noDefaultExport: so the library has it.
  export { Cell as default };
}
