import { app } from 'electron';

/** The name that the command line wants looked up, handed over once. */
export function requestFromOutside(): { readonly text: string | null; readonly take: () => string | null } {
  const text = app.commandLine.getSwitchValue('namedesk-first-look-up') || null;
  let left = text;
  return {
    text,
    take() {
      const taken = left;
      left = null;
      return taken;
    },
  };
}
