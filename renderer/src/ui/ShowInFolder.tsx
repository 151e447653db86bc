import { Button, type ButtonProps } from '@mantine/core';
import { useStores } from '../app-stores.ts';
import { showingInFolder } from './copy.ts';

// Apart from the dialogs: the shell shows it, and would load them with it.

/** Shows a file that was written in its folder, with the system's file manager. */
export function ShowInFolder({ path, ...button }: { readonly path: string } & ButtonProps) {
  const { label, act } = showingInFolder(useStores(), path);
  return (
    <Button {...button} onClick={act}>
      {label}
    </Button>
  );
}
