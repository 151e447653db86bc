import { Button } from '@mantine/core';
import { IconFileDots, IconFileTextShield } from '@tabler/icons-react';
import type { CodeSaving } from '#shared/domain/code.ts';
import { useCopy } from '../../search/use-copy.ts';
import css from './saving.module.css';
import { hasFile, openCommand } from './saving-words.ts';

/** Where the codes are, and how they are read again: with any tool for the age format, and the passphrase. */
export function TheFile({ saving }: { readonly saving: CodeSaving }) {
  const copy = useCopy();
  const { path, state } = saving;
  if (state === 'running')
    return (
      <section className={css['file']} aria-label="The file">
        <IconFileDots className={css['fileIcon']} size={20} stroke={1.5} aria-hidden />
        <div className={css['fileWords']}>
          <p className={`mono selectable ${css['path'] ?? ''}`}>{path}</p>
          <p className={css['quiet']}>
            It stands there once it is complete. Nothing of it is on disk in clear.
          </p>
        </div>
      </section>
    );
  if (!hasFile(saving)) return null;
  const command = openCommand(path, navigator.userAgent.includes('Windows'));
  return (
    <section className={css['file']} aria-label="The file">
      <IconFileTextShield className={css['fileIcon']} size={20} stroke={1.5} aria-hidden />
      <div className={css['fileWords']}>
        <p className={css['command']}>
          <span className={`mono selectable ${css['path'] ?? ''}`}>{path}</span>
          <Button variant="subtle" size="compact-sm" onClick={() => copy([path])}>
            Copy the path
          </Button>
        </p>
        <p className={css['command']}>
          <code className="mono selectable">{command}</code>
          <Button variant="subtle" size="compact-sm" onClick={() => copy([command])}>
            Copy the command
          </Button>
        </p>
        <p className={css['small']}>
          Any age tool opens it: with your passphrase it prints a table (CSV) of domain, code and what came.
          Without the passphrase nobody can read it, Namedesk neither.
        </p>
      </div>
    </section>
  );
}
