/** The help of the whole program, on one screen. Kept as text, so that it appears as fast as the version. */
export const frontPage = `cfi - orders, stock and deliveries at your fulfilment service

Usage: cfi COMMAND [options]      Help: cfi COMMAND --help

Selling:
  order, runs            Upload, track, find, cancel orders; list what was sent
  inventory, stock-age   Show stock by warehouse and SKU, and how old it is
Deliveries:
  today, board           Show what needs your answer and what arrives
  slot                   Book delivery slots and agree on their time
  po                     Create and track purchase orders for confirmed slots
  inbound                Register deliveries through the legacy flow
Account:
  login, logout, whoami  Sign in, sign out, show who is signed in
  profile, config        Manage saved accounts and their defaults
  doctor                 Check address, proxy, certificates, clock and token
Developing:
  emulator, verify       Run the service on this machine; compare it with yours
  api, completion        Call any endpoint, print a completion script

Start: cfi login      Offline: cfi --emulator inventory
All topics: cfi help topics, such as csv, exports or agent
`;
