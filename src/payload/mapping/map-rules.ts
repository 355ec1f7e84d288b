import { usageError } from '../../errors.ts';
import { isReason, leaveOutReasons } from '../document/reasons.ts';
import type { Condition, Rule } from './conditions.ts';
import { checkMembers, readTexts, readValues } from './map-values.ts';
import { suggestion } from './names.ts';

function listOf(member: string, value: unknown): readonly object[] {
  if (value === undefined) return [];
  const list = Array.isArray(value) ? value : [value];
  if (list.every((each) => each !== null && typeof each === 'object' && !Array.isArray(each))) return list;
  throw usageError(
    `--map: ${member} must be a list, for example [{"column": "status", "in": ["cancelled"]}]`,
  );
}

function readCondition(where: string, value: object, others: readonly string[]): Condition {
  checkMembers(where, value, ['column', 'in', 'empty', ...others]);
  const { column, in: values, empty } = value as Readonly<Record<'column' | 'in' | 'empty', unknown>>;
  const columns = readTexts(`${where}.column`, column);
  if ((values === undefined) === (empty === undefined))
    throw usageError(`--map: ${where} must have either in or empty`);
  if (values !== undefined) return { column: columns, in: readValues(`${where}.in`, values) };
  if (typeof empty !== 'boolean') throw usageError(`--map: ${where}.empty must be true or false`);
  return { column: columns, empty };
}

/** Reads the conditions of a member of a map: `$keep` and `$skipRows`. Throws usage errors. */
export const readConditions = (member: string, value: unknown): Condition[] =>
  listOf(member, value).map((each) => readCondition(member, each, []));

/** Reads the rules of a member of a map, each with a reason: `$leaveOut` and `$dropLines`. Throws usage errors. */
export const readRules = (member: string, value: unknown): Rule[] =>
  listOf(member, value).map((each) => {
    const condition = readCondition(member, each, ['reason']);
    const { reason } = each as { reason?: unknown };
    if (typeof reason === 'string' && isReason(reason)) return { ...condition, reason };
    const near = typeof reason === 'string' ? suggestion(reason, leaveOutReasons) : '';
    throw usageError(`--map: ${member}.reason must be one of ${leaveOutReasons.join(', ')}${near}`);
  });
