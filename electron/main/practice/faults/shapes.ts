import type { Operation } from '../routes.ts';
import { contactShapes } from './contact-shapes.ts';
import { lookupShapes } from './lookup-shapes.ts';
import type { Shape } from './shape.ts';

const changes: readonly Operation[] = [
  'contact-write',
  'lock-write',
  'register',
  'renew',
  'nameservers-write',
  'child-register',
  'child-modify',
  'child-delete',
];

const instead = (on: readonly Operation[], value: unknown): Shape => ({
  operations: on,
  change: () => value,
});

/** What this service's own handlers answer, where a shape depends on it. */
interface Answers {
  readonly credits: string;
  readonly eppcode: { readonly eppcode: string };
  readonly sync: Sync;
  readonly 'nameservers-read': Readonly<Record<string, string>>;
}

interface Sync {
  readonly active: boolean;
  readonly expired: boolean;
  readonly transferredAway: boolean;
  readonly expirydate: string;
}

const on = <Name extends keyof Answers>(
  operation: Name,
  change: (value: Answers[Name]) => unknown,
): Shape => ({
  operations: [operation],
  // The value is what the handler of that operation has just answered.
  change: (value) => change(value as Answers[Name]),
});

/** As PHP's `htmlspecialchars` writes a text. */
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll("'", '&#039;');

const phpBoolean = (value: boolean): string => (value ? '1' : '');

const plainShapes = {
  'success-text': instead(changes, 'success'),
  'success-true': instead(changes, { success: true }),
  'status-object': instead(changes, { status: 'success', message: '', success: 'success' }),
  'status-and-message': instead(changes, { status: 'success', message: '' }),
  'credit-in-object': on('credits', (credit) => ({ credit })),
  'credit-as-number': on('credits', Number),
  'code-as-text': on('eppcode', ({ eppcode }) => eppcode),
  'code-mailed': instead(['eppcode'], { success: true }),
  'code-with-entities': on('eppcode', ({ eppcode }) => ({
    eppcode: escaped(eppcode),
  })),
  'sync-with-php-booleans': on('sync', ({ active, expired, transferredAway, expirydate }) => ({
    active: phpBoolean(active),
    expired: phpBoolean(expired),
    transferredAway: phpBoolean(transferredAway),
    expirydate,
  })),
  'sync-expiry-alone': on('sync', ({ expirydate }) => ({ expirydate })),
  'nameservers-as-array': on('nameservers-read', (hosts) => Object.values(hosts)),
  'nameservers-beside-success': on('nameservers-read', (hosts) => ({
    success: true,
    message: '',
    ...hosts,
  })),
} satisfies Readonly<Record<string, Shape>>;

export const shapes = { ...plainShapes, ...contactShapes, ...lookupShapes };

export type ShapeName = keyof typeof shapes;

/** The odd shapes in which an operation's answer is known to come. */
export function shapesOf(operation: Operation): readonly ShapeName[] {
  const all: Readonly<Record<ShapeName, Shape>> = shapes;
  // The keys of a constant object are the names of its type.
  return (Object.keys(all) as ShapeName[]).filter((name) => all[name].operations.includes(operation));
}
