import {
  atStart,
  type Finding,
  type Progress,
  type Rules,
  type Unanswered,
} from '../../../src/upload/run/work.ts';

export const rules: Rules = {
  maxRetries: 2,
  retryableIsClean: false,
  conflictIsDuplicate: true,
  hasMarketplace: true,
  isAct: false,
  keepChanged: false,
};
export const poRules: Rules = {
  ...rules,
  retryableIsClean: true,
  conflictIsDuplicate: false,
  hasMarketplace: false,
};
export const refusal = (status: number, body: unknown = {}, retryAfterMs?: number): Unanswered => ({
  kind: 'refusal',
  status,
  error: 'because',
  body,
  ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
});
export const failure = (reason: 'timeout' | 'network' | 'unreadable', maybeSent: boolean): Unanswered => ({
  kind: 'failure',
  reason,
  message: 'gone',
  maybeSent,
});
export const same: Finding = {
  kind: 'found',
  comparison: { differing: [], compared: 3 },
  uuid: 'u',
  number: 7,
};
export const other: Finding = { kind: 'found', comparison: { differing: ['Currency'], compared: 3 } };
export const silent: Finding = { kind: 'found', comparison: { differing: [], compared: 0 } };
export const at = (changes: Partial<Progress> = {}): Progress => ({ ...atStart('send'), ...changes });
