import type {
  BeforeState,
  Change,
  ChangeKind,
  ChangeLine,
  ChangeWhat,
  LockState,
} from '#shared/domain/change.ts';
import { toUnicode } from '#shared/domain/domain-name.ts';
import { counted } from '../../../lib/format.ts';
import { priceText } from '../../../lib/price-text.ts';

const changed = (label: string, before: string | null, after: string | null): ChangeLine => ({
  label,
  before,
  after,
  isChanged: true,
});

/** A value that was sent and replaces none. */
const sent = (label: string, after: string): ChangeLine => ({
  label,
  before: null,
  after,
  isChanged: false,
});

type Lines = readonly ChangeLine[];
type What<K extends ChangeKind> = Extract<ChangeWhat, { readonly kind: K }>;

const lines: {
  readonly [K in ChangeKind]: (what: What<K>, before: BeforeState | null) => Lines;
} = {
  lock: ({ state }, before) => [changed('Registrar lock', lockText(before?.lock ?? null), lockText(state))],
  nameservers: ({ nameservers }, before) => [
    changed('Nameservers', listText(before?.nameservers ?? null), listText(nameservers)),
  ],
  'child-modify': ({ host, currentAddress, newAddress }) => [
    changed(`Address of ${toUnicode(host)}`, currentAddress, newAddress),
  ],
  'child-register': ({ host, address }) => [sent('Host', toUnicode(host)), sent('Address', address)],
  'child-delete': ({ host }) => [sent('Host', toUnicode(host))],
  contacts: ({ roles }) => roles.map(({ name, changed: fields }) => sent(name, fields.join(', '))),
  renew: (what, before) => [...costLines(what, before), ...addonLines(what.addons)],
  register: (what, before) => registerLines(what, before),
  sync: () => [],
};

/** What a change does, line by line, as the journal has it. Of contacts the names of the fields alone: their values are not kept. */
export const linesOf = ({ what, before }: Pick<Change, 'what' | 'before'>): Lines =>
  // The entry of a kind takes what is of that kind: the table's type says so, and cannot be followed here.
  (lines[what.kind] as (given: ChangeWhat, before: BeforeState | null) => Lines)(what, before);

const lockText = (state: LockState | null): string | null => {
  if (state === null) return null;
  return state === 'locked' ? 'Locked' : 'Unlocked';
};

const listText = (hosts: readonly string[] | null): string | null =>
  hosts === null ? null : hosts.map(toUnicode).join(', ');

const costLines = (
  { periodYears, price }: Extract<ChangeWhat, { readonly kind: 'renew' | 'register' }>,
  before: BeforeState | null,
): readonly ChangeLine[] => [
  sent('Period', counted(periodYears, 'year', 'years')),
  sent('Price', priceText(price)),
  ...(before?.credit == null ? [] : [sent('Credit before', before.credit)]),
];

function registerLines(
  what: Extract<ChangeWhat, { readonly kind: 'register' }>,
  before: BeforeState | null,
): readonly ChangeLine[] {
  return [
    ...costLines(what, before),
    ...(what.isPremium ? [sent('Premium', 'yes, accepted')] : []),
    sent('Nameservers', what.nameservers.map(toUnicode).join(', ')),
    sent('Contacts sent', what.roles.join(', ')),
    ...(what.domainFields.length > 0 ? [sent('Further fields', what.domainFields.join(', '))] : []),
    ...(what.idnLanguage === null ? [] : [sent('Language of the name', what.idnLanguage)]),
    ...addonLines(what.addons),
  ];
}

function addonLines(
  addons: Extract<ChangeWhat, { readonly kind: 'renew' }>['addons'],
): readonly ChangeLine[] {
  const chosen = [
    addons.dnsManagement === true ? 'DNS management' : '',
    addons.emailForwarding === true ? 'e-mail forwarding' : '',
    addons.idProtection === true ? 'ID protection' : '',
  ].filter((part) => part !== '');
  return chosen.length === 0 ? [] : [sent('Add-ons', chosen.join(', '))];
}
