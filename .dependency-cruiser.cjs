/** For each room of src: the rooms it may import, besides itself, src/text and packages. */
const mayImport = {
  contract: [],
  storage: ['errors'],
  payload: ['contract', 'errors', 'storage'],
  render: ['errors', 'storage'],
  config: ['errors', 'storage', 'render'],
  client: ['contract', 'errors', 'config', 'deps', 'storage', 'timers'],
  upload: ['cli', 'contract', 'errors', 'client', 'payload', 'render', 'storage', 'config', 'deps'],
  'hot-folder': ['cli', 'upload', 'client', 'render', 'storage', 'errors', 'deps'],
  tracking: ['cli', 'upload', 'client', 'render', 'storage', 'errors', 'deps'],
  cli: ['contract', 'errors', 'payload', 'render', 'deps', 'storage'],
  emulator: ['contract', 'errors', 'storage'],
  commands: [
    'cli',
    'payload',
    'client',
    'upload',
    'tracking',
    'hot-folder',
    'render',
    'config',
    'contract',
    'errors',
    'deps',
    'storage',
  ],
  app: ['commands', 'cli', 'render', 'storage', 'config', 'contract', 'errors', 'deps'],
  'output-schemas': ['payload', 'upload', 'errors'],
  programs: ['errors'],
  deps: ['cli', 'client', 'emulator', 'errors', 'exchange', 'timers', 'programs', 'signals', 'whole-program'],
  exchange: [],
  library: ['emulator', 'cli', 'errors', 'storage', 'timers'],
  signals: ['errors', 'timers'],
  timers: [],
  start: ['app', 'deps'],
  main: ['app', 'deps', 'errors', 'start', 'compile-cache'],
  'compile-cache': ['config', 'storage'],
  'whole-program': ['errors', 'storage'],
};

const within = (rooms) => `^src/(${rooms.join('|')})(/|\\.ts$)`;

const rooms = Object.entries(mayImport).map(([room, others]) => ({
  name: `${room}-imports`,
  severity: 'error',
  from: { path: within([room]), pathNot: '^src/commands/(emulator|verify)(/|\\.ts$)' },
  to: { path: '^src/', pathNot: within([room, 'text', ...others]) },
}));

/** For each floor of a room: the floors below it. The files at its root put them together, and no floor imports those. */
const belowFloor = {
  emulator: {
    store: [],
    conformance: [],
    domain: ['conformance', 'store'],
    rules: ['domain', 'conformance', 'store'],
    warehouse: ['rules', 'domain', 'conformance', 'store'],
    seed: ['rules', 'domain', 'conformance', 'store'],
    service: ['rules', 'domain', 'conformance', 'store'],
    control: ['service', 'seed', 'warehouse', 'rules', 'domain', 'conformance', 'store', 'page'],
    openapi: ['service'],
    server: ['service'],
    page: [],
  },
  upload: {
    terms: [],
    spool: [],
    run: ['terms'],
    ledger: ['terms', 'spool', 'run'],
    output: ['terms', 'spool', 'run', 'ledger'],
    stock: ['terms', 'spool', 'run', 'ledger'],
  },
};

const floors = Object.entries(belowFloor).flatMap(([room, ofRoom]) =>
  Object.entries(ofRoom).map(([floor, below]) => ({
    name: `${room}-${floor}-imports`,
    severity: 'error',
    from: { path: `^src/${room}/${floor}/` },
    to: { path: `^src/${room}/`, pathNot: `^src/${room}/(${[floor, ...below].join('|')})/` },
  })),
);

module.exports = {
  forbidden: [
    ...rooms,
    ...floors,
    {
      name: 'emulator-commands-imports',
      severity: 'error',
      from: { path: '^src/commands/(emulator|verify)(/|\\.ts$)' },
      to: {
        path: '^src/',
        pathNot: within(['commands', 'emulator', 'text', ...mayImport.commands]),
      },
    },
    {
      name: 'only-deps-and-its-commands-import-the-emulator',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: '^src/(deps\\.ts$|emulator/|library/|commands/(emulator|verify)(/|\\.ts$))',
      },
      to: { path: '^src/emulator/' },
    },
    {
      name: 'errors-imports-nothing',
      severity: 'error',
      from: { path: '^src/errors\\.ts$' },
      to: { path: '.' },
    },
    {
      name: 'contract-imports-zod-only',
      severity: 'error',
      from: { path: '^src/contract/' },
      to: {
        pathNot: '^(src/(contract|text)/|src/errors\\.ts$|node_modules/zod/)',
        dependencyTypesNot: ['dynamic-import'],
      },
    },
    {
      name: 'text-imports-packages-only',
      severity: 'error',
      from: { path: '^src/text/' },
      to: { path: '^(src|test|bench|scripts)/', pathNot: '^src/text/' },
    },
    {
      name: 'src-stands-alone',
      severity: 'error',
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
    { name: 'no-unresolved', severity: 'error', from: {}, to: { couldNotResolve: true } },
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
