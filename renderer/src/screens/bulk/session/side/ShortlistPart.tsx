import { toUnicode } from '#shared/domain/domain-name.ts';
import { Button } from '@mantine/core';
import { IconCopy, IconRefresh, IconShoppingCart, IconStar } from '@tabler/icons-react';
import { useStores } from '../../../../app-stores.ts';
import type { GridModel } from '../../../../grid/grid-model.ts';
import { counted } from '../../../../lib/format.ts';
import { useCopy } from '../../../search/use-copy.ts';
import { useSession, useSessionActions, useSessionState } from '../session-context.ts';
import { shortlistOf } from '../shortlist.ts';
import css from './side.module.css';

/** The shortlist: how many are on it, and what can be done with all of them. */
export function ShortlistPart() {
  const { route } = useStores();
  const { accountId } = useSession();
  const model = useSessionState((state) => state.model);
  useSessionState((state) => state.counted);
  const { shortlistedOnly } = useSessionState((state) => state.choice.filter);
  const { filterBy, lookAgain } = useSessionActions();
  const copy = useCopy();
  if (model === null) return null;
  const count = model.shortlisted();
  return (
    <section>
      <h3 className={css['section']}>Shortlist</h3>
      {count === 0 ? (
        <p className={css['quiet']}>
          Nothing is on it yet. Press the space bar on a cell, or the star beside its details.
        </p>
      ) : (
        <>
          <p className="figures">{counted(count, 'domain is', 'domains are')} on it.</p>
          <div className={css['actions']}>
            <Button
              variant="default"
              leftSection={<IconStar size={14} aria-hidden />}
              aria-pressed={shortlistedOnly}
              onClick={() => filterBy({ shortlistedOnly: !shortlistedOnly })}
            >
              {shortlistedOnly ? 'Show everything' : 'Show it alone'}
            </Button>
            <Button
              variant="default"
              leftSection={<IconCopy size={14} aria-hidden />}
              onClick={() => copy(domainsOn(model))}
            >
              Copy the names
            </Button>
            <Button
              variant="default"
              leftSection={<IconShoppingCart size={14} aria-hidden />}
              onClick={() => route.actions.goToRegister(asciiDomainsOn(model), accountId)}
            >
              Register…
            </Button>
            <Button
              variant="default"
              leftSection={<IconRefresh size={14} aria-hidden />}
              onClick={() => void lookAgain({ kind: 'shortlist' })}
            >
              Look again
            </Button>
          </div>
        </>
      )}
    </section>
  );
}

/** The domains on the shortlist, for people, in the order in which they were entered. */
export const domainsOn = ({ matrix, unicodeOf }: GridModel): readonly string[] =>
  shortlistOf(matrix.codes).map((cell) => {
    const column = cell % matrix.tlds.length;
    return `${unicodeOf(Math.floor(cell / matrix.tlds.length))}.${toUnicode(matrix.tlds[column] ?? '')}`;
  });

/** The same as A-labels: what an order is about. */
const asciiDomainsOn = ({ matrix }: GridModel): readonly string[] =>
  shortlistOf(matrix.codes).map((cell) => {
    const column = cell % matrix.tlds.length;
    return `${matrix.names[Math.floor(cell / matrix.tlds.length)] ?? ''}.${matrix.tlds[column] ?? ''}`;
  });
