const [quote, backslash, colon, comma] = [0x22, 0x5c, 0x3a, 0x2c];
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d];

/** 1 for each character that JSON strings contain unchanged, as one byte. */
const isPlain = Uint8Array.from({ length: 0x7f }, (_, unit) =>
  unit < 0x20 || unit === quote || unit === backslash ? 0 : 1,
);

/** One unit of a string takes at most three bytes in UTF-8. */
const bytesPerUnit = 3;

/**
 * Writes the JSON of a value into a buffer from `at`, byte for byte what `JSON.stringify` makes, and returns the end. Takes
 * half as long as making a text and encoding it: most texts are plain ASCII, which is copied while it is checked. Returns
 * -1 if the JSON does not fit, or if the value has anything but objects, lists, texts, numbers, booleans and null.
 */
export function writeJson(value: unknown, into: Buffer, at: number): number {
  const end = writeValue(value, into, at);
  return end > into.length ? -1 : end;
}

// A write past the end changes nothing, so only the end of the whole is checked.
function writeValue(value: unknown, into: Buffer, at: number): number {
  if (typeof value === 'string') return writeString(value, into, at);
  if (typeof value === 'number') return writePlain(Number.isFinite(value) ? `${value}` : 'null', into, at);
  if (typeof value === 'boolean' || value === null) return writePlain(`${value}`, into, at);
  if (Array.isArray(value)) return writeList(value, into, at);
  return typeof value === 'object' ? writeObject(value as Record<string, unknown>, into, at) : -1;
}

function writePlain(text: string, into: Buffer, at: number): number {
  for (let index = 0; index < text.length; index++) into[at + index] = text.charCodeAt(index);
  return at + text.length;
}

function writeString(text: string, into: Buffer, at: number): number {
  const { length } = text;
  if (at + length > into.length) return -1;
  let end = at;
  into[end++] = quote;
  for (let index = 0; index < length; index++) {
    const unit = text.charCodeAt(index);
    if (isPlain[unit] !== 1) return writeEscaped(text, into, at);
    into[end++] = unit;
  }
  into[end++] = quote;
  return end;
}

function writeEscaped(text: string, into: Buffer, at: number): number {
  const escaped = JSON.stringify(text);
  return at + bytesPerUnit * escaped.length > into.length ? -1 : at + into.write(escaped, at);
}

function writeList(list: readonly unknown[], into: Buffer, at: number): number {
  let end = at;
  into[end++] = openBracket;
  for (let index = 0; index < list.length; index++) {
    if (index > 0) into[end++] = comma;
    end = writeValue(list[index], into, end);
    if (end === -1) return -1;
  }
  into[end++] = closeBracket;
  return end;
}

function writeObject(object: Record<string, unknown>, into: Buffer, at: number): number {
  let end = at;
  let isFirst = true;
  /** The nested value written last: two addresses may be one object, whose bytes are then copied. */
  let nested: unknown;
  let [nestedStart, nestedEnd] = [0, 0];
  into[end++] = openBrace;
  for (const name in object) {
    const value = object[name];
    if (value === undefined) continue;
    if (!isFirst) into[end++] = comma;
    isFirst = false;
    end = writeString(name, into, end);
    if (end === -1) return -1;
    into[end++] = colon;
    if (typeof value === 'string') end = writeString(value, into, end);
    else if (typeof value !== 'object' || value === null) end = writeValue(value, into, end);
    else if (value === nested) {
      into.copyWithin(end, nestedStart, nestedEnd);
      end += nestedEnd - nestedStart;
    } else {
      nested = value;
      nestedStart = end;
      end = writeValue(value, into, end);
      nestedEnd = end;
    }
    if (end === -1) return -1;
  }
  into[end++] = closeBrace;
  return end;
}
