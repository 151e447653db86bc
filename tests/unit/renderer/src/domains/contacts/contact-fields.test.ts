import { describe, expect, it } from 'vitest';
import { filled, meaningOf } from '#shared/domain/contact-fields.ts';
import { doubtOf, suggestedPhone } from '../../../../../../renderer/src/domains/contacts/ContactInput.tsx';
import {
  isConflict,
  kept,
  placed,
  readEdits,
  rolesToSend,
  unplaced,
  withTyped,
  type Edits,
} from '../../../../../../renderer/src/domains/contacts/use-contacts.ts';
import { aRole, type RoleNow } from '../../../../../support/fake-change-flow.ts';

describe('the fields of a contact', () => {
  // Source: field notes, "Contact read": underscores or spaces, `Postcode` or `ZIP_code`.
  it.each([
    ['Contact_Name', 'Contact_Name'],
    ['Contact Name', 'Contact_Name'],
    ['Full Name', 'Contact_Name'],
    ['Postcode', 'ZIP_code'],
    ['Zip Code', 'ZIP_code'],
    ['Address 1', 'Address_1'],
    ['Phone Number', 'Phone'],
    ['Email Address', 'Email'],
    ['Legal Form', null],
  ])('%s means %s', (name, meaning) => {
    expect(meaningOf(name)).toBe(meaning);
  });
});

describe('doubts', () => {
  it.each([
    ['Email', 'robin@northwind.example', null],
    ['Email', 'robin', 'Does not look like an e-mail address'],
    ['Email', '', 'Empty. Most registries require it'],
    ['State', '', null],
    ['Country', 'DE', null],
    ['Country', 'de', 'Country codes are usually in capitals'],
    ['Country', 'Germany', 'Not a two-letter country code. It will be sent unchanged'],
    ['Country', 'XX', 'Not a two-letter country code. It will be sent unchanged'],
    ['Phone', '+49.301234567', null],
    ['Phone', '030 1234567', 'Most registries expect +CC.NNNN, such as +49.30123456'],
    ['City', ' Berlin', 'Begins or ends with a space'],
    ['Legal Form', '', null],
  ])('%s “%s”: %s', (name, value, doubt) => {
    expect(doubtOf(name, value)).toBe(doubt);
  });
});

describe('phone numbers', () => {
  // Vectors: numbers that regulators keep for fiction and documentation (Bundesnetzagentur, Ofcom), and E.164.
  it.each([
    ['030 23125 000', 'DE', '+49.3023125000'],
    ['+44 20 7946 0018', '', '+44.2079460018'],
    ['020 7946 0018', 'gb', '+44.2079460018'],
    ['+44.2079460018', 'GB', null],
    ['030 23125 000', '', null],
    ['not a number', 'DE', null],
    ['', 'DE', null],
  ])('“%s” in “%s” can be written as %s', async (value, country, expected) => {
    expect(await suggestedPhone(value, country)).toBe(expected);
  });
});

describe('filling a role in', () => {
  it('puts values under the same name, else by what they mean, and says what found no field', () => {
    const source = [
      { name: 'Contact_Name', value: 'Robin Example' },
      { name: 'ZIP_code', value: '20457' },
      { name: 'State', value: '' },
      { name: 'Phone', value: '+49.40123456' },
    ];
    expect(filled(source, ['Contact_Name', 'Postcode', 'tax'])).toEqual({
      values: [
        { name: 'Contact_Name', value: 'Robin Example' },
        { name: 'Postcode', value: '20457' },
      ],
      leftOver: ['Phone'],
    });
  });
});

const city = { role: 'Registrant', field: 'City' };

const typed: Edits = [{ ...city, was: 'Hamburg', value: 'Bremen' }];

describe('what is typed over contacts', () => {
  it('is remembered with what stood there at the time', () => {
    expect(withTyped([], city, 'Hamburg', 'B')).toEqual([{ ...city, was: 'Hamburg', value: 'B' }]);
  });

  it('keeps what it was typed over when one types on, even where the service has something else by now', () => {
    expect(withTyped(typed, city, 'Kiel', 'Bremerhaven')).toEqual([
      { ...city, was: 'Hamburg', value: 'Bremerhaven' },
    ]);
  });

  it.each([
    ['nothing changed at the service', 'Hamburg', false],
    ['the service has something else', 'Kiel', true],
    ['the service has what was typed', 'Bremen', false],
  ])('where %s, a conflict is: %s, %s', (_, now, expected) => {
    expect(typed.map((edit) => isConflict(edit, now))).toEqual([expected]);
  });

  it('stays over what is there now once a person has chosen it', () => {
    const [edit] = kept(typed, city, 'Kiel');
    expect(edit).toEqual({ ...city, was: 'Kiel', value: 'Bremen' });
  });
});

describe('what is sent', () => {
  const roles: readonly RoleNow[] = [
    {
      name: 'Registrant',
      isWritable: true,
      fields: [
        { name: 'City', value: 'Hamburg', isText: true },
        { name: 'Legal Form', value: 'GMBH', isText: true },
        { name: 'Address 2', value: '', isText: true },
        { name: 'tags', value: '[]', isText: false },
      ],
    },
    aRole('Tech', {}, true),
    aRole('Billing'),
  ];

  it('is the whole of each changed role, under the names and in the order that were read', () => {
    expect(rolesToSend(typed, roles)).toEqual([
      {
        name: 'Registrant',
        fields: [
          { name: 'City', value: 'Bremen' },
          { name: 'Legal Form', value: 'GMBH' },
          { name: 'Address 2', value: '' },
        ],
      },
    ]);
  });

  it('holds nothing that was no text in the answer', () => {
    const edits = [...typed, { role: 'Registrant', field: 'tags', was: '[]', value: 'x' }];
    expect(rolesToSend(edits, roles).flatMap(({ fields }) => fields.map(({ name }) => name))).not.toContain(
      'tags',
    );
  });

  it('holds no role that this account may not write', () => {
    const edits = [{ role: 'Billing', field: 'City', was: 'Hamburg', value: 'Bremen' }];
    expect(rolesToSend(edits, roles)).toEqual([]);
    expect(placed(edits, roles)).toEqual([]);
    expect(unplaced(edits, roles)).toEqual(edits);
  });

  it('holds no role of which what was typed is what is there', () => {
    expect(rolesToSend([{ ...city, was: 'Kiel', value: 'Hamburg' }], roles)).toEqual([]);
  });
});

describe('a draft', () => {
  it('is taken up as it was kept', () => {
    expect(readEdits(JSON.parse(JSON.stringify(typed)))).toEqual(typed);
  });

  it.each([
    ['another thing', { role: 'Registrant' }],
    ['a member that is no text', [{ ...city, was: 1, value: '' }]],
    ['a member that is missing', [{ ...city, was: '' }]],
  ])('is passed over where it holds %s', (_, body) => {
    expect(readEdits(body)).toBeNull();
  });
});
