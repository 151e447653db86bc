import type { Answer, DnskeyAnswer, DSAnswer } from 'dns-packet';
import { describe, expect, test } from 'vitest';
import { ok } from '#shared/result.ts';
import { createAsk } from '../../../../../electron/main/dns/ask.ts';
import { isDigestOf } from '../../../../../electron/main/dns/delegation.ts';
import { createNameserverChecks } from '../../../../../electron/main/dns/nameserver-checks.ts';
import { checkInPractice } from '../../../../../electron/main/practice/nameservers.ts';
import { a, ns, type Said, soa, startDnsServers, type Zone } from '../../../../support/dns/dns-servers.ts';

// Source: RFC 4509, section 2.3: a key of dskey.example.com, its tag and the SHA-256 digest of it.
const signed = 'dskey.example.com';
const key: DnskeyAnswer = {
  type: 'DNSKEY',
  name: signed,
  data: {
    flags: 256,
    algorithm: 5,
    key: Buffer.from(
      'AQOeiiR0GOMYkDshWoSKz9XzfwJr1AYtsmx3TGkJaNXVbfi/2pHm822aJ5iI9BMzNXxeYCmZDRD99WYwYqUSdjMmmAphXdvxegXd/M5+X7OrzKBaMbCVdFLUUh6DhweJBjEVv5f2wwjM9XzcnOf+EPbtG9DMBmADjFDc2w/rljwvFw==',
      'base64',
    ),
  },
};
const ds: DSAnswer = {
  type: 'DS',
  name: signed,
  data: {
    ...{ keyTag: 60_485, algorithm: 5, digestType: 2 },
    digest: Buffer.from('D4B7D520E7BB5F0F67674A0CCEB1E3E0614B93C4F9E99B8383F6A1E4469DA50A', 'hex'),
  },
};

const nothingSuch: Said = { code: 3 };
/** The system’s resolver: it knows where the hosts are. */
const resolver =
  (records: Readonly<Record<string, readonly Answer[]>>): Zone =>
  (question) => ({ answers: records[question] ?? [] });
const at = (last: number): string => `127.0.0.${last}`;
const host = (last: number): string => `ns${last}.hosting.example`;
const hostsAt = (...all: readonly number[]) =>
  Object.fromEntries(all.map((last) => [`${host(last)} A`, [a(host(last), at(last))]]));
const served =
  (...names: readonly string[]): Zone =>
  (question) => {
    const name = names.find((each) => question === `${each} SOA`);
    return name === undefined ? nothingSuch : { isAuthoritative: true, answers: [soa(name)] };
  };

interface Given {
  readonly zones: Readonly<Record<string, Zone>>;
  readonly isOn?: boolean;
  readonly isPractice?: boolean;
  readonly children?: readonly { readonly host: string; readonly addresses: readonly string[] }[];
}

async function checksOver({ zones, isOn = true, isPractice = false, children = [] }: Given) {
  const servers = await startDnsServers(zones);
  const checks = createNameserverChecks({
    settings: () => ({ checkNameservers: isOn }),
    isPractice: () => ok(isPractice),
    practice: checkInPractice,
    children: () => children,
    ask: createAsk({ timeoutMs: 1_500, port: servers.port, resolvers: () => [servers.resolver] }),
    now: () => new Date('2026-11-25T12:00:00Z'),
  });
  return { ...servers, checks };
}

async function checked(given: Given, domains: readonly string[], hosts: readonly string[]) {
  const { checks } = await checksOver(given);
  const result = await checks.check('acme', domains, hosts);
  if (!result.ok || result.value === null) throw new Error('Nothing was checked');
  return result.value;
}

