import type { Change, ChangeWhat } from '#shared/domain/change.ts';
import type { Learned } from '../portfolio/portfolio.ts';
import type { Context } from './context.ts';
import { plainHost } from './hosts.ts';
import type { Look } from './reconcile/look.ts';

/** Tells the portfolio what a change has shown: what was read, and what it brought about where it is done. */
export function learnFrom(
  { portfolio, onBug, now }: Pick<Context, 'portfolio' | 'onBug' | 'now'>,
  change: Change,
  look: Pick<Look, 'learned'>,
): void {
  const at = now().toISOString();
  const isDone = isDoneState(change);
  const tell = (learned: Learned): void => {
    portfolio.learn(change.accountId, change.domain, learned).catch(onBug);
  };
  const read = look.learned;
  if (read !== undefined) tell({ at, source: isDone ? 'change' : 'read', ...read });
  if (isDone && change.told !== null) tell({ at, source: 'sync', told: change.told });
  const made = isDone && read === undefined ? madeBy(change) : null;
  if (made !== null) tell({ at, source: change.state === 'settled' ? 'typed' : 'change', ...made });
}

const isDoneState = ({ state, settledAs }: Change): boolean =>
  state === 'confirmed' || state === 'applied' || settledAs === 'applied';

/** What a change has brought about although nothing showed it: the answer or a person said that it is done. */
function madeBy({ what, sentAt }: Change): Omit<Learned, 'at' | 'source'> | null {
  if (what.kind === 'register') return { isRegistered: true, nameservers: what.nameservers.map(plainHost) };
  if (what.kind === 'renew' && sentAt !== null) return { renewal: { years: what.periodYears, sentAt } };
  if (what.kind === 'lock') return { lock: what.state };
  if (what.kind === 'nameservers') return { nameservers: what.nameservers.map(plainHost) };
  return 'host' in what ? { child: childMadeBy(what) } : null;
}

type ChildWhat = Extract<ChangeWhat, { readonly host: string }>;

function childMadeBy(what: ChildWhat): NonNullable<Learned['child']> {
  const host = plainHost(what.host);
  if (what.kind === 'child-delete') return { host, isGone: true };
  return { host, addresses: [what.kind === 'child-modify' ? what.newAddress : what.address] };
}
