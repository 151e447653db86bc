import { isArray, isObject, type Json } from '../../../electron/main/reseller/json.ts';
import type { Random } from './random.ts';
import type { StrangeValues } from './strange-values.ts';

/** `value` with one place in it changed: replaced, taken away, doubled, renamed or wrapped. */
export function mutate(value: Json, random: Random, strange: StrangeValues): Json {
  const goesDeeper = random.chance(0.85);
  if (isArray(value) && value.length > 0 && goesDeeper) return mutateArray(value, random, strange);
  if (isObject(value) && Object.keys(value).length > 0 && goesDeeper) {
    return mutateObject(Object.entries(value), random, strange);
  }
  return random.pick([
    () => strange(random),
    () => [value],
    () => ({ result: value }),
    () => ({ success: true, data: value }),
    () => JSON.stringify(value),
  ])();
}

function mutateArray(value: readonly Json[], random: Random, strange: StrangeValues): Json {
  const at = random.int(value.length);
  return random.pick([
    () => value.map((item, index) => (index === at ? mutate(item, random, strange) : item)),
    () => value.toSpliced(at, 1),
    () => [...value, value[at] ?? null],
    () => [...value, mutate(value[at] ?? null, random, strange)],
    () => [strange(random), ...value],
    () => Object.fromEntries(value.map((item, index) => [String(index + 1), item])),
    () => value.toReversed(),
  ])();
}

type Entries = readonly (readonly [string, Json])[];

function mutateObject(entries: Entries, random: Random, strange: StrangeValues): Json {
  const at = random.int(entries.length);
  const [name, inner] = entries[at] ?? ['', null];
  const put = (...replacement: Entries): Json => Object.fromEntries(entries.toSpliced(at, 1, ...replacement));
  return random.pick([
    () => put([name, strange(random)]),
    () => put([name, mutate(inner, random, strange)]),
    () => put(),
    () => put([random.pick([name.toLowerCase(), name.toUpperCase(), `${name} `, '__proto__', '']), inner]),
    () => put([name, inner], [random.pick(['error', 'message', 'success', 'status']), strange(random)]),
  ])();
}

/** `text` as a server in trouble sends it. */
export function spoil(text: string, random: Random): string {
  const at = random.int(text.length + 1);
  return random.pick([
    () => text.slice(0, at),
    () => text.slice(0, at) + String.fromCharCode(random.int(0xffff)) + text.slice(at),
    () => text.slice(0, at) + text.slice(at + 1 + random.int(5)),
    () => `<br />\n<b>Warning</b>: Undefined index in /srv/api.php on line 9<br />\n${text}`,
    () => '<!DOCTYPE html><html><body>502 Bad Gateway</body></html>',
    () => `\uFEFF${text}`,
    () => `${text}${text}`,
    () => '['.repeat(1 + random.int(5_000)) + text,
    () => `${'{"a":'.repeat(70)}${text}${'}'.repeat(70)}`,
    () => text.replace('"isAvailable":false', '"isAvailable":false,"isAvailable":"true"'),
    () => text.replace('{', '{"__proto__":{"isAvailable":true,"isValidDomain":true},'),
    () =>
      random.pick(['', ' ', 'null', 'true', '0', '""', '[]', '{}', 'Invalid API Token', 'Action not found']),
  ])();
}