describe('nameservers before a domain is sent to them', () => {
  test('a nameserver answers for a domain where it has its SOA with authority', async () => {
    const zones = {
      [at(1)]: resolver(hostsAt(2, 3)),
      [at(2)]: served('oak.com'),
      [at(3)]: served('oak.com'),
    };
    const [check] = await checked({ zones }, ['oak.com'], [host(2), host(3)]);
    expect(check).toEqual({
      domain: 'oak.com',
      checkedAt: '2026-11-25T12:00:00.000Z',
      hosts: [
        { host: host(2), finding: 'answers' },
        { host: host(3), finding: 'answers' },
      ],
      ds: 'none',
    });
  });

  test('no resolver is asked for a name that is to be registered: only the nameservers themselves are', async () => {
    const zones = { [at(1)]: resolver(hostsAt(2)), [at(2)]: served('oak.com') };
    const { checks, asked } = await checksOver({ zones });
    const result = await checks.check('acme', ['oak.com'], [host(2)], true);
    expect(result).toMatchObject({
      value: [{ domain: 'oak.com', hosts: [{ host: host(2), finding: 'answers' }], ds: 'none' }],
    });
    const ofTheName = asked.filter(({ question }) => question.startsWith('oak.com'));
    expect(ofTheName.map(({ address, question }) => [address, question])).toEqual([[at(2), 'oak.com SOA']]);
  });

  const troubles: Readonly<Record<string, readonly [Said | null, string]>> = {
    'is silent': [null, 'no-answer'],
    'refuses the domain': [{ code: 5 }, 'lame'],
    'fails on the domain': [{ code: 2 }, 'lame'],
    'answers from a cache': [{ answers: [soa('oak.com')] }, 'lame'],
    'refers elsewhere': [{ authorities: [ns('oak.com', 'ns1.old.example')] }, 'lame'],
    'has no such name in its zone': [
      { isAuthoritative: true, code: 3, authorities: [soa('com')] },
      'wrong-zone',
    ],
    'serves the zone above': [{ isAuthoritative: true, authorities: [soa('com')] }, 'wrong-zone'],
  };
  test.for(Object.entries(troubles))('a nameserver that %s is told apart', async ([, [said, finding]]) => {
    const [check] = await checked(
      { zones: { [at(1)]: resolver(hostsAt(2)), [at(2)]: () => said } },
      ['oak.com'],
      [host(2)],
    );
    expect(check?.hosts).toEqual([{ host: host(2), finding }]);
  });

  const good: Said = { isAuthoritative: true, answers: [soa('oak.com')] };
  const odd: Readonly<Record<string, Said>> = {
    'answers FORMERR to EDNS': { ...good, ednsCode: 1 },
    'answers FORMERR to EDNS without the question': { ...good, ednsCode: 1, isBare: true },
    'answers NOTIMP to EDNS': { ...good, ednsCode: 4 },
    'has the zone’s SOA in the authority section': { isAuthoritative: true, authorities: [soa('OAK.com')] },
  };
  test.for(Object.entries(odd))('a nameserver that %s answers', async ([, said]) => {
    const zones = { [at(1)]: resolver(hostsAt(2)), [at(2)]: () => said };
    const [check] = await checked({ zones }, ['oak.com'], [host(2)]);
    expect(check?.hosts).toEqual([{ host: host(2), finding: 'answers' }]);
  });

  test('a nameserver that does not understand the question without EDNS either is lame', async () => {
    const zones = { [at(1)]: resolver(hostsAt(2)), [at(2)]: (): Said => ({ code: 1 }) };
    const { checks, asked } = await checksOver({ zones });
    const result = await checks.check('acme', ['oak.com'], [host(2)]);
    expect(result.ok && result.value?.[0]?.hosts[0]?.finding).toBe('lame');
    expect(asked.filter(({ question }) => question === 'oak.com SOA')).toHaveLength(2);
  });

  test('a host without an address is told apart from a resolver that gives no answer', async () => {
    const [none] = await checked({ zones: { [at(1)]: resolver({}) } }, ['oak.com'], [host(2)]);
    expect(none?.hosts).toEqual([{ host: host(2), finding: 'no-address' }]);
    const [unknown] = await checked({ zones: { [at(1)]: () => ({ code: 2 }) } }, ['oak.com'], [host(2)]);
    expect(unknown).toMatchObject({ hosts: [{ host: host(2), finding: 'unknown' }], ds: 'unknown' });
    const [silent] = await checked({ zones: { [at(1)]: () => null } }, ['oak.com'], [host(2)]);
    expect(silent).toMatchObject({ hosts: [{ host: host(2), finding: 'unknown' }], ds: 'unknown' });
  });

  test('a host inside its own domain is asked at the address of its child nameserver', async () => {
    const zones = { [at(1)]: resolver({}), [at(2)]: served('oak.com') };
    const children = [{ host: 'ns1.oak.com', addresses: [at(2)] }];
    const [check] = await checked({ zones, children }, ['oak.com'], ['NS1.oak.com.']);
    expect(check?.hosts).toEqual([{ host: 'ns1.oak.com', finding: 'answers' }]);
  });

  test('many domains ask for the address of a host once', async () => {
    const names = Array.from({ length: 20 }, (_, index) => `oak-${index}.com`);
    const { checks, asked } = await checksOver({
      zones: { [at(1)]: resolver(hostsAt(2)), [at(2)]: served(...names.slice(1)) },
    });
    const result = await checks.check('acme', names, [host(2)]);
    const found = result.ok ? (result.value ?? []) : [];
    expect(found.filter(({ hosts }) => hosts[0]?.finding === 'answers')).toHaveLength(19);
    expect(asked.filter(({ question }) => question === `${host(2)} A`)).toHaveLength(1);
  });
});

