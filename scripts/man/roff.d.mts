export function roff(text: string): string;
export function flagsText(flags: string): string;
