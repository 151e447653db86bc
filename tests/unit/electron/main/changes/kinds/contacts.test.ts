import { describe, expect, it } from 'vitest';
import type { FullBatchAsk } from '#shared/domain/batch.ts';
import { fail, ok } from '#shared/result.ts';
import type { JsonObject } from '../../../../../../electron/main/reseller/json.ts';
import { readContacts } from '../../../../../../electron/main/reseller/operations/contact.ts';
import { BatchesWorld, names } from '../../../../../support/batches/a-batches-world.ts';
import { registrant, type AService } from '../../../../../support/changes/a-service.ts';
import { accountId, ChangesWorld, consent, domain } from '../../../../../support/changes/a-changes-world.ts';
import { valueOf } from '../../../../../support/workspace/a-workspace.ts';

const role = { Contact_Name: 'Jane Roe', City: 'Kiel', ZIP_code: '24103', Email: 'jane@old.example' };

/** Shows these fields of the registrant from now on, as an answer of the service is read. */
function show(
  service: Pick<AService, 'methods'>,
  fields: JsonObject,
  { isSafelyDecoded = true }: { readonly isSafelyDecoded?: boolean } = {},
): void {
  const judged = readContacts.judge({ Registrant: { ...role, ...fields } }, { domain }, '', isSafelyDecoded);
  if (judged.kind !== 'success') throw new Error(judged.kind);
  service.methods.readContacts = () => Promise.resolve(ok({ ...judged.value, answer: '' }));
}

const newEmail = (fields: Readonly<Record<string, string>> = role) => ({
  kind: 'contacts' as const,
  roles: [
    {
      name: 'Registrant',
      fields: Object.entries({ ...fields, Email: 'jane@new.example' }).map(([name, value]) => ({
        name,
        value,
      })),
    },
  ],
});

const emailAlone: FullBatchAsk = {
  kind: 'contacts',
  roles: [{ name: 'Registrant', fields: [{ name: 'Email', value: 'jane@new.example' }] }],
};

const refusal = (what: string) => ({
  kind: 'invalid-input' as const,
  field: 'roles',
  reason: `${what} cannot be read safely: written back, what is there would be lost or changed. Type it again, or change it in your provider’s panel.`,
});

interface Unsafe {
  readonly shown: JsonObject;
  /** The texts of it, which an editor sends with the rest. */
  readonly texts: Readonly<Record<string, string>>;
  readonly says: string;
  readonly isSafelyDecoded?: false;
}

const unsafe: readonly (readonly [string, Unsafe])[] = [
  [
    'a character that was lost',
    { shown: { City: 'M\ufffdnchen' }, texts: { City: 'M\ufffdnchen' }, says: 'Registrant: City' },
  ],
  [
    'a character that was lost, in a field that the change leaves out',
    { shown: { City: 'M\ufffdnchen' }, texts: {}, says: 'Registrant: City' },
  ],
  [
    'characters that may not be those that were sent',
    {
      shown: { City: 'München', Contact_Name: 'Zoë' },
      texts: { City: 'München', Contact_Name: 'Zoë' },
      says: 'Registrant: Name and Registrant: City',
      isSafelyDecoded: false,
    },
  ],
  ['an object in place of a text', { shown: { City: { de: 'Kiel' } }, texts: {}, says: 'Registrant: City' }],
  ['a list', { shown: { Phone: ['+49.431', '+49.432'] }, texts: {}, says: 'Registrant: Phone' }],
  ['true', { shown: { Company_Name: true }, texts: {}, says: 'Registrant: Company' }],
  [
    'a number that lost digits',
    { shown: { Phone: 12345678901234567890 }, texts: {}, says: 'Registrant: Phone' },
  ],
  ['a fraction', { shown: { ZIP_code: 24.5 }, texts: {}, says: 'Registrant: Postcode' }],
  [
    'an object under a registrar’s own name',
    { shown: { 'Last Name': { a: 'x' } }, texts: {}, says: 'Registrant: Last Name' },
  ],
];

/** What an editor sends of the role: texts only. */
const textsOf = ({ shown, texts }: Unsafe): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(Object.entries(role).filter(([name]) => !(name in shown))),
  ...texts,
});

