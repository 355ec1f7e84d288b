/** The topic `emulator`. */
export const emulator = `The emulator

  The whole service with its own state, for rehearsals, training and tests.

  cfi --emulator COMMAND          embedded: no server, no set-up; signs in automatically
  cfi emulator start              served on http://127.0.0.1:4650/v1 until Ctrl-C
  cfi emulator exec -- COMMAND    runs a command against its own emulator

  The built-in seed "default" has the clients emu-acme, emu-bluebird and emu-auditor (read-only). Each client's
  secret is its ID followed by -secret. The warehouses are Northgate FC, Midlands FC and Thames Reach FC.

  Be the warehouse:   cfi emulator fc confirm SLOT, fc counter, fc receive, fc dispatch
  Move the clock:     cfi emulator clock advance 36h
  Cause failures:     cfi emulator fault add '{"do":{"status":503},"when":{"times":2}}'
  Read its log:       cfi emulator log --follow

  With CFI_BASE_URL or --base-url, these commands use a served emulator, otherwise the state folder.
`;
