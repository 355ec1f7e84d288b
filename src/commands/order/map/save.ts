import { lstat } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve } from 'node:path';
import type { Prompts } from '../../../cli/prompts.ts';
import type { CommandContext } from '../../../cli/settings.ts';
import { openHome } from '../../../client/auth/account.ts';
import { updateConfig } from '../../../config/settings-file.ts';
import { CfiError } from '../../../errors.ts';
import { checkDistinct, checkWritable, writeOut } from '../../../storage/output-file.ts';

/** A name beside the file: `orders.map.json` for `orders.csv`. */
const defaultMapName = (file: string): string =>
  file === '-' ? 'orders.map.json' : join(dirname(file), `${basename(file, extname(file))}.map.json`);

const exists = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );

/** Why the map cannot be written there; undefined if it can. */
async function objection(context: CommandContext, name: string): Promise<string | undefined> {
  const { cwd } = context.deps;
  try {
    await checkDistinct([{ role: 'the map', name }], context.files.read, cwd);
    await checkWritable(name, cwd);
    return undefined;
  } catch (error) {
    if (error instanceof CfiError) return error.message;
    throw error;
  }
}

/** Asks where to save a map, writes it, and returns the name. Never overwrites an input, and asks before any other file. */
export async function saveMap(
  context: CommandContext,
  prompts: Prompts,
  file: string,
  text: string,
): Promise<string> {
  const { cwd } = context.deps;
  for (;;) {
    const answer = await prompts.text({
      message: 'Save the map as',
      default: defaultMapName(file),
      validate: (name) => name.trim() !== '' || 'a name is needed',
    });
    const name = answer.trim();
    const problem = await objection(context, name);
    if (problem !== undefined) {
      context.notice(problem);
      continue;
    }
    const isThere = await exists(resolve(cwd, name));
    if (isThere && !(await prompts.confirm({ message: `${name} exists. Replace it?`, default: false })))
      continue;
    await writeOut(name, cwd, text);
    return name;
  }
}

/** Offers to read every later upload of the profile with the map. */
export async function offerAsDefault(
  context: CommandContext,
  prompts: Prompts,
  name: string,
): Promise<boolean> {
  const { profile } = context.settings;
  const message = `Read every upload of the profile ${profile} with ${name}?`;
  if (!(await prompts.confirm({ message, default: false }))) return false;
  const { home, reading } = openHome(context);
  await updateConfig(home.configFile, reading, (config) => {
    config.profiles[profile] = { ...config.profiles[profile], map: resolve(context.deps.cwd, name) };
  });
  return true;
}
