import { Button, NativeSelect } from '@mantine/core';
import type { Change } from '#shared/domain/change.ts';
import type { Domain } from '#shared/domain/portfolio.ts';
import { useStore } from 'zustand';
import { useStores } from '../../../app-stores.ts';
import { Age } from '../../../components/Age.tsx';
import { Fact, Facts, Section } from '../../../components/Section.tsx';
import { format } from '../../../lib/format.ts';
import { valueOf } from '../../../lib/remote.ts';
import { askVerb, yearsText } from '../../change/ask-words.ts';
import { ChangeFlow, useChange } from '../../change/ChangeFlow.tsx';
import { DraftNote } from '../../change/draft/DraftNote.tsx';
import { editorsOf, useEditor, useForgetWhenDone } from '../../change/draft/editors.ts';
import { isBusy } from '../../change/flow-state.ts';
import { Hindrance } from '../../change/Hindrance.tsx';
import { KnownAge } from '../../change/KnownAge.tsx';
import { LastChange } from '../../change/LastChange.tsx';
import { useLastIfKnown } from '../../change/last-changes.ts';
import { Addons } from './Addons.tsx';
import css from './renew.module.css';
import { emptyForm, periods, readForm } from './renew-form.ts';

interface Props {
  readonly domain: Domain;
}

const createEditors = editorsOf('renew', readForm);

/** Renews a domain: for how long, with what there is to pay with, and what became of the last attempt beside the button. */
export function RenewTab({ domain }: Props) {
  const flow = useChange(domain, 'renew');
  const state = useStore(flow);
  const editor = useEditor(createEditors, domain);
  const last = useLastIfKnown(domain.accountId, domain.name, 'renew');
  useForgetWhenDone(flow, editor);
  const form = editor.state.typed ?? emptyForm;

  return (
    <Section title="Renew">
      <div className={css['tab']}>
        <Hindrance accountId={domain.accountId} />
        <ChangeFlow flow={flow} />
        <Known domain={domain} />
        <NativeSelect
          label="For"
          className={css['period'] ?? ''}
          data={periods.map((years) => ({ value: String(years), label: yearsText(years) }))}
          value={String(form.periodYears)}
          onChange={(event) =>
            editor.actions.type({ ...form, periodYears: Number(event.currentTarget.value) })
          }
        />
        <Addons addons={form.addons} onChange={(addons) => editor.actions.type({ ...form, addons })} />
        <DraftNote state={editor.state} />
        <div className={css['end']}>
          <Button disabled={isBusy(state)} onClick={() => flow.actions.begin({ kind: 'renew', ...form })}>
            {askVerb({ kind: 'renew', ...form })}…
          </Button>
          {editor.state.typed !== null && (
            <Button variant="default" onClick={editor.actions.reset}>
              Reset
            </Button>
          )}
          <LastAttempt last={last} />
        </div>
        <p className={css['quiet']}>
          The API answers no new expiry with a renewal, and has nothing to prove it by: a sync may tell the
          expiry afterwards. Limits of the period are the registry’s.
        </p>
      </div>
    </Section>
  );
}

/** C11: what became of the last one; that there was none is said only where that is known. */
function LastAttempt({ last }: { readonly last: Change | null | undefined }) {
  if (last === undefined) return <span className={css['quiet']}>The last renewal is not known yet</span>;
  if (last === null) return <span className={css['quiet']}>No renewal from this computer yet</span>;
  return <LastChange change={last} />;
}

/** What is known before one renews. The price is in the review, if the service gave one. */
function Known({ domain: { expiresOn } }: Props) {
  const credit = useStore(useStores().status, (state) => valueOf(state.status)?.credit ?? null);
  return (
    <Facts>
      <Fact name="Expires">
        {expiresOn === null ? (
          'not known'
        ) : (
          <>
            <time dateTime={expiresOn.value}>{format.day(`${expiresOn.value}T12:00:00`)}</time>,{' '}
            <KnownAge {...expiresOn} />
          </>
        )}
      </Fact>
      <Fact name="Credit now">
        {credit === null ? (
          'not read'
        ) : (
          <>
            <span className="figures">{credit.amount}</span>, read <Age at={credit.readAt} />
          </>
        )}
      </Fact>
    </Facts>
  );
}
