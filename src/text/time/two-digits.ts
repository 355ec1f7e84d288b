/** A number with a leading zero, as in clock times and dates: `07`. */
export const twoDigits = (value: number | string): string => String(value).padStart(2, '0');
