import { Button } from '@mantine/core';
import type { Domain } from '#shared/domain/portfolio.ts';
import { sentencesFor } from '#shared/words/error-sentences.ts';
import { useState } from 'react';
import { useStore } from 'zustand';
import { counted } from '../../../lib/format.ts';
import { Section } from '../../../components/Section.tsx';
import { ChangeFlow, useChange } from '../../change/ChangeFlow.tsx';
import { DraftNote } from '../../change/draft/DraftNote.tsx';
import { useForgetWhenDone } from '../../change/draft/editors.ts';
import { isBusy, isShownBy } from '../../change/flow-state.ts';
import { Hindrance } from '../../change/Hindrance.tsx';
import { KnownAge } from '../../change/KnownAge.tsx';
import { LastChange } from '../../change/LastChange.tsx';
import { useLastChange } from '../../change/last-changes.ts';
import { InsideWarning } from './InsideWarning.tsx';
import css from './nameservers.module.css';
import { RowList } from './RowList.tsx';
import { hostsOf, isSendable } from './rows.ts';
import { Templates } from './Templates.tsx';
import { useRows } from './use-rows.ts';

interface Props {
  readonly domain: Domain;
}

const isAtItsField = (field: string): boolean => field.startsWith('nameservers');

/** The nameservers of a domain: typed, pasted, put in order or taken from a template; sent as a whole. */
export function NameserversTab({ domain }: Props) {
  const flow = useChange(domain, 'nameservers');
  const state = useStore(flow);
  const rows = useRows(domain);
  const last = useLastChange(domain.accountId, domain.name, 'nameservers');
  const [isStrict, setIsStrict] = useState(false);
  useForgetWhenDone(flow, rows.editor);

  function review(): void {
    setIsStrict(true);
    if (isSendable(rows.rows)) flow.actions.begin({ kind: 'nameservers', nameservers: hostsOf(rows.rows) });
  }

  return (
    <Section title="Nameservers" actions={<Templates rows={rows} />}>
      <div className={css['tab']}>
        <Hindrance accountId={domain.accountId} />
        <ChangeFlow flow={flow} isAtItsField={isAtItsField} />
        <Present domain={domain} />
        <RowList rows={rows} flow={state} isStrict={isStrict} />
        <InsideWarning domain={domain} hosts={hostsOf(rows.rows)} />
        <DraftNote state={rows.isDirty ? rows.editor.state : { ...rows.editor.state, typed: null }} />
        <div className={css['end']}>
          <Button disabled={!rows.isDirty || isBusy(state)} onClick={review}>
            Review…
          </Button>
          <Button
            variant="default"
            disabled={!rows.isDirty}
            onClick={() => {
              setIsStrict(false);
              rows.editor.actions.reset();
            }}
          >
            Reset
          </Button>
          {last !== null && !isShownBy(state, last) && <LastChange change={last} />}
        </div>
      </div>
    </Section>
  );
}

function Present({ domain: { nameservers, troubles } }: Props) {
  const trouble = troubles.find(({ part }) => part === 'nameservers');
  return (
    <p className={css['quiet']}>
      {nameservers === null ? (
        'What is there now has not been read yet: it is, before anything is sent.'
      ) : (
        <>
          {counted(nameservers.value.length, 'nameserver', 'nameservers')}, <KnownAge {...nameservers} />.
        </>
      )}{' '}
      The whole set is replaced: one that is not in this list no longer answers for the domain.
      {trouble !== undefined && ` They could not be read last time. ${sentencesFor(trouble.error).happened}`}
    </p>
  );
}
