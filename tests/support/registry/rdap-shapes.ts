// Answers of registries, as they are shaped: written after RFC 9083, RFC 9537, RFC 8056 and what the named registries publish.

/** What a server does with a request for a name. */
export type Shape =
  | {
      readonly kind: 'answer';
      readonly status?: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body: string | Buffer;
    }
  | { readonly kind: 'redirect'; readonly to: string }
  /** Says nothing for as long as it is asked. */
  | { readonly kind: 'silent' };

interface Dates {
  readonly registered?: string | null;
  readonly expires?: string | readonly string[] | null;
  readonly registrarExpires?: string | null;
  readonly changed?: string | null;
  readonly database?: string | null;
  readonly transferred?: string | null;
}

interface Given extends Dates {
  readonly ldhName?: string | null;
  readonly unicodeName?: string;
  readonly statuses?: readonly string[];
  readonly registrar?: string | null;
  readonly more?: Readonly<Record<string, unknown>>;
}

const actions = {
  registered: 'registration',
  expires: 'expiration',
  registrarExpires: 'registrar expiration',
  changed: 'last changed',
  transferred: 'transfer',
  database: 'last update of RDAP database',
} as const;

/** A domain object as thin registries (Verisign) send it, unless `given` says otherwise. */
export function domainObject(name: string, given: Given = {}): string {
  const dates: Dates = {
    registered: '2015-05-01T04:00:00Z',
    expires: '2027-05-01T04:00:00Z',
    changed: '2026-04-02T09:11:12Z',
    database: '2026-11-24T16:00:00Z',
    ...given,
  };
  const names = Object.keys(actions) as (keyof typeof actions)[];
  const events = names.flatMap((which) =>
    [dates[which] ?? []].flat().map((eventDate) => ({ eventAction: actions[which], eventDate })),
  );
  const { ldhName = name.toUpperCase(), registrar = '292' } = given;
  return JSON.stringify({
    objectClassName: 'domain',
    handle: '1234_DOMAIN_COM-VRSN',
    ...(ldhName !== null && { ldhName }),
    ...(given.unicodeName !== undefined && { unicodeName: given.unicodeName }),
    status: given.statuses ?? ['client transfer prohibited'],
    entities: registrar === null ? [] : [registrarEntity(registrar)],
    events,
    secureDNS: { delegationSigned: false },
    nameservers: [
      { objectClassName: 'nameserver', ldhName: 'NS1.EXAMPLE.NET' },
      { objectClassName: 'nameserver', ldhName: 'NS2.EXAMPLE.NET.' },
    ],
    rdapConformance: ['rdap_level_0'],
    ...given.more,
  });
}

const registrarEntity = (id: string) => ({
  objectClassName: 'entity',
  handle: id,
  roles: ['registrar'],
  publicIds: [{ type: 'IANA Registrar ID', identifier: id }],
  vcardArray: [
    'vcard',
    [
      ['version', {}, 'text', '4.0'],
      ['fn', {}, 'text', 'Registrar'],
    ],
  ],
});

/** As thick registries do: the registrant and other contacts are in it. */
const contacts = {
  entities: [
    registrarEntity('292'),
    {
      objectClassName: 'entity',
      roles: ['registrant'],
      vcardArray: ['vcard', [['fn', {}, 'text', 'Ada Person']]],
    },
  ],
};

const answer = (body: string, status = 200, headers: Readonly<Record<string, string>> = {}): Shape => ({
  kind: 'answer',
  status,
  body,
  headers,
});

const failure = (status: number, headers?: Readonly<Record<string, string>>): Shape =>
  answer(JSON.stringify({ errorCode: status, title: 'No' }), status, headers);

export const answered = (name: string, given?: Given): Shape => answer(domainObject(name, given));

/** By what they are; each for the name it is given. */
export const shapes = {
  'a thin registry': (name: string) => answered(name),
  'a thick registry': (name: string) => answered(name, { more: contacts }),
  'a registry with the registrar’s date beside its own': (name: string) =>
    answered(name, { registrarExpires: '2027-04-30T00:00:00Z' }),
  'the registrar’s date alone': (name: string) =>
    answered(name, { expires: null, registrarExpires: '2027-04-30T00:00:00+02:00' }),
  'a date with an offset (Nominet)': (name: string) =>
    answered(name, { expires: '2027-05-01T00:30:00+01:00' }),
  'a day alone': (name: string) => answered(name, { expires: '2027-05-01' }),
  'no expiry at all (SWITCH)': (name: string) => answered(name, { expires: null }),
  'an expiry that is redacted (RFC 9537)': (name: string) =>
    answered(name, {
      expires: null,
      more: { redacted: [{ name: { description: 'Registry Expiration Date' }, method: 'removal' }] },
    }),
  'an expiry that is emptied': (name: string) => answered(name, { expires: 'REDACTED' }),
  'two different expirations': (name: string) =>
    answered(name, { expires: ['2027-05-01T04:00:00Z', '2028-05-01T04:00:00Z'] }),
  'a name in the grace of an automatic renewal': (name: string) =>
    answered(name, { statuses: ['autoRenewPeriod', 'active'] }),
  'a name in redemption': (name: string) =>
    answered(name, { statuses: ['redemption period', 'pending delete'] }),
  'an international name': (name: string) => answered(name, { ldhName: null, unicodeName: 'bäckerei.com' }),
  'another name': () => answered('other.com'),
  'a name that left for another registrar': (name: string) =>
    answered(name, { registrar: '1068', transferred: '2026-11-20T10:00:00Z' }),
  'a name that is not registered': () => failure(404),
  'a limit by 403': () => failure(403),
  'a limit by 422': () => failure(422),
  'a limit by 429, for two minutes': () => failure(429, { 'retry-after': '120' }),
  'a failure of the server': () => failure(500),
  'a page of HTML': () => answer('<html><body>Hello</body></html>'),
  'JSON that is cut off': (name: string) => answer(domainObject(name).slice(0, 200)),
  'an answer of two megabytes': (name: string) =>
    answered(name, { more: { remarks: [{ description: ['x'.repeat(2 * 1024 * 1024)] }] } }),
  'no answer in time': (): Shape => ({ kind: 'silent' }),
  'a redirect to a listed host': (name: string): Shape => ({ kind: 'redirect', to: `/moved/domain/${name}` }),
  'a redirect off the list': (): Shape => ({ kind: 'redirect', to: 'https://elsewhere.example/domain/x' }),
  'a redirect to itself, for ever': (name: string): Shape => ({
    kind: 'redirect',
    to: `/com/domain/${name}`,
  }),
} as const satisfies Readonly<Record<string, (name: string) => Shape>>;
