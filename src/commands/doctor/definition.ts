import { command, define } from '../../cli/command.ts';

/** `doctor`. */
const doctorDefinition = define({
  name: 'doctor',
  summary: 'Check base address, DNS, proxy, certificates, clock, token and permissions',
  examples: [{ command: 'cfi doctor' }, { command: 'cfi doctor --profile bluebird --json' }],
  notes: 'Exit code 1 if a check fails, otherwise 0.',
});

/** `doctor`, with the module that runs it. */
export const doctorCommand = command(doctorDefinition, () => import('./doctor.ts'));