describe('H20 a contact that cannot be read safely', () => {
  it.each(unsafe)(
    'H20 is not written back, alone or by a batch, whose row says which field: %s',
    async (_name, one) => {
      const error = refusal(one.says);
      const alone = new ChangesWorld();
      show(alone.service, one.shown, one);
      expect(await alone.changes.prepare(accountId, domain, newEmail(textsOf(one)))).toEqual(fail(error));
      const world = new BatchesWorld();
      show(world.service, one.shown, one);
      const batch = await world.prepared(emailAlone, names(1));
      expect(await world.rows(batch.id)).toMatchObject([{ leftOut: 'unsendable', error }]);
      // It was read, so that reading it again shows nothing else (H23).
      expect(batch.counts).toMatchObject({ leftOut: 1, leftOutInNeed: 1, notRead: 0 });
      await world.ran(batch);
      expect([...alone.service.writes, ...world.service.writes]).toEqual([]);
    },
  );

  // The first is refused at the review already, whatever was read.
  it.each(unsafe.slice(1))(
    'H20 is not written back where it is found right before sending: %s',
    async (_name, one) => {
      const world = new ChangesWorld();
      show(world.service, {});
      const review = await world.review(newEmail(textsOf(one)));
      show(world.service, one.shown, one);
      const typed = { ...consent, typedName: domain };
      expect(await world.changes.apply(review.reviewId, typed)).toEqual(fail(refusal(one.says)));
      expect(world.service.writes).toEqual([]);
    },
  );

  it('H20 is not written back by a batch where it is found right before sending', async () => {
    const world = new BatchesWorld();
    const batch = await world.prepared(emailAlone, names(1));
    show(world.service, { City: 'M\ufffdnchen' });
    await world.ran(batch);
    expect(world.service.writes).toEqual([]);
  });

  it('H20 is written where a person has typed what could not be read', async () => {
    const world = new ChangesWorld();
    show(world.service, { City: 'M\ufffdnchen', Contact_Name: 'Zoë' });
    const review = await world.review(newEmail({ ...role, City: 'München', Contact_Name: 'Zoë' }));
    valueOf(await world.changes.apply(review.reviewId, { ...consent, typedName: domain }));
    await world.quiet();
    expect(world.service.writes).toEqual([`writeContacts ${domain}`]);
  });

  it('H20 is not put back either', async () => {
    const world = new BatchesWorld();
    world.service.there('name-0.com').contacts = [
      {
        name: 'Registrant',
        fields: registrant.fields.map((field) =>
          field.name === 'City' ? { ...field, value: 'M\ufffdnchen' } : field,
        ),
      },
    ];
    const typed = { name: 'City', value: 'München' };
    const batch = await world.prepared(
      { kind: 'contacts', roles: [{ name: 'Registrant', fields: [typed] }] },
      names(1),
    );
    expect(await world.ran(batch)).toMatchObject({ counts: { confirmed: 1 } });
    const { id } = valueOf(await world.batches.putBack({ batchId: batch.id }));
    await world.quiet();
    expect(await world.rows(id)).toMatchObject([
      { leftOut: 'unsendable', error: refusal('Registrant: City') },
    ]);
  });

  it.each<[string, JsonObject]>([
    ['numbers, which are their digits', { ZIP_code: 24103, Phone: 441130000000 }],
    ['nothing, as PHP writes it', { Company_Name: null, State: false, Address_2: [], Phone: {} }],
    ['what no contact has', { links: { self: '/contacts/1' }, verified: true }],
    ['other letters', { City: 'München', Company_Name: 'Łódź & Söhne' }],
  ])('H20 is not %s', async (_name, shown) => {
    const world = new BatchesWorld();
    show(world.service, shown);
    const batch = await world.prepared(emailAlone, names(1));
    expect(await world.rows(batch.id)).toMatchObject([{ leftOut: null, before: 'Registrant: E-mail' }]);
  });

  it('H20 numbers are sent as texts with the rest of their role', async () => {
    const world = new BatchesWorld();
    show(world.service, { ZIP_code: 24103, Phone: 441130000000, VAT_number: 815 });
    await world.ran(await world.prepared(emailAlone, names(1)));
    expect(world.service.there('name-0.com').contacts[0]).toEqual({
      name: 'Registrant',
      fields: [
        { name: 'Contact_Name', value: 'Jane Roe' },
        { name: 'City', value: 'Kiel' },
        { name: 'ZIP_code', value: '24103' },
        { name: 'Email', value: 'jane@new.example' },
        { name: 'Phone', value: '441130000000' },
        { name: 'VAT_number', value: '815' },
      ],
    });
  });
});
