import { describe, expect, it } from 'vitest';
import { kindOf, type ChangeWhat } from '#shared/changes/index.ts';
import { changeStates, type ChangeFamily } from '#shared/domain/change-kinds.ts';
import type { Change } from '#shared/domain/change.ts';
import { ok } from '#shared/result.ts';
import { statusWords, type StatusWords } from '../../../../../renderer/src/changes/ChangeStatus.tsx';
import { aChange, anUncertainChange, aChangeId } from '../../../../support/a-change.ts';
import { createLastChanges, domainKey } from '../../../../../renderer/src/changes/ChangeParts.tsx';
import { createFakeBridge, type FakeAnswers } from '../../../../support/fake-bridge.ts';
import { aFollowedChange } from '../../../../support/fake-change-flow.ts';
import { aWorld } from '../../../../support/fake-world.ts';

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

  it('sends one to a new review where the first one is outdated', () => {
    const planned = (error: Change['error']) => statusWords(aChange({ state: 'planned', error })).next;
    expect(planned({ kind: 'changed-since', what: 'lock' })).toMatch(/^Review it again or withdraw it\./);
    expect(planned(null)).toMatch(/^Send it as logged or withdraw it\./);
  });

  it.each(['confirmed', 'applied'] as const)(
    'says of a registration that is %s by the registry when it was registered there',
    (state) => {
      const [what] = whats;
      const evidence = [
        {
          ...{ label: 'Registered, at the registry', before: null },
          ...{ after: '2026-11-21T09:00:10Z', speaks: 'for' as const },
        },
      ];
      const readBackAt = '2026-11-21T09:01:00.000Z';
      const { how } = statusWords(
        aChange({ state, proof: 'registry', readBackAt, evidence, ...(what && { what }) }),
      );
      expect(how.join(' ')).toMatch(
        /[Pp]roven by the registry on .*\. The registry shows that it was registered on Nov 21, 2026, .*\.$/,
      );
    },
  );

  it.each(['confirmed', 'applied'] as const)(
    'says of a renewal that is %s by the registry how long after its sending that was, and when, whatever was read since',
    (state) => {
      const [sentAt, provenAt] = ['2026-11-21T09:00:00.000Z', '2026-11-21T09:03:00.000Z'];
      const readBackAt = '2026-11-22T09:00:00.000Z';
      const change = aChange({ state, proof: 'registry', sentAt, provenAt, readBackAt, what: renewal });
      const { why, how } = statusWords(change);
      expect(why).toBe('Proven by the registry 3 min later.');
      expect(how.join(' ')).toContain('Nov 21, 2026');
    },
  );

  it('quotes the service when it refused, and says how far it is known that nothing was changed', () => {
    const error = { kind: 'refused', why: 'other', status: 200, said: 'Domain is on hold' } as const;
    const refused = (changes: Partial<Change>) =>
      said(statusWords(aChange({ state: 'refused', error, what: lock, ...changes })));
    expect(refused({ proof: 'read-back' })).toContain('Domain is on hold');
    expect(refused({ proof: 'read-back' })).toContain('the registrar lock of northwind.com is as it was.');
    expect(refused({ proof: 'answer' })).toContain('as far as we know nothing was changed.');
    expect(refused({ proof: 'answer', what: renewal })).toContain('Nothing has shown the new expiry yet');
    expect(refused({ proof: 'answer' })).toContain('Verifying did not decide it');
  });

  it('says once that the service refused, with its words and a next step', () => {
    const of = (why: 'validation' | 'credit') =>
      statusWords(
        aChange({
          ...{ state: 'refused', proof: 'answer', what: lock },
          error: { kind: 'refused', why, status: 422, said: 'Domain is on hold' },
        }),
      );
    expect(of('validation')).toMatchObject({
      answer: 'The service refused, and as far as we know nothing was changed.',
      why: 'It said: “Domain is on hold” (HTTP 422).',
      next: 'Correct it and try again, or ask your provider with these words.',
    });
    expect(of('credit').why).toContain('The credit of this account is not enough.');
    expect(of('credit').next).toContain('Add credit at your provider');
  });

  it('of an uncertain one says when it was checked, what was read and what was not', () => {
    const checked = anUncertainChange({
      readBackAt: '2026-11-21T09:01:00.000Z',
      evidence: [
        { label: 'Credit', before: '466.43', after: '455.44', speaks: 'for' },
        { label: 'Expires', before: '2027-01-01', after: null, speaks: 'neither' },
      ],
    });
    expect(statusWords(checked).why).toMatch(
      /^Checked on .*2026.*: credit fell by 10\.99, expires not readable\.$/,
    );
    expect(statusWords(anUncertainChange({ readBackAt: null })).why).toBeNull();
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

const numbered = (number: number, changes: Partial<Change> = {}): Change =>
  aFollowedChange({ id: aChangeId(number), number, ...changes });

async function known(changes: readonly Change[], answers: FakeAnswers['changes'] = {}) {
  const bridge = createFakeBridge(aWorld(), {
    changes: { lastOf: () => Promise.resolve(ok({ changes: [...changes] })), ...answers },
  });
  const last = createLastChanges(bridge);
  await last.read('practice', 'harbour.example');
  const at = (domain = 'harbour.example') => last.getState().byPlace.get(domainKey('practice', domain));
  const of = (family: ChangeFamily) => at()?.byFamily.get(family);
  return { bridge, at, of };
}

describe('the last change of each family', () => {
  it('follows what main tells: the newer change, and of one change the newer word', async () => {
    const { bridge, of } = await known([numbered(4, { state: 'confirmed' })]);
    bridge.tell('changes.changed', { changes: [numbered(5)] });
    expect(of('lock')?.number).toBe(5);
    bridge.tell('changes.changed', {
      changes: [
        numbered(5, { state: 'uncertain', changedAt: '2026-11-21T09:10:00.000Z' }),
        numbered(5, { state: 'sending', changedAt: '2026-11-21T09:00:00.000Z' }),
        numbered(4, { state: 'refused', changedAt: '2026-11-21T09:20:00.000Z' }),
      ],
    });
    expect(of('lock')).toMatchObject({ number: 5, state: 'uncertain' });
  });
});

it('(G1) a change that was accepted and not charged says so, and names the sync that decides; one that was charged does not', () => {
  const accepted = { what: renewal, state: 'confirmed', proof: 'answer' } as const;
  const words = said(statusWords(aChange({ ...accepted, charge: 'not-yet' })));
  expect(words).toMatch(
    /price was not seen to be taken .* may never have been done\. Have the service read it again/,
  );
  expect(said(statusWords(aChange({ ...accepted, charge: 'fell' })))).not.toMatch(/read it again|price/);
});
