import { type Problem, problemsOf } from '../../../contract/problems.ts';
import { type SlotRequest, slotRequest } from '../../../contract/slot.ts';
import { CfiError } from '../../../errors.ts';
import { requestFlags } from './book-file.ts';

function refusal(problems: readonly Problem[]): CfiError {
  const said = problems.map(({ field, expected, found, missing }) => {
    const flag = requestFlags[field as keyof typeof requestFlags] ?? field;
    return missing ? `${flag} is missing` : `${flag} must be ${expected}; found ${JSON.stringify(found)}`;
  });
  return new CfiError('usage', said.join('; '), {
    hint: 'see cfi help slot book',
    field: problems[0]?.field ?? '',
  });
}

/** Checks the given values before anything is asked or sent; ignores missing ones. Throws a usage error. */
export function checkGiven(draft: Readonly<Record<string, unknown>>): void {
  const parsed = slotRequest.safeParse(draft);
  if (parsed.success) return;
  const problems = problemsOf(parsed.error, draft).filter(({ field }) => draft[field] !== undefined);
  if (problems.length > 0) throw refusal(problems);
}

/**
 * A complete request; an empty vehicle means none. Throws a usage error for values that the service would refuse, such as
 * those of an odd record.
 */
export function checkedRequest(draft: Readonly<Record<string, unknown>>): SlotRequest {
  const { containerTruckNumber: vehicle, ...rest } = draft;
  const request = typeof vehicle === 'string' && vehicle.trim() === '' ? rest : draft;
  const parsed = slotRequest.safeParse(request);
  if (parsed.success) return parsed.data;
  throw refusal(problemsOf(parsed.error, request));
}
