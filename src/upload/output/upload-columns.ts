import type { AnyColumn } from '../../render/result.ts';
import type { Kind } from '../run/kinds/document-kinds.ts';
import { wordsOf } from '../terms/wording.ts';
import { dryRunColumns } from './dry-run.ts';
import { entryColumns } from './outcome-rows.ts';

/** The csv columns of an upload's outcomes, or with `dryRun`, of what would be sent. */
export const uploadColumns = (kind: Kind['name'], dryRun = false): readonly Pick<AnyColumn, 'header'>[] =>
  dryRun ? dryRunColumns(kind, wordsOf(kind).reference) : entryColumns(kind, []);
