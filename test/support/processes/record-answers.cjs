// Loaded into each built program that the tests start: writes down what an emulator within it answers, for the test's own
// process to hold against the OpenAPI document.
const { subscribe } = require('node:diagnostics_channel');
const { appendFileSync } = require('node:fs');

const file = process.env.CFI_TEST_ANSWERS;
const mostOfAKind = 200;
const seen = new Map();

if (file) {
  subscribe('cfi:emulator:answer', ({ http, answer }) => {
    const { method, target } = http;
    const { status, headers, body } = answer;
    // A storm asks the same thing a hundred thousand times.
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
      // A test about a full disk, or about somebody who may write nowhere.
    }
  });
}
