import { Button } from '@mantine/core';
import { IconCopy, IconDeviceFloppy, IconRefresh } from '@tabler/icons-react';
import type { Output } from '#shared/ipc/types.ts';
import { bundleText } from '#shared/words/bundle-text.ts';
import { sentencesFor } from '#shared/words/error-sentences.ts';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useStores } from '../../../app-stores.ts';
import { Awaited } from '../../../components/Awaited.tsx';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { valueOf } from '../../../lib/remote.ts';
import css from './diagnostics.module.css';
import { DiagnosticsPage } from './DiagnosticsPage.tsx';
import { createReading } from './reading.ts';
import { useCopyText } from './use-copy-text.ts';

type Bundle = Output<'diagnostics', 'bundle'>;

/** Everything that would be handed on, to be read before it is. */
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
      actions={bundle !== null && <Deeds bundle={bundle} gather={() => void reading.read()} />}
    >
      {remote.status === 'failed' && (
        <ErrorState error={remote.error} remedies={{ 'try-again': () => void reading.read() }} />
      )}
      {bundle === null && remote.status === 'loading' && <Awaited>Putting it together…</Awaited>}
      {bundle?.parts.map(({ name, text }) => (
        <section key={name} className={css['part']} aria-label={name}>
          <h2 className={css['partName']}>{name}</h2>
          {/* A long line can be scrolled to by keys too. */}
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

function Deeds({ bundle, gather }: { readonly bundle: Bundle; readonly gather: () => void }) {
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
