import { noCounts } from '#shared/domain/cell.ts';
import { findingKinds } from '#shared/domain/finding.ts';
import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { findingWords, unknownWords } from '../../../../components/finding-words.ts';
import { FindingMark } from '../../../../components/FindingMark.tsx';
import { format } from '../../../../lib/format.ts';
import { useCauses } from '../head/CausesLine.tsx';
import { useSessionActions, useSessionState } from '../session-context.ts';
import { causeWords } from '../session-words.ts';
import { ShortlistPart } from './ShortlistPart.tsx';
import css from './side.module.css';
import summary from './summary.module.css';
import { TldChart } from './TldChart.tsx';

/** The session at a glance: how many of each finding, what failed and why, and how the TLDs differ. */
export function Summary() {
  return (
    <>
      <header className={css['head']}>
        <h2 className={css['title']}>Summary</h2>
      </header>
      <div className={css['body']}>
        <Kinds />
        <TldChart />
        <ShortlistPart />
        <Failures />
      </div>
    </>
  );
}

function Kinds() {
  const model = useSessionState((state) => state.model);
  useSessionState((state) => state.counted);
  const counts = model?.counts() ?? noCounts();
  const all = model?.matrix.codes.length ?? 0;
  return (
    <section>
      <h3 className={css['section']}>Findings</h3>
      <table className={summary['counts']}>
        <tbody>
          {findingKinds.map((kind) => (
            <tr key={kind}>
              <th scope="row">
                <span className={summary['kind']}>
                  <FindingMark kind={kind} decorative />
                  {findingWords[kind]}
                </span>
              </th>
              <td>{format.count(counts[kind])}</td>
              <td className={summary['share']}>{shareInWords(counts[kind], all)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** One digit behind the point; what is there and rounds to nothing is "under". */
export function shareInWords(part: number, all: number): string {
  const percent = all === 0 ? 0 : (100 * part) / all;
  return part > 0 && percent < 0.1 ? 'under 0.1 %' : `${percents.format(percent)} %`;
}

const percents = new Intl.NumberFormat(undefined, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

function Failures() {
  const causes = useCauses();
  const deed = useSessionState((state) => state.deed);
  const { lookAgain } = useSessionActions();
  if (causes.length === 0) return null;
  return (
    <section>
      <h3 className={css['section']}>Without a usable answer</h3>
      <ul className="figures">
        {causes.map(({ cause, count }) => (
          <li key={cause} className={summary['failure']}>
            <span className={summary['failureWords']}>
              <strong>{causeWords[cause]}</strong>
              <span className={css['quiet']}>{unknownWords[cause]}</span>
            </span>
            <span>{format.count(count)}</span>
            <Button
              variant="default"
              disabled={deed !== null}
              leftSection={<IconRefresh size={14} aria-hidden />}
              aria-label={`Look again at ${causeWords[cause]}`}
              onClick={() => void lookAgain({ kind: 'cause', cause })}
            >
              Look again
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
