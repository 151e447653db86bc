import { describe, expect, it } from 'vitest';
import {
  hostsOf,
  hostsProblem,
  isSendable,
  listed,
  readHost,
} from '../../../../../../renderer/src/domains/nameservers/host-rows.ts';
import {
  addressProblem,
  askOf,
  emptyForm,
  hostProblem,
  problemsOf,
  type ChildForm,
} from '../../../../../../renderer/src/domains/nameservers/child-nameservers.ts';

describe('a host', () => {
  it.each([
    ['ns1.example.net', 'ns1.example.net', 'as it is'],
    ['  NS1.Example.NET. ', 'ns1.example.net', 'in lower case, without its final dot'],
    ['ns1.bäckerei.example', 'ns1.xn--bckerei-5wa.example', 'as A-labels'],
    ['https://ns1.example.net/zone', 'ns1.example.net', 'out of a URL'],
    ['1.2.example', '1.2.example', 'with labels of digits'],
  ])('is taken from %s as %s: %s', (text, host) => {
    expect(readHost(text)).toEqual({ ok: true, value: host });
  });

  it.each([
    ['', 'A host is missing'],
    ['ns1', 'at least two parts'],
    ['ns1..example', 'Two dots in a row'],
    ['ns 1.example', 'no spaces'],
    ['ns_1.example', 'no underscores'],
    ['-ns.example', 'begins or ends with a hyphen'],
    [`${'a'.repeat(64)}.example`, 'at most 63 characters'],
    [`${'a.'.repeat(127)}example`, 'at most 253 characters'],
    ['192.0.2.1', 'This is an IP address'],
    ['ns!.example', 'isn’t allowed in a host'],
  ])('is not taken from “%s”', (text, reason) => {
    const read = readHost(text);
    expect(read.ok ? '' : read.error).toContain(reason);
  });
});

describe('nameservers', () => {
  it('are taken from a pasted list, with its addresses left out', () => {
    expect(listed('ns1.a.example 192.0.2.1\nns2.a.example; 2001:db8::1, ns3.a.example')).toEqual([
      'ns1.a.example',
      'ns2.a.example',
      'ns3.a.example',
    ]);
  });

  it.each([
    [['ns1.a.example', ''], 'Enter two nameservers'],
    [['ns1.a.example', 'NS1.a.example.'], 'NS1.a.example.: This one is already in the list'],
    [['ns1.a.example', 'ns_3.a.example', ''], 'ns_3.a.example: A host has no underscores'],
    [['a.b', 'c.d', 'e.f'], '2 nameservers can be sent at most'],
    [['ns1.a.example', '', 'ns2.a.example'], null],
  ])('%j: %j', (rows, problem) => {
    expect(hostsProblem(rows, 2)).toBe(problem);
  });

  it('are sent in their order without what is empty, and only when nothing is wrong', () => {
    expect(hostsOf(['NS2.a.example', '', 'ns1.bäckerei.example'])).toEqual([
      'ns2.a.example',
      'ns1.xn--bckerei-5wa.example',
    ]);
    expect(isSendable(['ns1.a.example', 'ns2.a.example', ''])).toBe(true);
    expect(isSendable(['ns1.a.example', ''])).toBe(false);
  });
});

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
});
