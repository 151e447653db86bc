import type { ContactSet } from '../account.ts';
import type { Form } from '../form.ts';
import type { Shape } from './shape.ts';

type Rename = readonly [documented: RegExp, odd: string, back: RegExp, documentedText: string];

/** Applies `rename` to every key of the roles or of their fields, however deep. */
function renamed(value: unknown, rename: (key: string) => string): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [rename(key), renamed(inner, rename)]),
  );
}

function renaming([documented, odd, back, documentedText]: Rename): Shape {
  return {
    operations: ['contact-read', 'contact-write'],
    change: (value) => renamed(value, (key) => key.replace(documented, odd)),
    // Renaming keeps a form a form: only its keys change.
    read: (form) => renamed(form, (key) => key.replace(back, documentedText)) as Form,
  };
}

/** How registrars' modules are known to label contacts: write back the names that were read. */
export const contactShapes = {
  'contact-with-spaces': renaming([/_/g, ' ', / /g, '_']),
  'contact-with-postcode': renaming([/^ZIP_code$/, 'Postcode', /^Postcode$/, 'ZIP_code']),
  'contact-with-technical': renaming([/^Tech$/, 'Technical', /^Technical$/, 'Tech']),
  'contact-with-arrays': {
    operations: ['contact-read'],
    change: (value) => withArrays(value as ContactSet),
  },
} satisfies Readonly<Record<string, Shape>>;

/** PHP's empty arrays where an empty text is expected. */
const withArrays = (contacts: ContactSet): unknown =>
  // A replacer sees every empty text wherever it stands.
  JSON.parse(JSON.stringify(contacts, (_key, value: unknown) => (value === '' ? [] : value)));
