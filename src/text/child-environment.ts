type Env = Readonly<Record<string, string | undefined>>;

/** What no other program gets of our environment: it needs none of it, and may show or keep it. */
const secretVariables = ['CFI_CLIENT_SECRET', 'CFI_TOKEN'];

/** The environment of another program: ours without secrets, and `added`, where undefined removes a variable. */
export function childEnvironment(own: Env, added: Env = {}): Record<string, string | undefined> {
  // Windows does not distinguish the case of these names.
  const kept = Object.entries(own).filter(([name]) => !secretVariables.includes(name.toUpperCase()));
  return { ...Object.fromEntries(kept), ...added };
}
