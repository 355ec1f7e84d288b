import { layoutOf } from '../document/layout.ts';
import { namedSources } from '../mapping/column-sources.ts';
import type { Header } from '../mapping/header.ts';
import type { FieldProposals } from './entries.ts';

/** The fields of a header that consists of the service's own names; undefined if it has any other column. */
export function ownColumns(header: Header): FieldProposals | undefined {
  const layout = layoutOf('order');
  let isOwn = true;
  const sources = namedSources(header, layout, () => {
    isOwn = false;
  });
  const fields: FieldProposals = new Map();
  for (const [target, { header: name = target.name }] of sources)
    fields.set(target.name, { entry: name, confidence: 'sure', columns: [name] });
  return isOwn && fields.has(layout.reference) ? fields : undefined;
}
