import { expect, vi } from 'vitest';
import type { ChangeAsk } from '#shared/changes/index.ts';
import type { WriteOutcome, Change, JournalEntry, JournalEvent } from '#shared/domain/change.ts';
import type { Template } from '#shared/domain/portfolio.ts';
import type { AppError } from '#shared/errors.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import type { Client, Output } from '../../renderer/src/client.ts';
import { aChange, aChangeId } from './a-change.ts';
import { createFlowStore } from '../../renderer/src/changes/flow-store.ts';
import { createFakeBridge } from './fake-bridge.ts';
import { aWorld } from './fake-world.ts';
import { contactFieldNames } from '#shared/domain/contact-labels.ts';

type Review = Output<'changes', 'prepare'>;

/** A lock that is being sent, unless a test says otherwise. */
export const aFollowedChange = (changes: Partial<Change> = {}): Change =>
  aChange({
    id: aChangeId(12),
    number: 12,
    domain: 'harbour.example',
    state: 'sending',
    before: null,
    attempts: 1,
    createdAt: '2026-11-21T09:00:00.000Z',
    changedAt: '2026-11-21T09:00:01.000Z',
    sentAt: '2026-11-21T09:00:01.000Z',
    proof: null,
    settledAs: null,
    ...changes,
  });

export const aReview = (changes: Partial<Review> = {}): Review => ({
  reviewId: '00000000-0000-4000-9400-000000000001',
  accountId: 'practice',
  accountLabel: 'Practice',
  isPractice: true,
  domain: 'harbour.example',
  kind: 'lock',
  readAt: '2026-11-21T09:00:00.000Z',
  lines: [{ label: 'Registrar lock', before: 'unlocked', after: 'locked', isChanged: true }],
  sent: {
    method: 'POST',
    path: '/domains/harbour.example/lock',
    fields: [{ name: 'lockstatus', value: 'locked' }],
  },
  remarks: [],
  price: null,
  credit: null,
  finding: null,
  last: null,
  asksFor: { typedName: false, premium: false, limits: [] },
  ...changes,
});

export const anEntryOf = (change: Change, event: JournalEvent, at = change.changedAt): JournalEntry => ({
  seq: 1,
  changeId: change.id,
  at,
  state: change.state,
  event,
  hash: '0'.repeat(64),
});

export const answeredEvent = (outcome: WriteOutcome): JournalEvent => ({
  type: 'answered',
  attempt: 1,
  outcome,
  error: null,
  status: 200,
  answer: '"success"',
  syncAnswer: null,
});

/** Main's answers about one change: the review, what applying it comes to, and its story. */
export interface OneChange {
  readonly review?: Partial<Review> | undefined;
  readonly applied?: Result<Change> | undefined;
  readonly entries?: readonly JournalEntry[] | undefined;
  /** What were the last changes of the domain. */
  readonly last?: readonly Change[] | undefined;
}

/** `changes` of a fake bridge; any of them can be replaced. */
export function oneChange(
  { review, applied = ok(aFollowedChange()), entries = [], last = [] }: OneChange = {},
  others: Partial<Client['changes']> = {},
): Partial<Client['changes']> {
  return {
    prepare: ({ accountId, domain, ask }) =>
      Promise.resolve(ok(aReview({ accountId, domain, kind: ask.kind, ...review }))),
    apply: () => Promise.resolve(applied),
    find: () =>
      Promise.resolve(
        applied.ok ? ok({ change: applied.value, entries: [...entries] }) : fail({ kind: 'no-account' }),
      ),
    lastOf: () => Promise.resolve(ok({ changes: [...last] })),
    ...others,
  };
}

export type ContactsNow = Output<'domains', 'readContacts'>;

export type RoleNow = ContactsNow['roles'][number];

/** A person with everything in its usual form. */
const robin: Readonly<Record<string, string>> = {
  Contact_Name: 'Robin van Example',
  Company_Name: 'Northwind Hosting',
  Address_1: 'Harbour Street 7',
  Address_2: '',
  City: 'Hamburg',
  State: '',
  ZIP_code: '20457',
  Country: 'DE',
  Phone: '+49.40123456',
  Email: 'robin@northwind.example',
};

const texts = (values: Readonly<Record<string, string>>): RoleNow['fields'] =>
  Object.entries(values).map(([name, value]) => ({ name, value, isText: true }));

/** A role with the ten documented fields; `changes` may name others too, which come behind them. */
export const aRole = (
  name: string,
  changes: Readonly<Record<string, string>> = {},
  isWritable = false,
): RoleNow => ({
  name,
  isWritable,
  fields: texts({ ...robin, ...changes }),
});

/** The four documented roles, the registrant alone writable, unless a test says otherwise. */
export const aContactsAnswer = (changes: Partial<ContactsNow> = {}): ContactsNow => ({
  readAt: '2026-11-21T09:00:00.000Z',
  roles: [aRole('Registrant', {}, true), aRole('Admin'), aRole('Tech'), aRole('Billing')],
  answer: '{"Registrant":{"Contact_Name":"•••"}}',
  ...changes,
});

/** `domains.readContacts` that answers with these, one after the other; the last one again and again. */
export function readsContacts(
  ...answers: readonly (ContactsNow | AppError)[]
): Client['domains']['readContacts'] {
  let at = 0;
  return () => {
    const answer = answers[Math.min(at, answers.length - 1)] ?? aContactsAnswer();
    at += 1;
    return Promise.resolve('kind' in answer ? fail(answer) : ok(answer));
  };
}

const templateId = (number: number): string => `00000000-0000-4000-9200-${String(number).padStart(12, '0')}`;

export const aContactTemplate = (
  number: number,
  name: string,
  values: Readonly<Record<string, string>> = robin,
): Template => ({
  id: templateId(number),
  name,
  kind: 'contact',
  fields: contactFieldNames.map((field) => ({ name: field, value: values[field] ?? '' })),
});

export const aHostsTemplate = (number: number, name: string, nameservers: readonly string[]): Template => ({
  id: templateId(number),
  name,
  kind: 'nameservers',
  nameservers,
});

export const lock: ChangeAsk = { kind: 'lock', state: 'locked' };

/** A flow over a bridge that answers as `one` says. */
export function aFlow(one: OneChange = {}, others: Partial<Client['changes']> = {}) {
  const bridge = createFakeBridge(aWorld(), { changes: oneChange(one, others) });
  const flow = createFlowStore({
    request: bridge.request,
    accountId: 'practice',
    domain: 'harbour.example',
  });
  const at = async (step: string) => {
    await vi.waitFor(() => {
      expect(flow.getState().step).toBe(step);
    });
    return flow.getState();
  };
  /** A lock is reviewed and confirmed. */
  const confirmed = async () => {
    flow.actions.begin(lock);
    await at('reviewing');
    flow.actions.confirm();
  };
  const sent = () => bridge.world.calls.filter(({ name }) => name === 'changes.apply');
  const called = (name: string) => bridge.world.calls.filter((call) => call.name === name).length;
  return { flow, ...flow.actions, at, confirmed, sent, called };
}
