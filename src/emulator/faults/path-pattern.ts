/** Whether a pattern can match a path of the service: one with the version in it, or without its slash, never does. */
export const isPathPattern = (text: string): boolean => /^[/*]/.test(text) && !/^\/v1(\/|$)/.test(text);

/** What such a pattern is. */
export const pathPatternWords = 'a path without /v1, for example /outbound or /order/*';
