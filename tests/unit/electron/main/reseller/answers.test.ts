import { describe, expect, it } from 'vitest';
import {
  errorWords,
  hasError,
  isKnownRefusal,
  refusalIn,
  saysDone,
} from '../../../../../electron/main/reseller/answers.ts';
import type { Json } from '../../../../../electron/main/reseller/json.ts';

const kindOf = (body: Json): string => saysDone(body).kind;

describe('an answer to a change says done', () => {
  it.each<[string, Json]>([
    ['client mistake 2: the bare string', 'success'],
    ['the bare string with blanks', ' Success\n'],
    ['success: true', { success: true }],
    ['success: 1', { success: 1 }],
    ['success: "1"', { success: '1' }],
    ['the documented status object', { status: 'success', message: '', success: 'success' }],
    ['status and message alone', { status: 'success', message: 'Done' }],
    ['an empty error beside it', { success: true, error: '' }],
    ['a null error beside it', { success: true, error: null }],
    ['an empty list of errors beside it', { success: true, error: [] }],
  ])('by %s', (_name, body) => {
    expect(kindOf(body)).toBe('success');
  });
});

describe('an answer to a change says no', () => {
  it.each<[string, Json, string]>([
    ['client mistake 3: a text under error', { error: 'No such domain' }, 'No such domain'],
    ['an object under error', { error: { message: 'No such domain', code: 5 } }, 'No such domain'],
    ['a list under error', { error: ['One', 'Two'] }, 'One; Two'],
    ['an empty object under error', { error: {} }, ''],
    ['error: true with a message', { error: true, message: 'Nope' }, 'Nope'],
    ['success: false', { success: false, message: 'Nope' }, 'Nope'],
    ['success: 0', { success: 0 }, ''],
    ['status: error', { status: 'error', message: 'Nope' }, 'Nope'],
    ['status: failed', { status: 'Failed' }, ''],
    ['a known refusal as a bare string', 'Action is not allowed', 'Action is not allowed'],
    ['a known refusal under message alone', { message: 'Action not found' }, 'Action not found'],
  ])('by %s', (_name, body, said) => {
    expect(saysDone(body)).toEqual({ kind: 'refusal', said });
  });
});

describe('an answer to a change says neither', () => {
  it.each<[string, Json]>([
    ['an empty array', []],
    ['an empty object', {}],
    ['true', true],
    ['null', null],
    ['a number', 1],
    ['the empty text', ''],
    ['another text', 'Order queued'],
    ['a message alone', { message: 'Order queued' }],
    ['success with a word nobody knows', { success: 'maybe' }],
    ['success as the empty text', { success: '' }],
    ['a yes and an error', { success: true, error: 'Registry said no' }],
    ['a yes and an unreadable error', { success: true, error: {} }],
    ['a yes and a no', { status: 'error', success: true }],
    ['an array with a yes in it', [{ success: true }]],
    ['a yes one level down', { result: { success: true } }],
  ])('by %s', (_name, body) => {
    expect(kindOf(body)).toBe('unclear');
  });
});

describe('the words of an error', () => {
  it.each<[string, Json | undefined, string, boolean]>([
    ['a text', 'x', 'x', true],
    ['nested objects', { a: { b: 'x' }, c: ['y'] }, 'x; y', true],
    ['a number', 7, '', true],
    ['false', false, '', false],
    ['nothing', undefined, '', false],
  ])('of %s', (_name, error, words, has) => {
    expect([errorWords(error), hasError(error)]).toEqual([words, has]);
  });

  it('knows a refusal in plain text, but not in a page', () => {
    expect(isKnownRefusal('Error: Invalid API Token.')).toBe(true);
    expect(isKnownRefusal('Invalid API Token'.padEnd(600))).toBe(false);
    expect(refusalIn('Welcome')).toBeNull();
  });
});
