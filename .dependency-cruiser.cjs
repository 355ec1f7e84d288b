/** For each room of src: the rooms it may import, besides itself, src/text, src/errors and packages. */
const mayImport = {
  contract: [],
  storage: [],
  payload: ['contract', 'storage', 'timers'],
  render: ['storage', 'timers'],
  config: ['storage', 'render'],
  client: ['contract', 'config', 'deps', 'storage', 'timers'],
  upload: ['contract', 'client', 'payload', 'storage', 'deps', 'timers'],
  report: ['cli', 'upload', 'client', 'payload', 'render', 'storage', 'contract', 'timers'],
  'hot-folder': ['cli', 'report', 'upload', 'client', 'render', 'storage', 'deps'],
  tracking: ['cli', 'report', 'upload', 'client', 'render', 'storage', 'timers'],
  cli: ['contract', 'payload', 'render', 'deps', 'storage', 'config', 'timers'],
  sheet: ['cli', 'report', 'upload', 'client', 'payload', 'render', 'contract'],
  desk: ['cli', 'report', 'upload', 'client', 'config', 'render', 'storage', 'contract', 'timers'],
  emulator: ['contract', 'storage'],
  commands: [
    'cli',
    'payload',
    'client',
    'upload',
    'report',
    'tracking',
    'hot-folder',
    'sheet',
    'desk',
    'render',
    'config',
    'contract',
    'deps',
    'storage',
    'timers',
  ],
  app: ['commands', 'cli', 'client', 'render', 'storage', 'config', 'deps'],
  'output-schemas': ['contract', 'payload', 'upload'],
  processes: ['signals'],
  deps: ['cli', 'client', 'emulator', 'timers', 'processes', 'signals', 'whole-program'],
  library: ['emulator', 'cli', 'contract', 'storage', 'timers'],
  signals: ['timers'],
  timers: [],
  start: ['app', 'deps'],
  main: ['app', 'deps', 'start', 'compile-cache'],
  'compile-cache': ['config', 'storage'],
  'whole-program': ['storage'],
};

const within = (rooms) => `^src/(${rooms.join('|')})(/|\\.ts$)`;

const rooms = Object.entries(mayImport).map(([room, others]) => ({
  name: `${room}-imports`,
  severity: 'error',
  comment: `src/${room} imports only ${['text', 'errors', ...others].join(', ')}. Put what it needs into one of these, or let its caller pass it in.`,
  from: { path: within([room]), pathNot: '^src/commands/(emulator|verify)(/|\\.ts$)' },
  to: { path: '^src/', pathNot: within([room, 'text', 'errors', ...others]) },
}));

/**
 * For each room with folders: its floors from the lowest to the highest, and the floors below each that it may import.
 * `.` are the files at the room's root, which either lie below all folders or put them together.
 */
const floorsOf = {
  storage: { '.': [], sqlite: ['.'] },
  client: {
    '.': [],
    transport: ['.'],
    api: ['.'],
    auth: ['api', 'transport', '.'],
  },
  text: { time: [], '.': [] },
  payload: {
    document: [],
    words: ['document'],
    source: ['document'],
    fields: ['document'],
    mapping: ['words', 'fields', 'source', 'document'],
    presets: ['mapping', 'words', 'source', 'document'],
    csv: ['presets', 'mapping', 'fields', 'source', 'document'],
    json: ['mapping', 'fields', 'source', 'document'],
    proposal: ['csv', 'presets', 'mapping', 'words', 'fields', 'source', 'document'],
    '.': ['json', 'csv', 'presets', 'mapping', 'source', 'document'],
  },
  upload: {
    terms: [],
    run: ['terms'],
    ledger: ['run', 'terms'],
    '.': ['ledger', 'run', 'terms'],
  },
  emulator: {
    conformance: [],
    store: [],
    page: [],
    domain: ['store', 'conformance'],
    rules: ['domain', 'store', 'conformance'],
    warehouse: ['rules', 'domain', 'store'],
    seed: ['rules', 'domain', 'store', 'conformance'],
    service: ['rules', 'domain', 'store', 'conformance'],
    control: ['service', 'seed', 'warehouse', 'rules', 'domain', 'store', 'conformance', 'page'],
    openapi: ['control', 'service', 'seed', 'domain'],
    server: ['service'],
    '.': ['server', 'openapi', 'control', 'service', 'seed', 'domain', 'store', 'conformance'],
  },
};

const filesOf = (room, floor) => (floor === '.' ? `^src/${room}/[^/]+$` : `^src/${room}/${floor}/`);

