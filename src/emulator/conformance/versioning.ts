import { specified, unsupported } from './rule.ts';

/** Rules for versions. */
export const versioningRules = [
  ...specified({
    'VER-BASE': 'the version v1 is the last segment of the base address, below which everything lies',
    'VER-LEGACY': 'POST /inbound goes on beside slots and purchase orders',
    'VER-EXPECTED-DATE': 'delivery dates are agreed through slots, not by Expected_Arrival_Date',
  }),
  ...unsupported({
    'VER-EVENTS': [
      'changes are seen by reading again; there are no events',
      'there is nothing to emulate: no mechanism is described',
    ],
    'VER-LIFECYCLE': [
      'deprecation, life cycle and compatibility of versions',
      'the specification names them without saying anything of them',
    ],
  }),
];
