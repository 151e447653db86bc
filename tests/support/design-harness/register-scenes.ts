import type { AppError } from '#shared/errors.ts';
import type { Change } from '#shared/domain/change.ts';
import { fail, ok } from '#shared/result.ts';
import { aChangeId, aFollowedChange, aReview } from '../fake-change-flow.ts';
import type { FakeAnswers } from '../fake-bridge.ts';
import { aContactTemplate, robin } from '../fake-contacts.ts';
import { ours, world as changing } from './change-world.ts';
import { ago } from './searching.ts';

const world = {
  ...changing,
  templates: [
    ...changing.templates,
    aContactTemplate(11, 'Northwind, own names'),
    aContactTemplate(12, 'Bäckerei Müller', { ...robin, Contact_Name: 'Müller', Phone: '040 123456' }),
  ],
};

const registrant = {
  firstname: 'Robin van',
  lastname: 'Example',
  fullname: '',
  companyname: 'Northwind Hosting',
  email: 'robin@northwind.example',
  address1: 'Harbour Street 7',
  address2: '',
  city: 'Hamburg',
  state: '',
  postcode: '20457',
  country: 'DE',
  phonenumber: '040 123456',
};

const form = {
  periodYears: 2,
  nameservers: ['ns1.northwind.example', 'ns2.northwind.example'],
  registrant,
  copies: ['admin', 'billing'],
  addons: { idProtection: true },
  idnLanguage: '',
  domainFields: [{ name: 'Tax number', value: 'DE123456789' }],
};

const draft: FakeAnswers['drafts'] = {
  read: () => Promise.resolve(ok({ body: JSON.stringify(form), savedAt: ago(3) })),
};

const someMissing = { ...form, registrant: { ...registrant, city: '', country: '', email: '' } };

const order = (name: string, changes: Partial<Change> = {}): Change =>
  aFollowedChange({
    ...ours,
    id: aChangeId(21),
    number: 21,
    domain: name,
    what: {
      kind: 'register',
      periodYears: 2,
      nameservers: form.nameservers,
      roles: ['registrant', 'admin', 'billing'],
      addons: form.addons,
      idnLanguage: null,
      domainFields: [],
      isPremium: false,
      price: { kind: 'given', amount: '17.00', currency: 'EUR' },
    },
    createdAt: ago(0),
    changedAt: ago(0),
    sentAt: ago(0),
    ...changes,
  });

const missing = {
  id: 'missing-value',
  text: 'Missing for the registrant: city, country, e-mail. Most registries refuse an order without them.',
} as const;

interface Manner {
  readonly comesTo?: Partial<Change>;
  readonly isPremium?: boolean;
  readonly prepareFails?: AppError;
  readonly last?: readonly Change[];
  readonly isMissing?: boolean;
}

const answers = ({
  comesTo = {},
  isPremium = false,
  isMissing = false,
  prepareFails,
  last = [],
}: Manner = {}): FakeAnswers => ({
  drafts: draft,
  changes: {
    lastOf: () => Promise.resolve(ok({ changes: [...last] })),
    apply: () => Promise.resolve(ok(order('harbour.com', comesTo))),
    find: () => Promise.resolve(ok({ change: order('harbour.com', comesTo), entries: [] })),
    prepare: ({ domain, ask }) =>
      Promise.resolve(
        prepareFails === undefined
          ? ok(
              aReview({
                ...ours,
                isPractice: false,
                domain,
                kind: ask.kind,
                readAt: ago(0),
                lines: [
                  { label: 'Register for', before: null, after: '2 years', isChanged: true },
                  { label: 'Nameserver 1', before: null, after: 'ns1.northwind.example', isChanged: true },
                  { label: 'Nameserver 2', before: null, after: 'ns2.northwind.example', isChanged: true },
                  {
                    label: 'registrant: fullname',
                    before: null,
                    after: 'Robin van Example',
                    isChanged: true,
                  },
                  { label: 'registrant: phonenumber', before: null, after: '040 123456', isChanged: true },
                ],
                sent: {
                  method: 'POST',
                  path: '/order/domains/register',
                  fields: [{ name: 'domain', value: domain }],
                },
                price: { kind: 'given', amount: isPremium ? '4080.00' : '17.00', currency: 'EUR' },
                credit: { amount: '1284.50', readAt: ago(0) },
                warnings: [
                  ...(isMissing ? [missing] : []),
                  {
                    id: 'unusual-value',
                    text: 'registrant: phonenumber looks unusual. It will be sent unchanged.',
                  },
                ],
                asksFor: { typedName: true, premium: isPremium, limits: [] },
              }),
            )
          : fail(prepareFails),
      ),
  },
});

const empty: FakeAnswers = {
  ...answers(),
  drafts: {
    read: () => Promise.resolve(ok({ body: null, savedAt: null })),
    list: () =>
      Promise.resolve(
        ok({
          drafts: [
            { domain: 'xn--bckerei-5wa.example', kind: 'register' as const, savedAt: ago(64) },
            { domain: 'harbour-lights.shop', kind: 'register' as const, savedAt: ago(3) },
          ],
        }),
      ),
  },
};
const uncertain = {
  state: 'uncertain',
  error: { kind: 'uncertain', why: 'no-complete-answer' },
  readBackAt: ago(0),
  evidence: [{ label: 'Finding', before: 'available', after: 'taken', speaks: 'for' }],
  next: ['read-back', 'settle'],
} as const;

/** Registering one name or several, in every state. */
export const registerScenes = {
  register: { world, answers: empty, search: { finds: 'available' } },
  registerTyped: { world, answers: answers(), search: { finds: 'available' } },
  registerMissing: {
    world,
    answers: {
      ...answers({ isMissing: true }),
      drafts: {
        read: () => Promise.resolve(ok({ body: JSON.stringify(someMissing), savedAt: ago(3) })),
      },
    },
    search: { finds: 'available' },
  },
  registerPremium: { world, answers: answers({ isPremium: true }), search: { finds: 'premium' } },
  registerTaken: { world, answers: answers(), search: { finds: 'taken' } },
  registerUnknown: { world, answers: answers(), search: { finds: 'unknown' } },
  registerUnreached: {
    world: { ...world, status: { ...world.status, connection: 'offline' } },
    answers: answers(),
    search: {
      known: true,
      answeredUpTo: 0,
      finds: 'available',
      failure: { kind: 'unreachable', why: 'offline' },
    },
  },
  registerRefused: {
    world,
    answers: answers({
      prepareFails: {
        kind: 'invalid-input',
        field: 'nameservers',
        reason: 'Enter two to five nameservers',
      },
    }),
    search: { finds: 'available' },
  },
  registerGone: {
    world,
    answers: answers({ prepareFails: { kind: 'not-available', finding: 'taken' } }),
    search: { finds: 'available' },
  },
  registerDone: {
    world,
    answers: answers({ comesTo: { state: 'confirmed', proof: 'read-back' } }),
    search: { finds: 'available' },
  },
  registerUncertain: { world, answers: answers({ comesTo: uncertain }), search: { finds: 'available' } },
  registerBefore: {
    world,
    answers: answers({
      last: [order('harbour.com', { number: 9, id: aChangeId(9), ...uncertain, sentAt: ago(1_500) })],
    }),
    search: { finds: 'available' },
  },
} as const;
