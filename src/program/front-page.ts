import { formatWords, outputFormats } from '../render/formats.ts';

/** The help of the whole program. Standing text, so that it is there as fast as the version; a test holds it to the tree. */
export const frontPage = `cfi - orders, stock, delivery slots and purchase orders at your fulfilment service

Usage: cfi COMMAND [options]

Examples:
  # try everything offline, nothing to set up
  cfi --emulator inventory
  # sign in, then upload orders
  cfi login --base-url https://service.example/v1 --client-id acme
  cfi order create orders.csv
  # book a delivery slot, step by step
  cfi slot book

Stock:
  inventory   Show stock by location and SKU
  stock-age   Show how long stock has been held, for one SKU or all

Orders and deliveries:
  order       Create, look up and cancel orders
  slot        Book delivery slots and agree on their time
  po          Create purchase orders against a confirmed slot and follow them
  inbound     Register deliveries through the legacy flow

Account:
  login       Sign in and keep the token for this profile
  logout      Forget the token and the secret of this profile
  whoami      Show which account is signed in and until when
  profile     Manage saved accounts
  config      See and change a profile's defaults

Tools:
  emulator    The whole service on this machine, for rehearsals and tests
  api         Call any endpoint, with sign-in and retries
  doctor      Check base address, DNS, proxy, certificates, clock, token and permissions
  completion  Print a completion script for your shell
  help        Explain a command, or exit-codes, environment, csv, output, emulator

Options, anywhere on the line:
      --profile NAME      saved account, default "default" (CFI_PROFILE)
      --base-url URL      the service's base address, ending in /v1 (CFI_BASE_URL)
      --emulator          the embedded emulator instead of a server (CFI_EMULATOR=1)
      --state DIR         where the emulator keeps its state, or :memory: (CFI_EMULATOR_STATE)
  -o, --output FORMAT     ${formatWords}, default ${outputFormats[0]} (CFI_OUTPUT)
      --json              the same as --output json
      --out FILE          write the result to a file, whole or not at all
      --no-input          never ask (CFI_NO_INPUT=1)
      --no-color          no colour (NO_COLOR)
  -q, --quiet             only results and errors
      --debug             show each request and answer, secrets removed (CFI_DEBUG=1)
      --timeout DURATION  for one request, default 30s (CFI_TIMEOUT)
      --max-retries N     how often a read is tried again, default 4 (CFI_MAX_RETRIES)
  -h, --help              explain a command
  -V, --version           print the version

More: cfi help COMMAND, cfi help exit-codes|environment|csv|output|emulator
`;
