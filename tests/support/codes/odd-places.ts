import type { Json } from '../../../electron/main/reseller/json.ts';

const json = (value: Json): string => JSON.stringify(value);

/** Where a service could put a code, other than where it belongs. */
export const oddPlaces: Readonly<Record<string, (code: string) => string>> = {
  'under another name': (code) => json({ transferSecret: code }),
  'under another name beside a success': (code) => json({ success: true, authinfo: code }),
  'as the message of a success': (code) => json({ success: true, message: code }),
  'in words of a success': (code) => json({ success: true, message: `The code is ${code}.` }),
  'as a member’s name': (code) => json({ [code]: true }),
  'as a name deep within': (code) => json({ result: [{ data: { [code]: { [code]: 1 } } }] }),
  'in a list': (code) => json([code]),
  'in a list of a list': (code) => json([[{ value: code }], code]),
  'within its object': (code) => json({ eppcode: { value: code } }),
  'in a list within its object': (code) => json({ eppcode: [code] }),
  'in a sentence': (code) => json(`Your code: ${code} (keep it)`),
  'in text that is not JSON': (code) => `Your code: ${code}`,
  'bare, and not JSON': (code) => code,
  'on a page': (code) => `<html><body>${code}</body></html>`,
  'after a warning': (code) => `<b>Warning</b> ${json({ eppcode: code })}`,
  'cut off': (code) => `{"eppcode":"${code.replaceAll(/["\\]/g, '')}`,
  'as an error': (code) => json({ error: code }),
  'in the words of an error': (code) => json({ error: `Cannot send ${code} now` }),
  'in a list of errors': (code) => json({ error: ['No', code, { x: code }] }),
  'beside an error': (code) => json({ success: false, eppcode: code, message: code }),
  'in a known refusal': (code) => json(`Too many requests ${code}`),
};
