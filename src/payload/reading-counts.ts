/** Counts of a reading, and the notices made of them. */
export interface Tally {
  document(invalid: boolean): void;
  becameInvalid(): void;
  billingCopied(): void;
  leftOut(reason: string): void;
  /** Why a file comes to no documents. */
  nothingIn(reason: string): void;
  readonly total: number;
  readonly invalid: number;
  notices(): string[];
}

const count = (number: number, one: string): string => `${number} ${number === 1 ? one : `${one}s`}`;

/** A tally of documents that are called by this name. */
export function tallyOf(documentName: string): Tally {
  let total = 0;
  let invalid = 0;
  let billing = 0;
  const leftOut = new Map<string, number>();
  const empty: string[] = [];
  return {
    document(isInvalid) {
      total++;
      if (isInvalid) invalid++;
    },
    becameInvalid() {
      invalid++;
    },
    billingCopied() {
      billing++;
    },
    leftOut(reason) {
      leftOut.set(reason, (leftOut.get(reason) ?? 0) + 1);
    },
    nothingIn(reason) {
      empty.push(reason);
    },
    get total() {
      return total;
    },
    get invalid() {
      return invalid;
    },
    notices() {
      const notices = empty.map((reason) => `${reason}: nothing to do`);
      if (billing > 0) {
        notices.push(
          `no BillingAddress columns: the delivery address was copied for ${count(billing, documentName)}`,
        );
      }
      for (const [reason, number] of leftOut)
        notices.push(`${count(number, documentName)} left out: ${reason}`);
      return notices;
    },
  };
}
