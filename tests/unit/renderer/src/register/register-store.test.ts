import { describe, expect, it } from 'vitest';
import { registrationContact } from '../../../../../renderer/src/register/client-parts.ts';
import {
  askOf,
  contactWith,
  emptyForm,
  isWhole,
  readForm,
  type RegisterForm,
  registerStoreOf,
} from '../../../../../renderer/src/register/register-store.ts';
import { readFullName, readFullNames } from '../../../../../renderer/src/register/full-names.ts';
import { createAccountsStore } from '../../../../../renderer/src/shell/stores.ts';
import { createFakeBridge } from '../../../../support/fake-bridge.ts';
import { anAccount, aPracticeAccount, aWorld } from '../../../../support/fake-world.ts';
import { aContactTemplate } from '../../../../support/fake-change-flow.ts';
import { notOrderable } from '../../../../../renderer/src/register/order.ts';

const form: RegisterForm = {
  ...emptyForm,
  nameservers: ['ns1.northwind.example', 'NS2.Bäckerei.example', ''],
  registrant: contactWith({ firstname: 'Robin', lastname: 'Example', email: 'robin@northwind.example' }),
};

describe('a registration', () => {
  it('sends the registrant and a copy for each role that is ticked', () => {
    const { contacts } = askOf({ ...form, copies: ['admin', 'billing'] });
    expect(Object.keys(contacts)).toEqual(['registrant', 'admin', 'billing']);
    expect(contacts.admin).toEqual(contacts.registrant);
  });

  it.each([
    ['', 'Robin Example'],
    ['Robin E. Example', 'Robin E. Example'],
  ])('makes the full name of first and last unless it was typed: “%s” is sent as “%s”', (fullname, sent) => {
    const { contacts } = askOf({ ...form, registrant: { ...form.registrant, fullname } });
    expect(contacts.registrant?.fullname).toBe(sent);
  });

  it('sends nameservers as A-labels, empty rows left out', () => {
    expect(askOf(form).nameservers).toEqual(['ns1.northwind.example', 'ns2.xn--bckerei-5wa.example']);
  });

  it.each([
    ['a single nameserver', { ...form, nameservers: ['ns1.northwind.example', ''] }],
    ['a host that is none', { ...form, nameservers: ['ns1.northwind.example', 'ns_2'] }],
    ['no registrant', { ...form, registrant: emptyForm.registrant }],
    [
      'a field of the registry twice',
      {
        ...form,
        domainFields: [
          { name: 'tax', value: '1' },
          { name: 'tax ', value: '2' },
        ],
      },
    ],
  ])('is held back with %s', (_, held) => {
    expect([isWhole(form), isWhole(held)]).toEqual([true, false]);
  });
});

describe('the names to register', () => {
  async function aQueue() {
    const bridge = createFakeBridge(aWorld({ accounts: [aPracticeAccount(), anAccount()] }));
    const accounts = createAccountsStore(bridge);
    await accounts.actions.load();
    return { accounts, store: registerStoreOf({ accounts }) };
  }

  it('of another account carry nothing over that was typed for the one before', async () => {
    const { store } = await aQueue();
    store.actions.begin('practice', ['one.com']);
    store.actions.keepSettings('one.com', emptyForm);
    store.actions.begin('account-1', ['two.com']);
    expect(store.getState()).toMatchObject({ names: ['two.com'], settings: null, offered: null });
  });

  it('are without one that was taken out, and end with their account', async () => {
    const { accounts, store } = await aQueue();
    store.actions.begin('practice', ['one.com', 'two.com']);
    store.actions.drop('one.com');
    expect(store.getState().names).toEqual(['two.com']);
    await accounts.actions.select('account-1');
    expect(store.getState()).toMatchObject({ accountId: null, names: [] });
  });
});

describe('a contact as a registration wants it', () => {
  it.each([
    ['Robin van Example', 'Robin van', 'Example'],
    ['Müller', 'Müller', ''],
    ['  Robin   Example ', 'Robin', 'Example'],
  ])('splits “%s” into “%s” and “%s”, and says so', (name, firstname, lastname) => {
    const template = aContactTemplate(1, 'Own', { Contact_Name: name, ZIP_code: '20457' });
    const { contact, split } = registrationContact(template.kind === 'contact' ? template.fields : []);
    expect(contact).toEqual(contactWith({ firstname, lastname, postcode: '20457' }));
    expect(split).toBe(name.trim());
  });
});

describe('a draft', () => {
  it.each([
    ['no form', 'text'],
    ['a period beyond ten years', { ...form, periodYears: 11 }],
    ['a registrant without its fields', { ...form, registrant: { firstname: 'Robin' } }],
    ['a role that there is not', { ...form, copies: ['owner'] }],
    ['fields of another shape', { ...form, domainFields: ['tax'] }],
  ])('is passed over where it holds %s', (_, body) => {
    expect(readForm(body)).toBeNull();
  });
});

describe('a name that is typed', () => {
  it.each([
    ['Bäckerei.de', 'xn--bckerei-5wa.de'],
    ['https://www.example.co.uk/shop', 'example.co.uk'],
  ])('%s is read as %s', (text, domain) => {
    const read = readFullName(text, ['.de', '.co.uk', '.uk']);
    expect(read.ok && read.value.domain).toBe(domain);
  });

  it.each([
    ['harbour', 'The TLD is missing: type the full name, such as example.com'],
    ['har_bour.com', 'A name has no underscores'],
  ])('%s is refused: %s', (text, reason) => {
    expect(readFullName(text, ['.com'])).toEqual({ ok: false, error: reason });
  });
});

it.each([
  ['available', true],
  ['premium', true],
  ['taken', false],
  ['reserved', false],
  ['invalid', false],
  ['unknown', false],
  ['unchecked', false],
] as const)('orders a name that is %s: %s', (kind, isOrderable) => {
  expect(notOrderable({ kind, message: '' }) === null).toBe(isOrderable);
});

describe('a list of names to register', () => {
  it.each([
    ['one per line', 'bakery.com\nbäckerei.de\n', ['bakery.com', 'xn--bckerei-5wa.de']],
    ['several on one line', 'bakery.com, quay.com;harbour.com', ['bakery.com', 'quay.com', 'harbour.com']],
    ['each once', 'bakery.com\nBAKERY.com\n', ['bakery.com']],
    [
      'the first name of each row of a table',
      'bakery.com,2026-01-01,ns1.example.net\n"quay.com",',
      ['bakery.com', 'quay.com'],
    ],
    ['addresses of pages', 'https://www.bakery.com/shop\nquay.com', ['bakery.com', 'quay.com']],
  ])('is read: %s', (_, text, domains) => {
    expect(readFullNames(text, ['.com', '.de'])).toEqual({ domains, refused: [] });
  });

  it('tells line by line what is no whole name, and keeps the others', () => {
    const { domains, refused } = readFullNames('Domain\nbakery.com\nquay', ['.com']);
    expect(domains).toEqual(['bakery.com']);
    expect(refused.map(({ line }) => line)).toEqual(['Domain', 'quay']);
    expect(refused[1]?.reason).toMatch(/^The TLD is missing/);
  });
});
