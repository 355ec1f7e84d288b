import type { Source } from '../../payload/types.ts';
import type { ByteLog } from './byte-log.ts';

const pieceLength = 1 << 16;

/** A source that can be opened again though the other cannot: its bytes are kept in a log while they are read. */
export function keptSource({ name, open }: Source, openLog: () => ByteLog): Source {
  let log: ByteLog | undefined;
  let size = 0;
  return {
    name,
    async *open() {
      if (log !== undefined) {
        for (let at = 0; at < size; at += pieceLength) yield log.read(at, Math.min(pieceLength, size - at));
        return;
      }
      const kept = openLog();
      log = kept;
      for await (const chunk of open()) {
        kept.append(chunk.length, (into, at) => {
          into.set(chunk, at);
          return at + chunk.length;
        });
        size += chunk.length;
        yield chunk;
      }
    },
  };
}
