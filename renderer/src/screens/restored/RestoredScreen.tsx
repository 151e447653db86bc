import { Button } from '@mantine/core';
import type { ChainRead, RestoreFindings, RestoreNotice } from '#shared/domain/restore.ts';
import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { useStores } from '../../app-stores.ts';
import { ErrorState } from '../../components/ErrorState.tsx';
import { Fact, Facts, Section } from '../../components/Section.tsx';
import { counted, format } from '../../lib/format.ts';
import { restoredTitle } from '../../shell/RestoredBar.tsx';
import { unacknowledged } from '../../shell/restored-store.ts';
import { kindWords } from '../changes/change-words.ts';
import { RestoredRows } from './RestoredRows.tsx';
import css from './restored.module.css';

/** What a restore found and did, and what needs a look; paid changes wait until somebody says that they have looked. */
export function RestoredScreen() {
  const { restored, route } = useStores();
  const notice = useStore(restored, unacknowledged);
  const failed = useStore(restored, (state) => state.failed);
  const isAcknowledging = useStore(restored, (state) => state.isAcknowledging);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  if (notice === null) return null;

  async function goOn(): Promise<void> {
    if (await restored.actions.acknowledge()) route.actions.go({ screen: 'search' });
  }

  return (
    <div className={css['screen']}>
      <div className={css['scroll']}>
        <div className={css['page']}>
          <h2 ref={heading} tabIndex={-1} className={css['heading']}>
            {restoredTitle(notice)}
          </h2>
          <p className={css['why']}>{whyWords(notice)}</p>
          {!isAllKnown(notice) && (
            <p className={css['caution']} role="note">
              Before you renew or register anything, check your provider’s own pages: it may have been done
              already.
            </p>
          )}
          {notice.kind === 'known' && <WhatWasDone notice={notice} />}
          {notice.kind === 'known' && <RestoredRows isAllKnown={isAllKnown(notice)} />}
        </div>
      </div>
      <div className={css['end']}>
        {failed !== null && (
          <ErrorState error={failed} about="It could not be written down that you looked" />
        )}
        <div className={css['deed']}>
          <p>Until you continue, nothing paid is sent: no renewal, no registration. Everything else works.</p>
          <Button loading={isAcknowledging} onClick={() => void goOn()}>
            I have looked – continue
          </Button>
        </div>
      </div>
    </div>
  );
}

/** Whether everything is known that the replaced file's journal said. */
const isAllKnown = (notice: RestoreNotice): boolean =>
  notice.kind === 'known' && notice.changes.reading === 'whole' && notice.earlier === 0;

function whyWords(notice: RestoreNotice): string {
  if (notice.kind === 'unknown')
    return 'What was written down about the restore cannot be read. Look at Changes, and at your provider’s own pages, for what was done since the backup.';
  if (notice.copy === null)
    return 'The workspace file could not be read, and there was no good backup. Add your accounts again.';
  return notice.why === 'damaged'
    ? 'The workspace file could not be read, or was missing. The newest good backup took its place.'
    : 'You chose this backup. What was there before is kept in the list of backups.';
}

function WhatWasDone({ notice }: { readonly notice: RestoreFindings }) {
  const since = notice.copy === null ? 'before' : 'after the backup';
  const { at, replacedPath, changes, accesses, carriedOver, batches, withdrawn, earlier } = notice;
  return (
    <Section title="What was done">
      <Facts>
        <Fact name={notice.copy === null ? 'Begun' : 'Restored'}>{format.instant(at)}</Fact>
        {replacedPath !== null && (
          <Fact name={notice.why === 'damaged' ? 'The damaged file is kept' : 'The newer file is kept'} mono>
            {replacedPath}
          </Fact>
        )}
        <Fact name="Its journal of changes">{readWords(changes, 'What was done', since)}</Fact>
        <Fact name="Carried over">
          {carriedOver === 0 ? 'No change' : counted(carriedOver, 'change', 'changes')}
        </Fact>
        {(accesses.added > 0 || accesses.reading !== 'whole') && (
          <Fact name="Its journal of transfer codes">
            {readWords(accesses, 'Which codes were asked for', since)}
          </Fact>
        )}
        <Fact name="Batches stopped">
          {batches.length === 0
            ? 'None'
            : batches.map(({ planId, accountLabel, kind, rows }) => (
                <span key={planId} className={css['batch']}>
                  {kindWords[kind]}, {counted(rows, 'domain', 'domains')}, {accountLabel}
                </span>
              ))}
        </Fact>
        <Fact name="Withdrawn">
          {withdrawn === 0 ? 'Nothing was planned' : counted(withdrawn, 'planned change', 'planned changes')}
        </Fact>
        {earlier > 0 && (
          <Fact name="Before this">
            {counted(earlier, 'restore', 'restores')} that nobody looked at; what needs a look is listed below
          </Fact>
        )}
      </Facts>
    </Section>
  );
}

/** How far a journal of the replaced file could be read. @param unknown What is not known of the rest. */
function readWords({ reading, upTo, of }: ChainRead, unknown: string, since: string): string {
  switch (reading) {
    case 'whole':
      return 'Read to its end';
    case 'in-part':
      return `Read up to entry ${format.count(upTo)}${of === null ? '' : ` of ${format.count(of)}`}. ${unknown} after that is not known.`;
    case 'unreadable':
      return `Could not be read. ${unknown} ${since} is not known.`;
    case 'apart':
      return 'Does not continue the backup’s journal, so it was not carried over.';
  }
}
