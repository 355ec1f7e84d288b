/** A number as a clock or a calendar writes it: `07`. */
export const twoDigits = (value: number | string): string => String(value).padStart(2, '0');
