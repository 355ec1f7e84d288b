import { type Fields, fieldsOf, textField } from '../../../text/records.ts';

const country = /^[\p{L} .'()-]{2,60}$/u;

/** Replaces people and addresses by fictional ones: the same person by the same. */
export function strangers() {
  const known = new Map<string, number>();
  const numberOf = (key: string): number => {
    const found = known.get(key) ?? known.size + 1;
    known.set(key, found);
    return found;
  };
  const name = (number: number): string => `Buyer ${number}`;
  return {
    buyer: (original: string): string => name(numberOf(original)),
    /** An address with the same fields, in the same country. */
    address(original: unknown): Record<string, string> {
      const given = fieldsOf(original);
      const number = numberOf(textField(given, 'FullName') ?? JSON.stringify(given));
      const fictional: Record<string, string> = {
        FullName: name(number),
        Company: `Example Company ${number}`,
        Address1: `${number} Example Street`,
        Address2: 'Example Quarter',
        Town: 'Exampleton',
        Region: 'Exampleshire',
        PostCode: 'ZZ1 1ZZ',
        // A number that is reserved for fiction.
        PhoneNumber: '+44 1632 960001',
        EmailAddress: `buyer${number}@example.com`,
      };
      const kept = Object.entries(fictional).filter(([field]) => isText(given, field) || required.has(field));
      const places = ['Country', 'CountryCode'].flatMap((field) => {
        const value = textField(given, field);
        return value !== undefined && country.test(value) ? [[field, value] as const] : [];
      });
      return Object.fromEntries([
        ...kept,
        ...(places.length === 0 ? [['CountryCode', 'GB'] as const] : places),
      ]);
    },
  };
}

const required = new Set(['FullName', 'Address1', 'Town', 'PostCode']);

const isText = (record: Fields, name: string): boolean => (textField(record, name) ?? '') !== '';

/** The registration of a vehicle or the number of a container; anything longer may name a person. */
export const vehicle = (text: string): string => (/^[A-Z0-9 -]{2,15}$/.test(text) ? text : 'VEHICLE-1');
