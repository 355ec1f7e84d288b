import { specified, unsupported } from './rule.ts';

/** Rules for versions. */
export const versioningRules = [
  ...specified({
    'VER-BASE': 'every path is below the base address, whose last segment is the version v1',
    'VER-LEGACY': 'POST /inbound remains available alongside slots and purchase orders',
    'VER-EXPECTED-DATE': 'delivery dates are agreed through slots, not by Expected_Arrival_Date',
  }),
  ...unsupported({
    'VER-EVENTS': [
      'changes are seen by polling; there are no events',
      'nothing to emulate: no mechanism is described',
    ],
    'VER-LIFECYCLE': [
      'deprecation, lifecycle and compatibility of versions',
      'the specification mentions them but says nothing about them',
    ],
  }),
];
