/** The topic `emulator`, which follows the help of the group. */
export const emulator = `The emulator

  The built-in seed "default" has the clients emu-acme, emu-bluebird and emu-auditor (read-only); each client's \
secret is its ID followed by -secret. The warehouses are Northgate FC, Midlands FC and Thames Reach FC.

  Be the warehouse  cfi emulator fc confirm SLOT, fc counter, fc receive, fc dispatch
  Move the clock    cfi emulator clock advance 36h
  Cause failures    cfi emulator fault add '{"do":{"status":503}}'
  Read its log      cfi emulator log --follow

  With CFI_BASE_URL or --base-url, these commands use a served emulator, otherwise the state folder.
`;
