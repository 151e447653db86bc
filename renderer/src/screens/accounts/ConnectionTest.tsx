import { Button } from '@mantine/core';
import { IconBan, IconCircleCheck, IconCircleX, IconClock, IconPlugConnected } from '@tabler/icons-react';
import { Age } from '../../components/Age.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { Section } from '../../components/Section.tsx';
import { sentencesFor } from '#shared/words/error-sentences.ts';
import { clockDifference } from '../../lib/format.ts';
import type { ConnectionReport } from '../../lib/nouns.ts';
import { type Remote, valueOf } from '../../lib/remote.ts';
import css from './accounts.module.css';

interface Props {
  readonly report: Remote<ConnectionReport>;
  readonly test: () => void;
}

/** Reads credit, TLDs and version, and says which of them answered. Nothing is changed by it. */
export function ConnectionTest({ report, test }: Props) {
  const shown = valueOf(report);
  return (
    <Section
      title="Connection"
      actions={
        <Button
          variant="default"
          leftSection={<IconPlugConnected size={14} aria-hidden />}
          loading={report.status === 'loading'}
          onClick={test}
        >
          Test the connection
        </Button>
      }
    >
      {shown === null && report.status !== 'failed' && (
        <p className={css['quiet']}>
          Reads the credit, the TLDs and the version, and compares the clocks. Nothing is changed by it.
        </p>
      )}
      {report.status === 'failed' && <ErrorState error={report.error} remedies={{ 'try-again': test }} />}
      {shown !== null && <Report report={shown} />}
    </Section>
  );
}

type Probe = ConnectionReport['probes'][number];

const operations = { credits: 'Credit', tlds: 'TLDs', version: 'Version' } as const;

const verdicts = {
  answered: { word: 'Answered', Icon: IconCircleCheck },
  'not-permitted': { word: 'Not permitted', Icon: IconBan },
  failed: { word: 'Failed', Icon: IconCircleX },
} as const;

/** Beyond this, requests near the turn of an hour may be refused. */
const worthSayingMs = 120_000;

function Report({ report }: { readonly report: ConnectionReport }) {
  const off = report.clockSkewMs !== null && Math.abs(report.clockSkewMs) > worthSayingMs;
  return (
    <div role="status">
      <ul>
        {report.probes.map((probe) => (
          <ProbeLine key={probe.operation} probe={probe} />
        ))}
        <li className={css['probe']} data-verdict={off ? 'not-permitted' : 'answered'}>
          <IconClock size={16} stroke={1.75} aria-hidden />
          <span>Clock</span>
          <span className={css['said']}>
            {clockDifference(report.clockSkewMs)}.
            {off && ' Set this computer’s clock: a token is good for one hour of the service’s time.'}
          </span>
        </li>
      </ul>
      <p className={css['tested']}>
        Tested <Age at={report.testedAt} />
      </p>
    </div>
  );
}

function ProbeLine({ probe }: { readonly probe: Probe }) {
  const { word, Icon } = verdicts[probe.verdict];
  const said = probe.error === null ? null : sentencesFor(probe.error);
  return (
    <li className={css['probe']} data-verdict={probe.verdict}>
      <Icon size={16} stroke={1.75} aria-hidden />
      <span>{operations[probe.operation]}</span>
      <span className={css['said']}>
        <strong>{word}</strong>
        {probe.answer !== '' && <span className="mono selectable"> {probe.answer}</span>}
        {said !== null && (
          <span className={css['quiet']}>
            {' '}
            {said.happened} {said.next}
          </span>
        )}
      </span>
    </li>
  );
}
