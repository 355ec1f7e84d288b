/**
 * Whether a status names the address of a result, as services for browsers do after a write: it may have been done. A
 * sign-in page in front of the service uses the same statuses, and then nothing was done.
 */
export const redirectsToResult = (status: number): boolean => status === 302 || status === 303;
