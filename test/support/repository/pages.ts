const fence = /^```(\w*)\n([\s\S]*?)^```$/gm;

/** Targets of a page's links and images, outside its code. */
export const linksIn = (page: string): string[] =>
  [
    ...page
      .replaceAll(fence, '')
      .replaceAll(/`[^`]*`/g, '')
      .matchAll(/\]\(([^)\s]+)\)/g),
  ].map(([, link = '']) => link);

/** Anchors of a page's headings, as the host generates them. */
export const anchorsOf = (page: string): string[] =>
  [...page.replaceAll(fence, '').matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

/** The words of a simple shell command. */
export const shellWords = (command: string): string[] =>
  [...command.matchAll(/(?:'[^']*'|"(?:\\.|[^"\\])*"|[^\s'"])+/g)].map(([word]) =>
    word.replaceAll(/'([^']*)'|"((?:\\.|[^"\\])*)"/g, (_, single, double) => single ?? double),
  );

const quoted = /'[^']*'|"(?:\\.|[^"\\])*"/g;

/** The end of a simple command: a pipe, `&&`, a redirection, a closing bracket or a comment. */
function simpleCommand(text: string): string {
  const masked = text.replaceAll(quoted, (part) => 'x'.repeat(part.length));
  const end = /\s*(?:[|;&)]|\d?>|<|\s#)/.exec(masked)?.index ?? text.length;
  return text.slice(0, end).trim();
}

/** The lines of a block that are commands; in a session, those after the prompt. */
function commandsOf(language: string, body: string): string[] {
  const whole = body.replaceAll(/\\\n\s*/g, '').split('\n');
  if (language === 'console')
    return whole.filter((line) => line.startsWith('$ ')).map((line) => line.slice(2));
  return ['sh', 'yaml'].includes(language) ? whole : [];
}

/** Every `cfi …` command in a page's code blocks, without pipes, redirections and comments. */
export function commandLinesIn(page: string): string[] {
  const commands = [...page.matchAll(fence)].flatMap(([, language = '', body = '']) =>
    commandsOf(language, body),
  );
  return commands.flatMap((command) => {
    const text = command.replace(/^\s*#.*/, '');
    const masked = text.replaceAll(quoted, (part) => 'x'.repeat(part.length));
    return [...masked.matchAll(/(?<=^|[\s(])cfi (?=[a-z-])/g)].map(({ index }) =>
      simpleCommand(text.slice(index)),
    );
  });
}