describe('signed domains', () => {
  const signedZone = (keys: readonly Answer[]): Zone => {
    const zone = served(signed);
    return (question) =>
      question === `${signed} DNSKEY`
        ? { isAuthoritative: true, answers: keys, isLong: true }
        : zone(question);
  };
  const zones = (keys: readonly Answer[]) => ({
    [at(1)]: resolver({ ...hostsAt(2, 3), [`${signed} DS`]: [ds] }),
    [at(2)]: signedZone(keys),
    [at(3)]: signedZone([key]),
  });

  test('a key and its DS record fit as in RFC 4509, and no other key does', () => {
    expect(isDigestOf(ds, key)).toBe(true);
    expect(isDigestOf(ds, { ...key, data: { ...key.data, flags: 257 } })).toBe(false);
    expect(isDigestOf(ds, { ...key, name: 'other.example.com' })).toBe(false);
  });

  test('nameservers with the key that the registry lists serve it, read over TCP where it is long', async () => {
    const { checks, asked } = await checksOver({ zones: zones([key]) });
    const result = await checks.check('acme', [signed], [host(2), host(3)]);
    expect(result.ok && result.value?.[0]?.ds).toBe('served');
    expect(asked.filter(({ over }) => over === 'tcp')).not.toHaveLength(0);
  });

  test('a single nameserver without the key makes the DS record stale', async () => {
    const [check] = await checked({ zones: zones([]) }, [signed], [host(2), host(3)]);
    expect(check?.ds).toBe('stale');
  });
});

describe('the keys of a server that did not say what it has', () => {
  const failed: Readonly<Record<string, readonly [Said | null, string]>> = {
    refused: [{ code: 5 }, 'unknown'],
    failed: [{ code: 2 }, 'unknown'],
    'does not do that': [{ code: 4 }, 'unknown'],
    'was silent': [null, 'unknown'],
    'referred elsewhere': [{ authorities: [ns(signed, 'ns1.old.example')] }, 'unknown'],
    'has none': [{ isAuthoritative: true, authorities: [soa(signed)] }, 'stale'],
    'has no such name': [{ isAuthoritative: true, code: 3 }, 'stale'],
  };
  test.for(Object.entries(failed))(
    'are not known where it %s, and are missing where it has none',
    async ([, [said, is]]) => {
      const zone = served(signed);
      const [check] = await checked(
        {
          zones: {
            [at(1)]: resolver({ ...hostsAt(2), [`${signed} DS`]: [ds] }),
            [at(2)]: (question) => (question === `${signed} DNSKEY` ? said : zone(question)),
          },
        },
        [signed],
        [host(2)],
      );
      expect(check?.ds).toBe(is);
    },
  );
});

describe('what the registry has afterwards', () => {
  const registry = (hosts: readonly string[]): Zone => {
    const authorities = hosts.map((each) => ns('oak.co.uk', each));
    return (question) => (question === 'oak.co.uk NS' ? { authorities } : nothingSuch);
  };
  const zones = (hosts: readonly string[]) => ({
    [at(1)]: resolver({
      'co.uk NS': [ns('co.uk', 'ns9.nic.example')],
      'ns9.nic.example A': [a('ns9.nic.example', at(2))],
    }),
    [at(2)]: registry(hosts),
  });

  test('is asked of the servers of the zone above, and not of a cache', async () => {
    const { checks, asked } = await checksOver({ zones: zones(['NS1.hosting.example', host(2)]) });
    const read = await checks.delegation('acme', 'oak.co.uk');
    expect(read).toEqual(
      ok({
        domain: 'oak.co.uk',
        readAt: '2026-11-25T12:00:00.000Z',
        hosts: ['ns1.hosting.example', host(2)],
      }),
    );
    expect(asked.filter(({ question }) => question === 'oak.co.uk NS').map(({ address }) => address)).toEqual(
      [at(2)],
    );
  });

  test('is not known where no server of the zone above answers', async () => {
    const { checks } = await checksOver({ zones: { ...zones([]), [at(2)]: () => null } });
    const read = await checks.delegation('acme', 'oak.co.uk');
    expect(read.ok && read.value?.hosts).toBeNull();
  });
});

describe('who is asked', () => {
  test('nobody, where the check is switched off or the account is for practice', async () => {
    const zones = { [at(1)]: resolver(hostsAt(2)) };
    const off = await checksOver({ zones, isOn: false });
    expect(await off.checks.check('acme', ['oak.com'], [host(2)])).toEqual(ok(null));
    expect(await off.checks.delegation('acme', 'oak.com')).toEqual(ok(null));
    const practice = await checksOver({ zones, isPractice: true });
    const made = await practice.checks.check('practice', ['oak.com'], ['ns1.parking.example']);
    expect(made.ok && made.value?.[0]?.hosts).toEqual([{ host: 'ns1.parking.example', finding: 'lame' }]);
    expect(await practice.checks.delegation('practice', 'oak.com')).toEqual(ok(null));
    expect([...off.asked, ...practice.asked]).toEqual([]);
  });

  test('an answer with another number than that of the question is somebody else’s', async () => {
    const forged: Zone = () => ({ isAuthoritative: true, answers: [soa('oak.com')], forgedId: true });
    const { checks } = await checksOver({ zones: { [at(1)]: resolver(hostsAt(2)), [at(2)]: forged } });
    const result = await checks.check('acme', ['oak.com'], [host(2)]);
    expect(result.ok && result.value?.[0]?.hosts[0]?.finding).toBe('answers');
  });
});
