import { type FieldKind, isMostlyAsked, kindOf } from './contact-fields.ts';
import { isCountryCode } from './countries.ts';

/** As registries take it: country code, a dot, the number. Source: field notes, "Register"; RFC 5733 section 2.5. */
export const usualPhone = /^\+\d{1,3}\.\d{4,14}$/;
const usualEmail = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/**
 * What is unusual about a value, for a person to look at; null where nothing is. The API states no rule for contacts, so
 * this keeps nothing from being sent.
 *
 * @param name Of the field, as the service calls it.
 */
export function doubtOf(name: string, value: string): string | null {
  if (value === '') return isMostlyAsked(name) ? 'Empty. Registries mostly ask for it' : null;
  if (value.trim() !== value) return 'Begins or ends with a space';
  return formDoubts[kindOf(name)](value);
}

const formDoubts: Readonly<Record<FieldKind, (value: string) => string | null>> = {
  text: () => null,
  country: countryDoubt,
  phone: (value) => (usualPhone.test(value) ? null : 'Registries mostly take +CC.NNNN, such as +49.30123456'),
  email: (value) => (usualEmail.test(value) ? null : 'Does not look like an e-mail address'),
};

function countryDoubt(value: string): string | null {
  if (isCountryCode(value)) return null;
  return isCountryCode(value.toUpperCase())
    ? 'Country codes are mostly written in capitals'
    : 'Not a two-letter country code. It is sent as it stands';
}