const floors = Object.entries(floorsOf).flatMap(([room, ofRoom]) => [
  ...Object.entries(ofRoom).map(([floor, below]) => ({
    name: floor === '.' ? `${room}-root-imports` : `${room}-${floor}-imports`,
    severity: 'error',
    comment:
      `src/${room}/${floor} imports ${below.length === 0 ? 'no other folder' : `only ${below.join(', ')}`} of its room. ` +
      'Put what it needs into one of these, or let its caller pass it in.',
    from: { path: filesOf(room, floor) },
    to: { path: `^src/${room}/`, pathNot: [floor, ...below].map((each) => filesOf(room, each)) },
  })),
  {
    name: `${room}-folders`,
    severity: 'error',
    comment: `A new folder of src/${room} needs a floor: name it in floorsOf of .dependency-cruiser.cjs.`,
    from: { path: `^src/${room}/` },
    to: {
      path: `^src/${room}/[^/]+/`,
      pathNot: Object.keys(ofRoom).map((floor) => filesOf(room, floor)),
    },
  },
]);

const flat = Object.keys(mayImport).filter((room) => !(room in floorsOf) && room !== 'commands');

module.exports = {
  forbidden: [
    ...rooms,
    ...floors,
    {
      name: 'new-rooms',
      severity: 'error',
      comment: 'A new room of src needs a line in mayImport of .dependency-cruiser.cjs.',
      from: { path: '^src/', pathNot: within(['text', 'errors', ...Object.keys(mayImport)]) },
      to: { path: '^src/' },
    },
    {
      name: 'flat-rooms',
      severity: 'error',
      comment:
        'The files of this room lie side by side. Before it gets folders, name their floors in floorsOf.',
      from: { path: '^src/' },
      to: { path: `^src/(${flat.join('|')})/[^/]+/` },
    },
    {
      name: 'emulator-commands-imports',
      severity: 'error',
      comment: 'Commands about the emulator import it and what other commands import.',
      from: { path: '^src/commands/(emulator|verify)(/|\\.ts$)' },
      to: {
        path: '^src/',
        pathNot: within(['commands', 'emulator', 'text', 'errors', ...mayImport.commands]),
      },
    },
    {
      name: 'only-deps-and-its-commands-import-the-emulator',
      severity: 'error',
      comment:
        'The program must work without the emulator in memory. Share what both need through src/contract.',
      from: {
        path: '^src/',
        pathNot: '^src/(deps\\.ts$|emulator/|library/|commands/(emulator|verify)(/|\\.ts$))',
      },
      to: { path: '^src/emulator/' },
    },
    {
      name: 'errors-imports-nothing',
      severity: 'error',
      comment: 'Everything imports src/errors.ts, also the first line of the program.',
      from: { path: '^src/errors\\.ts$' },
      to: { path: '.' },
    },
    {
      name: 'contract-imports-zod-only',
      severity: 'error',
      comment:
        'The contract is data about the service. What does something with it belongs to client or emulator.',
      from: { path: '^src/contract/' },
      to: {
        pathNot: '^(src/(contract|text)/|src/errors\\.ts$|node_modules/zod/)',
        dependencyTypesNot: ['dynamic-import'],
      },
    },
    {
      name: 'text-imports-packages-only',
      severity: 'error',
      comment: 'src/text holds pure functions. What knows a room belongs to that room.',
      from: { path: '^src/text/' },
      to: { path: '^(src|test|bench|scripts)/', pathNot: '^src/text/' },
    },
    {
      name: 'src-stands-alone',
      severity: 'error',
      comment: 'The program is built from src alone.',
      from: { path: '^src/' },
      to: { path: '^(test|bench|scripts|dist|bin)/' },
    },
    {
      // A definition loads its module with import() when the command runs; the module takes only a type from it.
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['dynamic-import'] } },
    },
    {
      // `dist` is what `npm run build` makes: a fresh clone has none.
      name: 'no-unresolved',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^(\\.\\./)*dist/' },
    },
    {
      // Packages that the build bundles are devDependencies: a user's install does not need them.
      name: 'only-listed-packages-in-src',
      severity: 'error',
      from: { path: '^src/' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'no-orphans',
      severity: 'error',
      from: {
        orphan: true,
        path: '^src/',
        pathNot: '(^src/(main|library/emulator|emulator/page/.*)|\\.d)\\.ts$',
      },
      to: {},
    },
  ],
  options: {
    // TypeScript 7 has no parser that this tool could use; swc has.
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    // The components of the emulator's page are JSX, which that parser is not told to read.
    exclude: { path: '(^(scripts/(bundle|executable)|dist|tmp|coverage)/|\\.tsx$)' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
