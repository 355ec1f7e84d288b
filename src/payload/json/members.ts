import { closingQuote } from './scan.ts';

const structural = /["{}[\],]/g;

/** The texts of the members of an object. */
function membersOf(text: string): string[] {
  const members: string[] = [];
  let depth = 0;
  let from = text.indexOf('{') + 1;
  const take = (end: number): void => {
    members.push(text.slice(from, end));
    from = end + 1;
  };
  structural.lastIndex = 0;
  for (let match = structural.exec(text); match !== null; match = structural.exec(text)) {
    const { index } = match;
    const found = match[0];
    if (found === '"') structural.lastIndex = closingQuote(text, index) + 1;
    else if (found === '{' || found === '[') depth++;
    else if (found === ',') {
      if (depth === 1) take(index);
    } else {
      depth--;
      if (depth === 0) take(index);
    }
  }
  return members;
}

function nameOf(member: string): string {
  const start = member.indexOf('"');
  return JSON.parse(member.slice(start, closingQuote(member, start) + 1)) as string;
}

/** The text of an object, valid JSON with at least one member, without the members of these names. */
export const withoutMembers = (text: string, names: readonly string[]): string =>
  `{${membersOf(text)
    .filter((member) => !names.includes(nameOf(member)))
    .join(',')}}`;
