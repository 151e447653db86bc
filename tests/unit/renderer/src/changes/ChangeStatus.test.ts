import { describe, expect, it } from 'vitest';
import { type ChangeWhat, kindOf } from '#shared/changes/index.ts';
import { changeStates } from '#shared/domain/change-kinds.ts';
import type { Change } from '#shared/domain/change.ts';
import { type StatusWords, statusWords } from '../../../../../renderer/src/changes/ChangeStatus.tsx';
import { aChange, anUncertainChange } from '../../../../support/a-change.ts';

const linesOf = ({ what, before }: Pick<Change, 'what' | 'before'>) => kindOf(what.kind).lines(what, before);

const notGiven = { kind: 'not-given' } as const;
const whats: readonly ChangeWhat[] = [
  {
    kind: 'register',
    periodYears: 1,
    nameservers: ['ns1.example.net', 'ns2.example.net'],
    roles: ['registrant'],
    addons: {},
    idnLanguage: null,
    domainFields: [],
    isPremium: false,
    price: notGiven,
  },
  { kind: 'renew', periodYears: 2, addons: {}, price: notGiven },
  { kind: 'contacts', roles: [{ name: 'Registrant', changed: ['Email'] }] },
  { kind: 'lock', state: 'unlocked' },
  { kind: 'nameservers', nameservers: ['ns1.example.net', 'ns2.example.net'] },
  { kind: 'child-register', host: 'ns1.northwind.com', address: '192.0.2.1' },
  {
    kind: 'child-modify',
    host: 'ns1.northwind.com',
    currentAddress: '192.0.2.1',
    newAddress: '192.0.2.2',
  },
  { kind: 'child-delete', host: 'ns1.northwind.com' },
  { kind: 'sync' },
];

const lock: ChangeWhat = { kind: 'lock', state: 'locked' };
const renewal: ChangeWhat = { kind: 'renew', periodYears: 1, addons: {}, price: notGiven };

const said = ({ answer, why, next, how }: StatusWords): string =>
  [answer, why, next, ...how].filter((part) => part !== null).join(' ');

