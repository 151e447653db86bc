import { findingKinds } from '#shared/domain/finding.ts';
import { toUnicode } from '#shared/domain/domain-name.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { findingWords } from '../../../../components/finding-words.ts';
import { format } from '../../../../lib/format.ts';
import { useSessionActions, useSessionState } from '../session-context.ts';
import { StackedBar } from '../StackedBar.tsx';
import css from './side.module.css';
import summary from './summary.module.css';
import { type TldShare, tldShares } from './tld-shares.ts';

/** So many bars are shown at first. */
const best = 12;

/** Findings by TLD, as bars for the eye and as a table for everyone else. A TLD that is pressed is shown alone. */
export function TldChart() {
  const model = useSessionState((state) => state.model);
  useSessionState((state) => state.counted);
  const chosen = useSessionState((state) => state.choice.filter.tlds);
  const { filterBy } = useSessionActions();
  const [isWhole, setWhole] = useState(false);
  if (model === null) return null;
  const shares = tldShares(model);
  const isAlone = (tld: string): boolean => chosen?.length === 1 && chosen[0] === tld;
  return (
    <section>
      <h3 className={css['section']} id="findings-by-tld">
        Findings by TLD
      </h3>
      <div className={summary['chart']}>
        <table aria-labelledby="findings-by-tld">
          <thead>
            <tr>
              <th scope="col">TLD</th>
              <th scope="col" aria-hidden />
              <th scope="col" className={summary['figure']}>
                To buy
              </th>
              {findingKinds.map((kind) => (
                <th key={kind} scope="col" className="spoken">
                  {findingWords[kind]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {(isWhole ? shares : shares.slice(0, best)).map((share) => (
              <Bar
                key={share.tld}
                share={share}
                isAlone={isAlone(share.tld)}
                onPress={() => filterBy({ tlds: isAlone(share.tld) ? null : [share.tld] })}
              />
            ))}
          </tbody>
        </table>
      </div>
      {shares.length > best && (
        <Button
          className={summary['more'] ?? ''}
          variant="default"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? `The best ${best} alone` : `All ${format.count(shares.length)} TLDs`}
        </Button>
      )}
    </section>
  );
}

interface BarProps {
  readonly share: TldShare;
  readonly isAlone: boolean;
  readonly onPress: () => void;
}

function Bar({ share: { tld, counts, buyable }, isAlone, onPress }: BarProps) {
  const words = findingKinds
    .filter((kind) => counts[kind] > 0)
    .map((kind) => `${format.count(counts[kind])} ${findingWords[kind].toLowerCase()}`)
    .join(', ');
  return (
    <tr className={summary['barRow']} data-alone={isAlone} title={`.${tld}: ${words}`} onClick={onPress}>
      <th scope="row">
        <button
          type="button"
          className={summary['tldButton']}
          aria-pressed={isAlone}
          onClick={(event) => {
            event.stopPropagation();
            onPress();
          }}
        >
          .{toUnicode(tld)}
        </button>
      </th>
      <td className={summary['barCell']} aria-hidden>
        <StackedBar counts={counts} />
      </td>
      <td className={summary['figure']}>{format.count(buyable)}</td>
      {findingKinds.map((kind) => (
        <td key={kind} className="spoken">
          {format.count(counts[kind])}
        </td>
      ))}
    </tr>
  );
}
