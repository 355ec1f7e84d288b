import { formatWords } from '../../render/formats.ts';

/** The topic `environment`. */
export const environment = `Environment

  Options on the command line override the environment, which overrides the profile, which overrides the defaults.

  CFI_PROFILE             saved account                           --profile
  CFI_BASE_URL            the service's base address              --base-url
  CFI_EMULATOR=1          use the embedded emulator               --emulator
  CFI_EMULATOR_STATE      the emulator's folder, or :memory:      --state
  CFI_OUTPUT              ${formatWords.padEnd(39)} --output
  CFI_NO_INPUT=1          never prompt; CI does the same          --no-input
  CFI_DEBUG=1             show each request and answer            --debug
  CFI_TIMEOUT             time limit per request                  --timeout
  CFI_MAX_RETRIES         maximum retries per request             --max-retries
  CFI_LOST_WAIT           how long a lost booking may still come  --lost-wait

  CFI_CLIENT_ID           credentials, for signing in without a prompt
  CFI_CLIENT_SECRET
  CFI_CLIENT_SECRET_FILE  a file that contains the secret
  CFI_KEYCHAIN=0          keep saved secrets in the config file only
  CFI_TOKEN               a token, used as it is, never saved
  CFI_HOME                one folder for settings, run ledger and emulator state

  CFI_PAGER, PAGER        pager for long tables, for example less (--no-pager)

  NO_COLOR, FORCE_COLOR, TERM=dumb               colour, decided separately for each stream
  HTTPS_PROXY, HTTP_PROXY, NO_PROXY              proxies
  NODE_EXTRA_CA_CERTS                            extra certificate authorities

  Durations: 500ms, 30s, 15m, 36h, 7d, or ISO 8601, for example PT15M.
`;
