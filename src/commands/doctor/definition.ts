import { command, define } from '../../cli/command.ts';

/** `doctor`. */
const doctorDefinition = define({
  name: 'doctor',
  summary: 'Check base address, DNS, proxy, certificates, clock, token and permissions',
  examples: [{ command: 'cfi doctor' }, { command: 'cfi doctor --profile bluebird --json' }],
  notes: 'Exit code 1 when a check failed, 0 otherwise.',
});

/** `doctor`, with the module that runs it. */
export const doctorCommand = command(doctorDefinition, () => import('./doctor.ts'));
