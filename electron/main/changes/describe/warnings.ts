import type { z } from 'zod';
import {
  type Change,
  type ChangeAsk,
  type ChangeLine,
  missingIn,
  type MostlyRequired,
} from '#shared/domain/change.ts';
import type { Price } from '#shared/domain/price.ts';
import type { changeWarning } from '#shared/ipc/change-schemas.ts';
import { plainHost } from '../hosts.ts';
import type { Present, PresentPart } from '../present.ts';
import type { KnownOfDomain } from './lines.ts';
import { unusualFields } from './unusual.ts';

export type Warning = z.output<typeof changeWarning>;

/** What warnings are made from. */
export interface Weighed {
  readonly domain: string;
  readonly ask: ChangeAsk;
  readonly present: Present;
  readonly known: KnownOfDomain;
  readonly lines: readonly ChangeLine[];
  /** Null where the change costs nothing that is known of. */
  readonly price: Price | null;
  /** The last change of the family; null where there is none. */
  readonly last: Change | null;
}

/** What speaks against sending, or should be known before it. None of it forbids anything. */
export const warningsOf = (weighed: Weighed): readonly Warning[] =>
  warners.flatMap((warn) => warn(weighed)).slice(0, mostWarnings);

const mostWarnings = 50;

type Warner = (weighed: Weighed) => readonly Warning[];

const when = (is: boolean, id: Warning['id'], text: string): readonly Warning[] =>
  is ? [{ id, text: text.slice(0, 500) }] : [];

const notShown: Readonly<Record<PresentPart, string>> = {
  lock: 'The service did not show the registrar lock as it is now.',
  nameservers: 'The service did not show the nameservers as they are now.',
  contacts: 'The service did not show the contacts as they are now.',
  credit: 'The service did not show the credit as it is now.',
  finding: 'The service did not show whether the name is available now.',
};

const registrantRole = /^registrant$/i;

const warners: readonly Warner[] = [
  ({ present }) => present.troubles.flatMap(({ part }) => when(true, 'not-read-before', notShown[part])),
  ({ ask }) =>
    when(
      ask.kind === 'contacts' && ask.roles.some(({ name }) => registrantRole.test(name)),
      'registrant-change-may-need-approval',
      'Changing the registrant can need approvals by e-mail, and can lock the domain against transfers for a time.',
    ),
  ({ domain, ask, known }) => hostsInside(domain, ask, known),
  ({ ask, known: { usersOfHost } }) =>
    when(
      (ask.kind === 'child-delete' || ask.kind === 'child-modify') && usersOfHost.length > 0,
      'host-in-use',
      `Used as a nameserver by ${usersOfHost.slice(0, 5).join(', ')}${usersOfHost.length > 5 ? ` and ${usersOfHost.length - 5} more` : ''}.`,
    ),
  ({ ask, lines }) =>
    when(
      changesWhatIsRead.has(ask.kind) && lines.every(({ isChanged }) => !isChanged),
      'nothing-changes',
      'Everything is like this already.',
    ),
  missingOfRegistrant,
  ({ ask }) =>
    unusualFields(ask).flatMap((field) =>
      when(true, 'unusual-value', `${field} has an unusual form. It is sent as it stands.`),
    ),
  renewedBefore,
  triedBefore,
  ({ price }) =>
    when(
      price !== null && price.kind !== 'given',
      'price-not-given',
      'The service does not say what this costs.',
    ),
  creditMayNotDo,
  ({ ask }) =>
    when(ask.kind === 'sync', 'effects-unknown', 'It is not documented what a sync does or changes.'),
  ({ ask, known }) =>
    when(
      ask.kind !== 'register' && known.domain === null,
      'not-in-portfolio',
      'This domain is not in the portfolio of this account.',
    ),
  ({ ask }) =>
    when(
      addressesIn(ask).some((address) => address.includes(':')),
      'ipv6-unknown',
      'It is not known whether the service takes IPv6 addresses.',
    ),
  ({ present }) =>
    when(
      present.finding?.kind === 'premium',
      'premium',
      'This is a premium name: it can cost many times the usual price, also at each renewal.',
    ),
];

const fieldWords: Readonly<Record<MostlyRequired, string>> = {
  firstname: 'name',
  address1: 'address',
  city: 'city',
  postcode: 'postcode',
  country: 'country',
  phonenumber: 'phone',
  email: 'e-mail',
};

/** Of the registrant alone: the other roles are sent as copies of it, or not at all. */
function missingOfRegistrant({ ask }: Weighed): readonly Warning[] {
  if (ask.kind !== 'register' || ask.contacts.registrant === undefined) return [];
  const missing = missingIn(ask.contacts.registrant).map((field) => fieldWords[field]);
  return when(
    missing.length > 0,
    'missing-value',
    `Missing for the registrant: ${missing.join(', ')}. Most registries refuse an order without them.`,
  );
}

const changesWhatIsRead: ReadonlySet<ChangeAsk['kind']> = new Set(['lock', 'nameservers', 'contacts']);

function hostsInside(domain: string, ask: ChangeAsk, { children }: KnownOfDomain): readonly Warning[] {
  if (ask.kind !== 'nameservers') return [];
  const known = new Set(children.map(({ host }) => host));
  return ask.nameservers
    .map(plainHost)
    .filter((host) => host.endsWith(`.${domain}`) && !known.has(host))
    .flatMap((host) =>
      when(
        true,
        'host-inside-without-child',
        `${host} lies inside this domain, and no child nameserver of this name is known here. Without one it cannot be found.`,
      ),
    );
}

function renewedBefore({ ask, last }: Weighed): readonly Warning[] {
  if (ask.kind !== 'renew' || last === null || !mayHaveHappened(last)) return [];
  return when(
    true,
    'renewed-before',
    `Renewed before, as change ${last.number} of ${last.createdAt.slice(0, 10)}.`,
  );
}

function triedBefore({ ask, last }: Weighed): readonly Warning[] {
  if ((ask.kind !== 'register' && ask.kind !== 'renew') || last === null || mayHaveHappened(last)) return [];
  return when(
    true,
    'tried-before',
    `Tried before, as change ${last.number} of ${last.createdAt.slice(0, 10)}.`,
  );
}

const mayHaveHappened = ({ state, settledAs }: Change): boolean =>
  state === 'confirmed' || state === 'applied' || state === 'uncertain' || settledAs === 'applied';

/** Unknown: whether price and credit are of one currency; so this is a doubt and no rule. */
function creditMayNotDo({ price, present: { before } }: Weighed): readonly Warning[] {
  if (price?.kind !== 'given' || before.credit == null) return [];
  return when(
    Number(before.credit) < Number(price.amount),
    'credit-may-not-do',
    `The credit of ${before.credit} may not be enough for ${price.amount}.`,
  );
}

function addressesIn(ask: ChangeAsk): readonly string[] {
  if (ask.kind === 'child-register') return [ask.address];
  return ask.kind === 'child-modify' ? [ask.currentAddress, ask.newAddress] : [];
}