describe('where a change stands, in words', () => {
  it.each(whats)(
    'C12 never calls an uncertain $kind failed, and says what is unknown, checked and left',
    (what) => {
      const words = statusWords(anUncertainChange({ what }));
      expect(words.answer).toMatch(/^We don’t know whether .*northwind\.com.*\.$/);
      expect(said(words)).not.toMatch(/fail|error|wrong/i);
      expect(words.how).toContain('Not verified yet.');
      expect(words.how).toContain('It is never sent again automatically.');
      expect(words.next).toMatch(/mark it as done or not done\.$/);
    },
  );

  it.each(whats)('says of an uncertain $kind whether verifying can decide it', (what) => {
    const words = statusWords(anUncertainChange({ what }));
    const isProvable = ['register', 'contacts', 'lock', 'nameservers'].includes(what.kind);
    expect(words.next?.startsWith(isProvable ? 'Verify.' : 'Check ')).toBe(true);
  });

  it.each(changeStates.flatMap((state) => whats.map((what) => ({ state, kind: what.kind, what }))))(
    'has a sentence for a $kind that is $state',
    ({ state, what }) => {
      expect(statusWords(aChange({ state, what })).answer).toMatch(
        state === 'settled' ? /^Marked as done\. .*\.$/ : /^(?!.*\. ).*\.$/,
      );
    },
  );

  it('C13 calls a name registered by you that the service says exists already', () => {
    const [what] = whats;
    const words = statusWords(
      aChange({
        ...(what === undefined ? {} : { what }),
        state: 'applied',
        error: { kind: 'refused', why: 'exists', status: 400, said: 'The object exists' },
      }),
    );
    expect(words.answer).toBe('northwind.com is registered by you.');
    expect(said(words)).not.toMatch(/refused/);
  });

  it('tells the service’s word from what was verified', () => {
    expect(statusWords(aChange({ what: renewal, proof: 'answer' })).answer).toBe(
      'Accepted by the service, not verified: northwind.com is renewed for 1 year.',
    );
    expect(statusWords(aChange({ what: renewal, proof: 'read-back' })).answer).toBe(
      'northwind.com is renewed for 1 year.',
    );
    expect(statusWords(aChange({ proof: 'answer' })).how[0]).toMatch(
      /this rests on (?:its|the service’s) answer/,
    );
    expect(statusWords(aChange({ proof: 'read-back' })).how[0]).toMatch(
      /^Accepted by the service and verified/,
    );
  });

  it('tells a change that was tried from one that was not', () => {
    const tried = aChange({
      state: 'planned',
      attempts: 1,
      error: { kind: 'not-sent', why: 'connection-refused' },
    });
    expect(statusWords(tried).answer).toBe('Tried, but nothing left this computer.');
    expect(statusWords(aChange({ state: 'planned' })).answer).toBe('Logged, not sent.');
  });

  it('sends one to a new review where the first one is outdated', () => {
    const planned = (error: Change['error']) => statusWords(aChange({ state: 'planned', error })).next;
    expect(planned({ kind: 'changed-since', what: 'lock' })).toMatch(/^Review it again or withdraw it\./);
    expect(planned(null)).toMatch(/^Send it as logged or withdraw it\./);
  });

  it('quotes the service when it refused, and says how far it is known that nothing was changed', () => {
    const error = { kind: 'refused', why: 'other', status: 200, said: 'Domain is on hold' } as const;
    const refused = (changes: Partial<Change>) =>
      said(statusWords(aChange({ state: 'refused', error, what: lock, ...changes })));
    expect(refused({ proof: 'read-back' })).toContain('Domain is on hold');
    expect(refused({ proof: 'read-back' })).toContain('the registrar lock of northwind.com is as it was.');
    expect(refused({ proof: 'answer' })).toContain('as far as we know nothing was changed.');
    expect(refused({ proof: 'answer', what: renewal })).toContain(
      'The service can’t show when a domain expires',
    );
    expect(refused({ proof: 'answer' })).toContain('Verifying did not decide it');
  });

  it('of an uncertain one that was verified says that this was inconclusive', () => {
    const readBack = anUncertainChange({ what: lock, readBackAt: '2026-11-21T09:01:00.000Z', evidence: [] });
    expect(statusWords(readBack).how.at(-1)).toMatch(/without a conclusive result\.$/);
  });

  it('of a registration that was withdrawn just before says why', () => {
    const error = { kind: 'not-available', finding: 'taken' } as const;
    expect(statusWords(aChange({ state: 'withdrawn', error })).why).toContain('the name is taken');
  });

  it.each(changeStates)('C12 in the state %s is never called failed', (state) => {
    const change = aChange({ state, error: { kind: 'uncertain', why: 'server-error' } });
    expect(said(statusWords(change))).not.toMatch(/fail/i);
  });

  it('keeps a person’s note beside what they said', () => {
    const words = statusWords(
      aChange({ state: 'settled', settledAs: 'not-applied', note: 'Expires as before' }),
    );
    expect(words.answer).toMatch(/^Marked as not done\./);
    expect(words.why).toBe('Your note: “Expires as before”');
  });
});

describe('what a change does, line by line', () => {
  it('shows of contacts the names of the fields alone', () => {
    const lines = linesOf({
      what: { kind: 'contacts', roles: [{ name: 'Registrant', changed: ['Email', 'City'] }] },
      before: null,
    });
    expect(lines).toEqual([{ label: 'Registrant', before: null, after: 'E-mail, City', isChanged: false }]);
  });

  it('says that a price is not given, and never 0', () => {
    const lines = linesOf({
      what: { kind: 'renew', periodYears: 1, addons: {}, price: notGiven },
      before: null,
    });
    expect(lines.find(({ label }) => label === 'Price')?.after).toBe('not given');
  });

  it('sets what was read before beside what was wanted', () => {
    const lines = linesOf({
      what: { kind: 'lock', state: 'locked' },
      before: { readAt: '2026-11-21T08:00:00.000Z', lock: 'unlocked' },
    });
    expect(lines).toEqual([
      { label: 'Registrar lock', before: 'Unlocked', after: 'Locked', isChanged: true },
    ]);
  });
});
