// Loaded into each built program that the tests start: records the answers of its embedded emulator, so that the test's
// process can check them against the OpenAPI document.
const { subscribe } = require('node:diagnostics_channel');
const { appendFileSync } = require('node:fs');

const file = process.env.CFI_TEST_ANSWERS;
const mostOfAKind = 200;
const seen = new Map();

if (file) {
  subscribe('cfi:emulator:answer', ({ http, answer }) => {
    const { method, target } = http;
    const { status, headers, body } = answer;
    // A storm sends the same request a hundred thousand times.
    const kind = `${method} ${target.split('/')[2]} ${status}`;
    const count = (seen.get(kind) ?? 0) + 1;
    seen.set(kind, count);
    if (count > mostOfAKind) return;
    try {
      appendFileSync(
        file,
        `${JSON.stringify({ http: { method, target }, answer: { status, headers, body } })}\n`,
      );
    } catch {
      // The test is about a full disk, or about a user who cannot write anywhere.
    }
  });
}
