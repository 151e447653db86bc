import type { AppError } from '#shared/errors.ts';
import type { Finding, FindingKind } from '#shared/domain/finding.ts';
import type { Client } from '#shared/routes.ts';
import { ok } from '#shared/result.ts';
import type { FakeBridge } from '../fake-bridge.ts';
import { aFinding } from '../fake-world.ts';

export const manyTlds = (
  'ac academy agency ai app art at auto bar be berlin best bio biz blog boo bot ca care cc ch chat city cloud club co co.jp co.nz co.uk ' +
  'co.za com com.au com.br computer consulting cz day de dev digital dk domains email es eu expert family fi film fit fr fun fund games ' +
  'gmbh green group guru hamburg health help host house hu id ie in info ink io is it jetzt jobs jp key kim koeln land law legal life link ' +
  'live lt ltd lu lv market me media mobi moe museum name net net.au network news nl no nu nz one online org org.uk page parts paris ph ' +
  'photo pizza pl plus pro pub pw red rent rest rocks ru run sale school se shop site si sk social software solar space store studio ' +
  'style su swiss systems team tech tips today tools top tours town toys trade travel tv uk us vc vip wales wang watch web wien wiki win ' +
  'work works world wtf xn--p1ai xyz yoga zone'
).split(' ');

const set = (id: string, name: string, tlds: readonly string[], builtIn = true) => ({
  id,
  name,
  tlds: [...tlds],
  builtIn,
});

const popular = 'com net org io co dev app ai de eu co.uk shop online xyz info biz'.split(' ');
export const sets = [
  set('popular', 'Popular', popular),
  set('german', 'German-speaking', ['de', 'at', 'ch', 'eu', 'berlin', 'koeln', 'wien', 'hamburg', 'jetzt']),
  set('all', 'All of this account', manyTlds),
  set('own-1', 'Northern clients', ['dk', 'no', 'se', 'fi', 'is'], false),
];

export const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();

const kinds: readonly FindingKind[] = [
  'taken',
  'taken',
  'available',
  'taken',
  'premium',
  'available',
  'reserved',
  'unknown',
  'taken',
  'available',
  'taken',
  'invalid',
  'available',
  'taken',
  'available',
  'taken',
];

const given = (amount: string) => ({ kind: 'given' as const, amount, currency: 'EUR' });

function answered(
  label: string,
  tld: string,
  index: number,
  minutes: number,
  kind: FindingKind = kinds[index % kinds.length] ?? 'taken',
): Finding {
  const priced = kind === 'available' || kind === 'premium';
  const factor = kind === 'premium' ? 240 : 1;
  const prices = [1, 2, 5].map((period) => ({
    period,
    register: given((period * factor * (8.5 + (index % 7) * 3)).toFixed(2)),
    transfer: index % 2 === 0 ? given((period * 9.9).toFixed(2)) : ({ kind: 'not-given' } as const),
    renew: given((period * 12.5).toFixed(2)),
  }));
  return aFinding(`${label}.${tld}`, kind, {
    tld,
    checkedAt: ago(minutes),
    prices: priced && index % 5 !== 2 ? prices : [],
    message: kind === 'reserved' ? 'Reserved by the registry' : '',
    cause: kind === 'unknown' ? 'not-in-answer' : null,
  });
}

export interface SearchManner {
  /** How many of the TLDs are answered before the search stops where it is. */
  readonly answeredUpTo?: number;
  readonly failure?: AppError;
  readonly known?: boolean;
  readonly hangs?: boolean;
  /** Every name is found to be this. */
  readonly finds?: FindingKind;
}

export function searching(bridge: () => FakeBridge, manner: SearchManner): Partial<Client['search']> {
  return {
    known: ({ label, tlds }) =>
      Promise.resolve(
        ok({
          findings: tlds.map((tld, index) =>
            manner.known === true && index % 3 !== 1
              ? answered(label, tld, index, 4_100 + index * 7, manner.finds)
              : aFinding(`${label}.${tld}`, 'unchecked', { tld }),
          ),
        }),
      ),
    start: ({ searchId, label, tlds }) => {
      const upTo = manner.answeredUpTo ?? tlds.length;
      setTimeout(() => {
        const findings = tlds
          .slice(0, upTo)
          .map((tld, index) => answered(label, tld, index, 0, manner.finds));
        bridge().tell('search.findings', { searchId, findings });
        if (manner.hangs === true) return;
        const rest = tlds.slice(upTo);
        const { failure } = manner;
        bridge().tell('search.finished', {
          searchId,
          failures: failure === undefined || rest.length === 0 ? [] : [{ tlds: rest, error: failure }],
          cancelled: false,
        });
      }, 60);
      return Promise.resolve(ok({ requests: 2 }));
    },
    details: ({ domain }) => {
      const [label = '', ...rest] = domain.split('.');
      const tld = rest.join('.');
      const finding = answered(label, tld, Math.max(0, popular.indexOf(tld)), 2);
      const fields = [
        ['domainName', domain],
        ['isAvailable', String(finding.kind === 'available')],
        ['status', 'available for registration'],
        ['score', '1'],
        ['isPremiumName', 'false'],
        ['isReserved', 'false'],
        ['isValidDomain', 'true'],
        ['premiumCostPricing', '[]'],
        ['minLength', '3'],
        ['pricing.1.register', '8.50'],
        ['pricing.1.transfer', ''],
        ['pricing.1.renew', '12.50'],
        ['domainErrorMessage', ''],
      ].map(([path = '', value = '']) => ({ path, value }));
      return Promise.resolve(
        ok({
          finding,
          fields,
          answer: JSON.stringify(Object.fromEntries(fields.map(({ path, value }) => [path, value])), null, 2),
          accountLabel: 'Northwind Hosting',
        }),
      );
    },
  };
}
