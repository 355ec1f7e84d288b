import { outcomes, type Settled } from '../outcomes.ts';
import { isUsualId } from './packed-rows.ts';

/** Recorded outcomes by the number of the document. */
export interface OutcomesInMemory {
  /** Takes an outcome if it has the usual IDs and nothing to explain, and if there is room for it. */
  add(document: number, settled: Settled): void;
  has(document: number): boolean;
  /** The outcome of a document that it has. */
  of(document: number): Settled;
}

/** Documents are numbered from 0, and share pieces of memory. With 47 bytes each, they take 6 MB at most. */
const pieceSize = 4096;
const mostPieces = 32;
/** A larger upload saves too little time for that, and needs the memory for its other documents. */
const mostDocuments = 2 * mostPieces * pieceSize;
const uuidLength = 36;

interface Piece {
  /** Index of the outcome plus one; 0 if there is none. */
  readonly outcomes: Uint8Array;
  readonly statuses: Uint16Array;
  readonly numbers: Float64Array;
  readonly uuids: Buffer;
}

const emptyPiece = (): Piece => ({
  outcomes: new Uint8Array(pieceSize),
  statuses: new Uint16Array(pieceSize),
  numbers: new Float64Array(pieceSize),
  uuids: Buffer.allocUnsafeSlow(pieceSize * uuidLength),
});

/**
 * Keeps outcomes of a run's first 131,072 documents, so that its report need not read them from the ledger again:
 * a third of the time of the results. Keeps none of a run of more than 262,144 `documents`.
 */
export function keepOutcomes(documents: number): OutcomesInMemory {
  const limit = documents > mostDocuments ? 0 : mostPieces;
  const pieces: (Piece | undefined)[] = [];
  const pieceOf = (document: number): Piece | undefined => pieces[Math.floor(document / pieceSize)];
  return {
    add(document, { outcome, uuid, number, status, error, fields, keepsRecord }) {
      const isPlain = error === undefined && fields === undefined && keepsRecord !== true;
      if (!isPlain || status === undefined || !isUsualId(uuid, number)) return;
      const index = Math.floor(document / pieceSize);
      if (index >= limit) return;
      const piece = pieces[index] ?? emptyPiece();
      pieces[index] = piece;
      const at = document % pieceSize;
      piece.outcomes[at] = outcomes.indexOf(outcome) + 1;
      piece.statuses[at] = status;
      piece.numbers[at] = Number(number);
      piece.uuids.write(String(uuid), at * uuidLength, 'latin1');
    },
    has: (document) => (pieceOf(document)?.outcomes[document % pieceSize] ?? 0) > 0,
    of(document) {
      const piece = pieceOf(document) as Piece;
      const at = document % pieceSize;
      const uuidAt = at * uuidLength;
      return {
        outcome: outcomes[(piece.outcomes[at] as number) - 1] as Settled['outcome'],
        uuid: piece.uuids.toString('latin1', uuidAt, uuidAt + uuidLength),
        number: piece.numbers[at] as number,
        status: piece.statuses[at] as number,
      };
    },
  };
}
