import { describe, it } from 'vitest';
import { emulatorAnswers } from '../support/services/emulator-answers.ts';
import { expectNoSurprise, reads } from '../trust/network/odd-values.ts';

const answers = await emulatorAnswers();

describe.each(reads)('cfi %s', (line, endpoint) => {
  it('never fails unexpectedly for any value of another type anywhere in the answer', async () => {
    await expectNoSurprise(line, answers.get(endpoint), () => true);
  });
});
