import { jsonExcess, jsonFault } from '../../text/json.ts';
import { attempt } from '../../text/records.ts';
import { beginning } from '../../text/words.ts';
import { type Body, describe } from '../document/check.ts';
import {
  addNamed,
  type DocumentProblem,
  duplicateColumn,
  nameColumns,
  type ReadingContext,
  reportDuplicate,
} from '../document/reading.ts';
import { suspicionsOf } from '../document/suspicions.ts';
import type { ReadDocument } from '../document/types.ts';
import { bodyChecker, type Report } from './check-body.ts';
import type { JsonText } from './json-text.ts';

/** Nobody corrects so many in one document: it is looked at no further. */
const mostProblems = 10_000;

class TooManyProblems extends Error {}

/** Reads the documents of one JSON file. */
export function jsonDocuments(file: number, context: ReadingContext) {
  const { layout, options, sink, tally } = context;
  const check = bodyChecker(context);
  const suspicionsIn = suspicionsOf(layout.kind, options);

  function suspect(body: Body, reference: string, number: number, report: Report): void {
    const suspicions = suspicionsIn(body);
    if (suspicions.length > 0 && options.wasCreated?.(reference) === true) return;
    for (const { field, found, expected, message } of suspicions) {
      const problem = { field, found: describe(found), expected, message };
      if (options.strict === true) report(problem);
      else
        context.warnings.add(file, { ...(reference === '' ? {} : { reference }), line: number, ...problem });
    }
  }

  /** Checks a document as far as its problems are reported. */
  function checked(parsed: Body, text: string, report: Report): ReturnType<typeof check> {
    try {
      return check(parsed, text, report);
    } catch (error) {
      if (!(error instanceof TooManyProblems)) throw error;
      return { body: parsed, hasFreeLine: false };
    }
  }

  /** The name that its file gives a document without a reference at the service. */
  function nameIn(parsed: Body) {
    const textOf = (name: string): string => describe(parsed[name] ?? '').trim();
    const given = nameColumns(Object.keys(parsed), layout.reference).map(textOf).find(Boolean) ?? '';
    return { given, duplicate: textOf(duplicateColumn) };
  }

  return function read({ text, number }: JsonText): void {
    const problems: DocumentProblem[] = [];
    let name: { reference?: string } = {};
    const report: Report = (problem) => {
      problems.push({ ...name, line: number, ...problem });
      if (problems.length >= mostProblems) throw new TooManyProblems();
    };
    const passOn = (owner: string): void => {
      for (const problem of problems) context.problems.add(file, problem, owner);
    };
    const excess = jsonExcess(text);
    const parsed = excess === undefined ? attempt((): unknown => JSON.parse(text), undefined) : undefined;
    if (parsed === undefined) {
      const fault = excess ?? `is not valid JSON: ${jsonFault(text)}`;
      report({ found: beginning(text, 40), expected: 'a JSON object', message: `the document ${fault}` });
      passOn('');
      tally.elsewhere(sink.isOwn(''));
      return;
    }
    const own = (parsed as Body)[layout.reference];
    if (typeof own === 'string' && own.trim() !== '') name = { reference: own };
    const named = layout.namesOwn && nameIn(parsed as Body);
    const { body, hasFreeLine } = checked(parsed as Body, text, report);
    if (named !== undefined) {
      passOn('');
      const place = { file, line: number, place: 'document' };
      addNamed(context, named, place, problems.length > 0 ? undefined : body);
      if (problems.length === 0) suspect(body, named.given, number, report);
      return;
    }
    const reference = body[layout.reference];
    if (problems.length === 0) suspect(body, String(reference), number, report);
    const invalid = problems.length > 0;
    if (typeof reference !== 'string' || reference.trim() === '') {
      passOn('');
      tally.elsewhere(sink.isOwn(''));
      return;
    }
    passOn(reference);
    if (hasFreeLine && !invalid) tally.freeLine(reference);
    const document = { reference, body: invalid ? '' : body, file, lines: [number], invalid };
    if (sink.add(document)) tally.document(invalid);
    else reportDuplicate(context, { file, lines: [number] }, sink.find(reference) as ReadDocument);
  };
}
