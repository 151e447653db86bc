import fc from 'fast-check';
import qs from 'qs';
import { describe, expect, it } from 'vitest';
import { Secret } from '../../../../../electron/main/system/secret.ts';
import {
  encodeForm,
  type FormFields,
  isPlainName,
  secretsIn,
} from '../../../../../electron/main/reseller/form.ts';

describe('C19 a form', () => {
  it.each<[string, FormFields, string]>([
    ['nothing', [], ''],
    [
      'the published look-up',
      [
        ['searchTerm', 'example'],
        ['tldsToInclude', ['com', 'net']],
        ['premiumEnabled', '0'],
      ],
      'searchTerm=example&tldsToInclude%5B%5D=com&tldsToInclude%5B%5D=net&premiumEnabled=0',
    ],
    [
      'the contact update: capital role, empty value kept',
      [
        [
          'contactdetails',
          [
            [
              'Registrant',
              [
                ['Contact_Name', 'A B'],
                ['Address_2', ''],
              ],
            ],
          ],
        ],
      ],
      'contactdetails%5BRegistrant%5D%5BContact_Name%5D=A+B&contactdetails%5BRegistrant%5D%5BAddress_2%5D=',
    ],
    [
      'a registration: lower-case role',
      [['contacts', [['registrant', [['firstname', 'Ada']]]]]],
      'contacts%5Bregistrant%5D%5Bfirstname%5D=Ada',
    ],
    ['a leading dot', [['tldsToInclude', ['.com']]], 'tldsToInclude%5B%5D=.com'],
    ['non-ASCII text as UTF-8', [['City', 'Köln']], 'City=K%C3%B6ln'],
    ['what separates', [['a', 'x&y=z+%']], 'a=x%26y%3Dz%2B%25'],
    ['what stays as it is', [['a', "*-._~!'()"]], 'a=*-._%7E%21%27%28%29'],
    [
      'an order of its own',
      [
        ['b', '1'],
        ['2', '2'],
        ['a', '3'],
        ['1', '4'],
      ],
      'b=1&2=2&a=3&1=4',
    ],
    ['a new line', [['a', 'x\r\ny']], 'a=x%0D%0Ay'],
    [
      'an empty array, which has no bytes',
      [
        ['a', []],
        ['b', '1'],
      ],
      'b=1',
    ],
    ['a secret', [['Email', new Secret('a@b.example')]], 'Email=a%40b.example'],
  ])('encodes %s byte for byte', (_name, fields, bytes) => {
    expect(encodeForm(fields)).toBe(bytes);
  });

  const name = fc.stringMatching(/^[A-Za-z][A-Za-z_]{1,8}$/).filter((text) => !(text in Object.prototype));
  const text = fc.string({ unit: 'grapheme', maxLength: 30 });

  it('is read back unchanged by another implementation (qs)', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.tuple(name, fc.array(fc.tuple(name, text), { minLength: 1, maxLength: 4 })), {
          selector: ([role]) => role,
          maxLength: 4,
        }),
        (roles) => {
          const unique = roles.map(([role, fields]) => [role, [...new Map(fields)]] as const);
          const read = qs.parse(encodeForm([['contactdetails', unique]]), { depth: 5 });
          const expected = Object.fromEntries(
            unique.map(([role, fields]) => [role, Object.fromEntries(fields)]),
          );
          expect(read['contactdetails'] ?? {}).toEqual(expected);
        },
      ),
    );
  });
});

describe('names and secrets of a form', () => {
  it.each([
    ['Contact_Name', true],
    ['First Name', true],
    ['', false],
    ['a]b', false],
    ['a[b', false],
  ])('the name “%s” can be told from nesting: %s', (given, plain) => {
    expect(isPlainName(given)).toBe(plain);
  });

  it('finds the secrets at every depth', () => {
    const [first, second] = [new Secret('1'), new Secret('2')];
    expect(
      secretsIn([
        ['a', first],
        ['b', ['x']],
        ['c', [['d', [['e', second]]]]],
      ]),
    ).toEqual([first, second]);
  });
});
