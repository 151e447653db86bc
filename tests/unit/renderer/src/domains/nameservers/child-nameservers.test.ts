import { describe, expect, it } from 'vitest';
import {
  addressProblem,
  askOf,
  type ChildForm,
  emptyForm,
  hostProblem,
  problemsOf,
  readForm,
} from '../../../../../../renderer/src/domains/nameservers/child-nameservers.ts';

const domain = 'harbour.example';
const form = (changes: Partial<ChildForm>): ChildForm => ({ ...emptyForm, ...changes });

describe('an address', () => {
  it.each(['192.0.2.1', '0.0.0.0', '255.255.255.255', '2001:db8::1', '::', '::ffff:192.0.2.1', 'FE80::1'])(
    'is %s',
    (text) => {
      expect(addressProblem(text)).toBeNull();
    },
  );

  it.each([
    '',
    '256.0.0.1',
    '192.0.2',
    '192.0.2.01',
    '2001:db8:::1',
    'fe80::1%eth0',
    'ns1.example',
    '1:2:3',
    '[::1]',
  ])('is not “%s”', (text) => {
    expect(addressProblem(text)).not.toBeNull();
  });
});

describe('a child nameserver', () => {
  it.each(['ns1', 'ns1.harbour.example', 'NS1.Harbour.Example.', 'a.b.harbour.example'])(
    'can be %s, below its domain',
    (host) => {
      expect(hostProblem(host, domain)).toBeNull();
    },
  );

  it.each([
    ['', 'A host is missing'],
    ['harbour.example', 'below the domain'],
    ['ns1.other.example', 'It must end in .harbour.example'],
    ['ns1.newharbour.example', 'It must end in .harbour.example'],
    ['ns_1', 'no underscores'],
  ])('cannot be “%s”', (host, reason) => {
    expect(hostProblem(host, domain)).toContain(reason);
  });

  it('is asked for with its full host and what each task needs', () => {
    const typed = { host: ' ns1 ', address: ' 192.0.2.2 ', currentAddress: '192.0.2.1' };
    expect(askOf(form({ ...typed, task: 'register' }), domain)).toEqual({
      kind: 'child-register',
      host: 'ns1.harbour.example',
      address: '192.0.2.2',
    });
    expect(askOf(form({ ...typed, task: 'modify' }), domain)).toEqual({
      kind: 'child-modify',
      host: 'ns1.harbour.example',
      currentAddress: '192.0.2.1',
      newAddress: '192.0.2.2',
    });
    expect(askOf(form({ ...typed, task: 'delete' }), domain)).toEqual({
      kind: 'child-delete',
      host: 'ns1.harbour.example',
    });
    expect(askOf(form({ ...typed, task: 'tell' }), domain)).toBeNull();
  });

  it('needs the addresses of its task alone', () => {
    expect(problemsOf(form({ task: 'delete', host: 'ns1' }), domain)).toEqual({
      host: null,
      currentAddress: null,
      address: null,
    });
    expect(problemsOf(form({ task: 'modify', host: 'ns1' }), domain)).toMatchObject({
      currentAddress: 'An address is missing',
      address: 'An address is missing',
    });
    const same = form({ task: 'modify', host: 'ns1', currentAddress: '192.0.2.1', address: '192.0.2.1' });
    expect(problemsOf(same, domain).address).toBe('This is already its address');
  });

  it('is taken from a draft only where it holds a form', () => {
    expect(readForm({ ...emptyForm, host: 'ns1', more: 1 })).toEqual({ ...emptyForm, host: 'ns1' });
    expect([readForm(null), readForm({ ...emptyForm, task: 'burn' }), readForm({ host: 1 })]).toEqual([
      null,
      null,
      null,
    ]);
  });
});
