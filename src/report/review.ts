import { beforeSending } from '../cli/ask.ts';
import type { CommandContext } from '../cli/settings.ts';
import { nameAccount } from '../client/auth/session.ts';
import { declined, saidNo } from '../errors.ts';
import { blocksText } from '../render/render.ts';
import type { Block } from '../render/result.ts';
import { isPlainTerminal, withSigns } from '../text/words.ts';

/** A change of the service, as a person sees it before it is sent. */
export interface Review {
  /** What `y` does: `Send 6 orders to Northgate FC`. */
  readonly does: string;
  /** What may be a mistake: it stands above all else. */
  readonly warnings?: readonly string[];
  /** What is sent: counts and money, then up to 20 rows and the count of the rest. */
  readonly sent?: readonly Block[];
  readonly leftOut?: readonly string[];
}

/** How many orders, slots or purchase orders a review shows as rows. */
export const mostRows = 20;

/** Shows blocks on standard error, which is a terminal, like the prompts. */
export async function showBlocks(context: CommandContext, blocks: readonly Block[]): Promise<void> {
  const { deps, settings } = context;
  const { color, accessible } = settings;
  const plain = isPlainTerminal(deps.env, deps.platform);
  const width = deps.stderr.columns || 80;
  const now = context.clock.now();
  const look = { format: 'table', color: color.stderr, width, plain, accessible, now } as const;
  const { text } = await blocksText(blocks, look);
  if (text !== '') deps.stderr.write(`\n${withSigns(text, look)}`);
}

/** The parts of a review above its question. */
export const reviewBlocks = ({ warnings = [], sent = [], leftOut = [] }: Review): Block[] => [
  { kind: 'text', text: warnings.join('\n') },
  ...sent,
  { kind: 'text', text: leftOut.join('\n') },
];

const nothing = 'nothing was sent';

interface Asking {
  /** Its answer is on the line: `--yes`, or the name of exactly what was seen. */
  readonly isSeen: boolean;
  /** Without a terminal, only a line that says so is carried out. */
  readonly needsEyes?: boolean;
  /** The option that says so; `--yes` always does. */
  readonly seenBy?: string;
  /** Whether `b` goes back to the questions before it. */
  readonly back?: boolean;
}

/**
 * The only place that asks before a change of the service: shows the review, and returns `send` after `y` or `yes`, or
 * `back`. Without a terminal it asks nobody. Throws `cancelled` otherwise: nothing was sent.
 */
export async function reviewed(
  context: CommandContext,
  review: Review,
  asking: Asking,
): Promise<'send' | 'back'> {
  const { isSeen, needsEyes = false, seenBy, back = false } = asking;
  if (isSeen) return 'send';
  const { deps, settings } = context;
  const message = `${review.does}?`;
  // Standard input that was read to its end, as for `--refs -`, gives no answer.
  const isDeaf = deps.stdin.readableEnded && settings.interactive;
  if (isDeaf || (needsEyes && !settings.interactive))
    throw declined(
      `nothing was sent: "${message}" needs your answer`,
      `look at it first, then add ${seenBy === undefined ? '' : `${seenBy} or `}--yes to confirm`,
    );
  if (!settings.interactive) return 'send';
  const ask = async (): Promise<boolean | 'back'> => {
    await nameAccount(context);
    await showBlocks(context, reviewBlocks(review));
    const prompts = await deps.prompts();
    return beforeSending(nothing, () => prompts.confirm({ message, back }));
  };
  const answer = await (context.aside?.(ask) ?? ask());
  if (answer === 'back') return 'back';
  if (!answer) throw saidNo(nothing);
  return 'send';
}
