import type { SyncAnswer } from '#shared/domain/change.ts';
import { tldOf } from '#shared/domain/plain-name.ts';
import { publishesNone } from '#shared/domain/registry.ts';
import { sync as operation } from '../../reseller/operations/domain.ts';
import { bind, type KindInMain, line, noProof, note, plainKind, plainRequest, says } from './kind.ts';

export const sync: KindInMain<'sync'> = {
  ...plainKind,
  ...plainRequest,
  request: (domain) => bind(operation, { domain }),
  teaches(value) {
    if (!isSync(value)) return null;
    const { active, expired, transferredAway, cancelled, expiresOn } = value;
    return { active, expired, transferredAway, expiresOn, ...(cancelled !== undefined && { cancelled }) };
  },
  lines(_ask, _present, { domain }) {
    const { value = null, source = null } = domain?.expiresOn ?? {};
    return [
      line('Expiry date', source === 'expected' ? `${value}, expected` : value, 'what the service answers'),
    ];
  },
  says: () =>
    says(
      true,
      'effects-unknown',
      'The service reads the domain at its registry, and may change the expiry date and the status that it shows (the API’s “sync”).',
    ),
  weigh({ domain, known }) {
    const facts = known.domain?.registry?.value ?? null;
    const what = facts?.missing === 'no-server' ? 'can’t be asked for its expiry' : 'publishes no expiry';
    return says(
      publishesNone(facts),
      'no-expiry-published',
      `The registry of .${tldOf(domain)} ${what}: the date that the service answers proves nothing.`,
    );
  },
  /** What a sync does is not documented, so its answer is the only evidence. Source: C10. */
  readBackOnce: ({ syncAnswer }) =>
    Promise.resolve(noProof(syncAnswer === null ? [] : syncNotes(syncAnswer))),
};

const syncNotes = ({ active, expired, transferredAway, cancelled, expiresOn }: SyncAnswer) =>
  [
    ['Expiry date', expiresOn] as const,
    ['Active', yesOrNo(active)] as const,
    ['Expired', yesOrNo(expired)] as const,
    ['Transferred away', yesOrNo(transferredAway)] as const,
    ['Cancelled', yesOrNo(cancelled ?? null)] as const,
  ].flatMap(([label, after]) => (after === null ? [] : [note(label, 'neither', null, after)]));

const yesOrNo = (flag: boolean | null): string | null => (flag === null ? null : flag ? 'yes' : 'no');

const isSync = (value: object): value is SyncAnswer => 'expiresOn' in value && 'transferredAway' in value;
