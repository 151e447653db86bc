import { Button, Select } from '@mantine/core';
import { IconCopy, IconDeviceFloppy, IconFileCheck, IconRefresh, IconUsers } from '@tabler/icons-react';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { bundleText, type Deviation, deviationText } from '#shared/domain/diagnostics.ts';
import { sentencesFor } from '#shared/error-sentences.ts';
import type { Output } from '#shared/routes.ts';
import { useStores } from '../app-stores.ts';
import { type AccountList, valueOf } from '../bridge.ts';
import { counted, format } from '../ui/Formats.tsx';
import { createReading } from '../ui/live-collection.ts';
import { Awaited, BackTo } from '../ui/PageParts.tsx';
import { EmptyState, ErrorState } from '../ui/States.tsx';
import css from './diagnostics.module.css';

interface Props {
  readonly title: string;
  /** What is on the page, in one line. */
  readonly purpose: string;
  /** Actions on the whole page, to the right of the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A subpage of the settings: back link, title, actions and content. */
export function DiagnosticsPage({ title, purpose, actions, children }: Props) {
  const { route } = useStores();
  return (
    <div className={css['screen']}>
      <div className={css['page']}>
        <header>
          <div className={css['head']}>
            <BackTo
              label="Back to the settings"
              onClick={() => route.actions.goToSettings({ kind: 'all' })}
            />
            <h1 className={css['title']}>{title}</h1>
            {actions}
          </div>
          <p className={css['purpose']}>{purpose}</p>
        </header>
        {children}
      </div>
    </div>
  );
}

type Bundle = Output<'diagnostics', 'bundle'>;

/** The complete diagnostics bundle, to be read before it is shared. */
export function BundlePage() {
  const { bridge } = useStores();
  const [reading] = useState(() => createReading(() => bridge.request.diagnostics.bundle({})));
  const remote = useStore(reading);
  useEffect(() => void reading.read(), [reading]);
  const bundle = valueOf(remote);
  return (
    <DiagnosticsPage
      title="Support bundle"
      purpose="For whoever helps you. Read it first: this is all of it, and exactly this is saved. Nothing of it leaves this computer by itself."
      actions={bundle !== null && <Actions bundle={bundle} gather={() => void reading.read()} />}
    >
      {remote.status === 'failed' && (
        <ErrorState error={remote.error} remedies={{ 'try-again': () => void reading.read() }} />
      )}
      {bundle === null && remote.status === 'loading' && <Awaited>Putting it together…</Awaited>}
      {bundle?.parts.map(({ name, text }) => (
        <section key={name} className={css['part']} aria-label={name}>
          <h2 className={css['partName']}>{name}</h2>
          {/* Focusable, so that a long line can be scrolled with the keyboard. */}
          <pre
            className={`${css['partText'] ?? ''} mono selectable`}
            tabIndex={0}
            aria-label={`Text of ${name}`}
          >
            {text}
          </pre>
        </section>
      ))}
    </DiagnosticsPage>
  );
}

function Actions({ bundle, gather }: { readonly bundle: Bundle; readonly gather: () => void }) {
  const { bridge, notices } = useStores();
  const copy = useCopyText();

  async function save(): Promise<void> {
    const saved = await bridge.request.diagnostics.saveBundle({ id: bundle.id });
    if (!saved.ok) notices.actions.say(sentencesFor(saved.error).happened, 'problem');
    else if (saved.value.path !== null) notices.actions.say(`Saved as ${saved.value.path}`);
  }

  return (
    <>
      <Button variant="subtle" leftSection={<IconRefresh size={14} aria-hidden />} onClick={gather}>
        Put together again
      </Button>
      <Button
        variant="default"
        leftSection={<IconCopy size={14} aria-hidden />}
        onClick={() => copy(bundleText(bundle.parts), 'the support bundle')}
      >
        Copy
      </Button>
      <Button leftSection={<IconDeviceFloppy size={14} aria-hidden />} onClick={() => void save()}>
        Save…
      </Button>
    </>
  );
}

/** Where an account's service deviates from the API document. Null: the active account's. */
export function DeviationsPage({ accountId }: { readonly accountId: string | null }) {
  const { accounts } = useStores();
  const known = useStore(accounts, (state) => valueOf(state.accounts));
  const [picked, setPicked] = useState(accountId);
  const all = known?.accounts ?? [];
  const id = picked ?? (known === null ? null : shownFirst(known));
  return (
    <DiagnosticsPage
      title="Where the service differs from the document"
      purpose="Namedesk reads these answers all the same. The list has paths and kinds alone, no values: you can send it to whoever runs the service."
    >
      {all.length > 1 && (
        <Select
          className={css['account'] ?? ''}
          label="Account"
          value={id}
          onChange={setPicked}
          data={all.map((account) => ({ value: account.id, label: account.label }))}
        />
      )}
      {id !== null && <OfAccount key={id} accountId={id} />}
      {id === null && known !== null && <NoAccount />}
    </DiagnosticsPage>
  );
}

const shownFirst = ({ activeId, accounts }: AccountList): string | null =>
  activeId ?? accounts[0]?.id ?? null;

function OfAccount({ accountId }: { readonly accountId: string }) {
  const { bridge } = useStores();
  const [reading] = useState(() => createReading(() => bridge.request.diagnostics.deviations({ accountId })));
  const remote = useStore(reading);
  useEffect(() => void reading.read(), [reading]);
  const deviations = valueOf(remote)?.deviations ?? null;
  return (
    <>
      {remote.status === 'failed' && (
        <ErrorState error={remote.error} remedies={{ 'try-again': () => void reading.read() }} />
      )}
      {remote.status === 'loading' && deviations === null && <Awaited>Reading what was noted…</Awaited>}
      {deviations?.length === 0 && <NoDeviations />}
      {deviations !== null && deviations.length > 0 && (
        <>
          <CopyDeviations deviations={deviations} />
          <DeviationTable deviations={deviations} />
        </>
      )}
    </>
  );
}

function NoAccount() {
  const { goToAccount } = useStores().route.actions;
  return (
    <EmptyState
      icon={<IconUsers size={24} stroke={1.5} />}
      title="No account yet"
      actions={<Button onClick={() => goToAccount(null, 'add')}>Add an account</Button>}
    >
      Whatever an account’s service answers is held against the API document.
    </EmptyState>
  );
}

const NoDeviations = () => (
  <EmptyState icon={<IconFileCheck size={24} stroke={1.5} />} title="Nothing differs so far">
    Every answer of this account’s service is held against the API document. What was asked so far came as it
    says there.
  </EmptyState>
);

/** In the order received: the most frequent first. */
const DeviationTable = ({ deviations }: { readonly deviations: readonly Deviation[] }) => (
  <table className={css['table']}>
    <thead>
      <tr>
        <th scope="col">Operation</th>
        <th scope="col">Where</th>
        <th scope="col">The document says</th>
        <th scope="col">The service says</th>
        <th scope="col" className={css['number']}>
          How often
        </th>
        <th scope="col">Last seen</th>
      </tr>
    </thead>
    <tbody>
      {deviations.map(({ operation, path, expected, seen, count, lastSeenAt }) => (
        <tr key={`${operation} ${path} ${expected} ${seen}`} className="selectable">
          <td>{operation}</td>
          {path === '' ? <td>The whole answer</td> : <td className="mono">{path}</td>}
          <td>{expected}</td>
          <td>{seen}</td>
          <td className={css['number']}>{format.count(count)}</td>
          <td>
            <time dateTime={lastSeenAt}>{format.instant(lastSeenAt)}</time>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

/** The number of deviations, and a button that copies them for a report. */
function CopyDeviations({ deviations }: { readonly deviations: readonly Deviation[] }) {
  const copy = useCopyText();
  const words = counted(deviations.length, 'difference', 'differences');
  return (
    <div className={css['filter']}>
      <span className={css['quiet']}>{words}, the most frequent first</span>
      <span className={css['gap']} />
      <Button
        variant="default"
        leftSection={<IconCopy size={14} aria-hidden />}
        onClick={() => copy(deviationText(deviations), words)}
      >
        Copy as text
      </Button>
    </div>
  );
}

/** In characters, as `clipboard.copyText` has it. */
const mostToCopy = 100_000;

/** Copies a text and names it in a notice. */
export function useCopyText(): (text: string, what: string) => void {
  const { bridge, notices } = useStores();
  return useCallback(
    (text, what) => {
      const { say } = notices.actions;
      if (text.length > mostToCopy) {
        say('That is too much to copy at once', 'problem');
        return;
      }
      void bridge.request.clipboard.copyText({ text }).then((result) => {
        if (result.ok) say(`Copied ${what}`);
        else say(sentencesFor(result.error).happened, 'problem');
      });
    },
    [bridge, notices],
  );
}
