/** The largest answer that is read; the service's own are far smaller. */
export const maxAnswerBytes = 64 * 1024 * 1024;

/** The message for a larger answer. */
export const tooLarge = `the answer is larger than ${maxAnswerBytes / 1024 / 1024} MiB`;
