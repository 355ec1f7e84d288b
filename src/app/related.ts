/** Commands that point to each other: in each list, the first to the others, and these to the first. */
const groups: readonly (readonly [string, ...string[]])[] = [
  ['login', 'logout', 'whoami', 'doctor', 'profile list'],
  ['whoami', 'doctor'],
  ['profile list', 'profile use', 'profile remove', 'config list'],
  ['config list', 'config set', 'config path'],
  ['config set', 'config get', 'config unset'],
  ['inventory', 'stock-age'],
  ['order create', 'order template', 'order map', 'order drop', 'order track', 'runs'],
  ['order track', 'order find', 'order cancel'],
  ['order get', 'order find', 'order list', 'order cancel'],
  ['order runs', 'order list', 'runs'],
  ['slot book', 'slot list', 'slot watch'],
  ['slot get', 'slot list', 'slot respond', 'slot cancel'],
  ['slot respond', 'slot watch', 'today'],
  ['today', 'board', 'slot list', 'po list'],
  ['po create', 'po template', 'po get', 'slot book', 'inbound create'],
  ['po list', 'po get'],
  ['inbound create', 'inbound template', 'inbound get'],
  ['verify', 'doctor', 'emulator conformance', 'emulator start'],
  ['api', 'emulator openapi'],
  ['emulator start', 'emulator exec', 'emulator status'],
  ['emulator status', 'emulator clock', 'emulator reset', 'emulator log'],
  ['emulator reset', 'emulator export', 'emulator import'],
  ['emulator export', 'emulator import'],
  ['emulator fc confirm', 'emulator fc counter'],
  ['emulator fc receive', 'emulator fc receive-inbound'],
  ['emulator fc dispatch', 'emulator fc status'],
  ['emulator fault add', 'emulator fault list', 'emulator fault clear', 'emulator log'],
  ['emulator openapi', 'emulator conformance'],
];

/** The topics of `cfi help` that tell more about a command. */
const topics: Readonly<Record<string, readonly string[]>> = {
  'order create': ['csv'],
  'order map': ['maps'],
  'order drop': ['exports'],
  'order template': ['csv'],
  'inbound create': ['csv'],
  'slot book': ['csv'],
  'slot respond': ['times'],
  'po create': ['csv'],
  today: ['desk'],
  board: ['desk'],
  'config set': ['environment'],
  'emulator start': ['emulator'],
  'emulator exec': ['emulator'],
};

/** What to look at beside a command, as command lines; each of the commands points back. */
export function relatedTo(path: readonly string[]): string[] {
  const name = path.join(' ');
  const commands = groups.flatMap(([first, ...others]) => {
    if (first === name) return others;
    return others.includes(name) ? [first] : [];
  });
  return [
    ...(topics[name] ?? []).map((topic) => `cfi help ${topic}`),
    ...[...new Set(commands)].map((command) => `cfi ${command}`),
  ];
}
