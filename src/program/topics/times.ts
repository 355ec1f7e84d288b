/** The topic `times`. */
export const times = `Times

  Shown       Tables have warehouse time (UK) with its offset; json, ndjson and csv what the service sent.
  Typed       --counter, --offer and --time take warehouse time as people write it: 2026-11-25 10:00, 25 nov 10:00,
              25/11 10:00, tue 10:00 (the next one), tomorrow 10:00, 10:00 (on the day proposed last), or
              ISO 8601 with its zone. What was understood is repeated before anything is sent.
  In files    With a zone (2026-09-01T17:00:00Z), or --timezone gives it.
  Since       --since takes a duration back from now (36h, 7d), yesterday, or a day (2026-09-01).
  Durations   500ms, 30s, 15m, 36h, 7d, or ISO 8601: PT15M.
  Slots       morning is 09:00 and afternoon 13:00 at the warehouse. No weekends; Mondays where it takes them.

  Past times are refused by the service's own clock, not by this machine's; cfi doctor compares the two.
`;
