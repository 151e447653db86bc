import { describe, expect, it } from 'vitest';
import {
  type Edits,
  isConflict,
  kept,
  placed,
  readEdits,
  rolesToSend,
  unplaced,
  withTyped,
} from '../../../../../../renderer/src/domains/contacts/use-contacts.ts';
import { aRole, type RoleNow } from '../../../../../support/fake-change-flow.ts';

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

  it('is no edit any more when what is there is typed again', () => {
    expect(withTyped(typed, city, 'Hamburg', 'Hamburg')).toEqual([]);
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
