import { CfiError } from '../errors.ts';
import { nearest } from '../text/nearest.ts';
import type { Config, Profile } from './file.ts';

/** The saved profile of that name. Throws `not-found` with the nearest known one. */
export function savedProfile(config: Config, name: string): Profile {
  const profile = config.profiles[name];
  if (profile !== undefined) return profile;
  const near = nearest(name, Object.keys(config.profiles));
  throw new CfiError('not-found', `there is no profile ${JSON.stringify(name)}`, {
    hint: near === undefined ? 'see them with cfi profile list' : `did you mean ${near}?`,
  });
}
