/** The topic `exit-codes`. */
export const exitCodesTopic = `Exit codes

    0  success; slot watch: confirmed
    1  unexpected failure; doctor: a check failed
    2  wrong usage or invalid input, found by cfi or the service (400); for files, nothing was sent
    3  declined at a prompt, or a confirmation was needed without a terminal (--yes)
    4  not signed in, wrong credentials, token expired, or forbidden (401, 403); whoami --expires-within: the token will \
expire
    5  not found (404)
    6  conflict (409)
    7  still rate limited after all retries (429)
    8  slot watch: still pending after --max-wait, or with --once
    9  several items, some of which failed, were missing, or were left out (--skip-invalid); verify: an assumption \
differs
   10  network failure, an unreadable answer, or 5xx after all retries
   11  another run holds the lock
   12  slot watch, today --exit-code: the warehouse offers another time, an answer is needed
   13  slot watch: the slot was cancelled, or can never reach the goal
  129  ended because the terminal was closed (SIGHUP)
  130  ended by Ctrl-C (SIGINT)
  143  ended by SIGTERM

In a script:

  cfi order create orders.csv --json > report.json
  case $? in
    0) ;;                  # the service has every order
    9) exit 1 ;;           # some failed: correct orders.csv.failed.csv
    7|10|11) exit 75 ;;    # try again later: the next run continues
    *) exit 1 ;;
  esac
`;
