import type { AppError } from '#shared/errors.ts';
import { fail, ok } from '#shared/result.ts';
import type { FakeAnswers } from '../fake-bridge.ts';
import {
  aContactsAnswer,
  aContactTemplate,
  aHostsTemplate,
  aRole,
  type ContactsNow,
  readsContacts,
  robin,
  texts,
} from '../fake-contacts.ts';
import { aReview } from '../fake-change-flow.ts';
import { changedDomain, ours, world as changing } from './change-world.ts';
import { ago } from './searching.ts';

const muller = {
  ...robin,
  Contact_Name: 'Anna-Lena Müller-Lüdenscheidt',
  Company_Name: 'Bäckerei Müller GmbH & Co. KG',
  Phone: '040 123456',
  Country: 'Deutschland',
  Email: 'anna-lena@bäckerei',
  State: '',
};

const templates = [
  aContactTemplate(11, 'Northwind, own names'),
  aContactTemplate(12, 'Bäckerei Müller', muller),
  aHostsTemplate(13, 'Northwind DNS', [
    'ns1.northwind.example',
    'ns2.northwind.example',
    'ns3.northwind.example',
  ]),
  aHostsTemplate(14, 'Parking', ['park1.contoso.example', 'park2.contoso.example']),
];

const world = { ...changing, templates };
const now = aContactsAnswer({ readAt: ago(0) });

/** Roles and fields as registrars invent them. */
const strange: ContactsNow = aContactsAnswer({
  readAt: ago(0),
  roles: [
    {
      name: 'Registrant',
      isWritable: true,
      fields: [
        ...texts(muller),
        { name: 'Legal Form', value: 'GMBH', isText: true },
        { name: 'tax_numbers', value: '[]', isText: false },
      ],
    },
    aRole('Technical', { Contact_Name: 'Hostmaster', Company_Name: '' }, true),
    {
      name: 'Zone-C',
      isWritable: false,
      fields: texts({ Name: 'Hostmaster', Postcode: '20457', 'Telephone Number': '' }),
    },
    { name: 'Billing', isWritable: true, fields: [] },
  ],
});

const draft = (
  ...edits: readonly (readonly [role: string, field: string, was: string, value: string])[]
) => ({
  drafts: {
    read: () =>
      Promise.resolve(
        ok({
          body: JSON.stringify(edits.map(([role, field, was, value]) => ({ role, field, was, value }))),
          savedAt: ago(3),
        }),
      ),
  },
});

const answers = (contacts: ContactsNow | AppError, others: FakeAnswers = {}): FakeAnswers => ({
  ...others,
  domains: { readContacts: readsContacts(contacts) },
  changes: {
    lastOf: () => Promise.resolve(ok({ changes: [] })),
    prepare: ({ domain, ask }) =>
      Promise.resolve(
        ok(
          aReview({
            ...ours,
            isPractice: false,
            domain,
            kind: ask.kind,
            readAt: ago(0),
            lines: [
              {
                label: 'Registrant: Contact_Name',
                before: 'Robin van Example',
                after: 'Alex Example',
                isChanged: true,
              },
              { label: 'Registrant: Company_Name', before: 'Northwind Hosting', after: '', isChanged: true },
              { label: 'Registrant: City', before: 'Hamburg', after: 'Hamburg', isChanged: false },
            ],
            sent: {
              method: 'POST',
              path: `/domains/${changedDomain}/contact`,
              fields:
                ask.kind === 'contacts'
                  ? ask.roles.flatMap((role) =>
                      role.fields.map(({ name, value }) => ({
                        name: `contactdetails[${role.name}][${name}]`,
                        value,
                      })),
                    )
                  : [],
            },
            warnings: [
              {
                id: 'registrant-change-may-need-approval',
                text: 'Changing the registrant can need approvals by e-mail, and can lock the domain against transfers for a time.',
              },
            ],
            asksFor: { typedName: true, premium: false, limits: [] },
          }),
        ),
      ),
    ...others.changes,
  },
});

const typed = draft(
  ['Registrant', 'Contact_Name', 'Robin van Example', 'Alex Example'],
  ['Registrant', 'Company_Name', 'Northwind Hosting', ''],
  ['Registrant', 'Phone', '+49.40123456', '040 / 99 88 77-0'],
);

const noKeychain: AppError = { kind: 'keychain', fault: 'locked' };

/** A domain's contacts and the templates, in every state. */
export const contactsScenes = {
  contacts: { world, answers: answers(now) },
  contactsTyped: { world, answers: answers(now, typed) },
  contactsStrange: { world, answers: answers(strange) },
  contactsReading: {
    world,
    answers: { ...answers(now, typed), domains: { readContacts: () => new Promise<never>(() => undefined) } },
  },
  contactsUnread: { world, answers: answers({ kind: 'unreachable', why: 'no-answer-in-time' }, typed) },
  contactsConflict: {
    world,
    answers: answers(
      now,
      draft(
        ['Registrant', 'Contact_Name', 'Somebody Else', 'Alex Example'],
        ['Registrant', 'City', 'Hamburg', 'Bremen'],
        ['Registrant', 'Country', 'AT', 'CH'],
        ['Tech', 'Email', 'robin@northwind.example', 'tech@northwind.example'],
      ),
    ),
  },
  contactsRefused: {
    world,
    answers: answers(now, {
      ...typed,
      changes: {
        prepare: () =>
          Promise.resolve(
            fail({
              kind: 'invalid-input',
              field: 'ask.roles.0.fields.8.value',
              reason: 'Too long for a phone number',
            } as const),
          ),
      },
    }),
  },
  templates: { world, answers: answers(now) },
  templatesNone: { world: { ...world, templates: [] } },
  templatesSealed: {
    world,
    answers: { templates: { list: () => Promise.resolve(fail(noKeychain)) } },
  },
  templatesUnkept: {
    world,
    answers: {
      templates: { save: () => Promise.resolve(fail({ kind: 'keychain', fault: 'no-service' } as const)) },
    },
  },
};
