import type { RunningNamedesk } from './launch-namedesk.ts';

/** What a person would choose in the system's own dialogs; one that is not named is closed without a choice. */
export interface Choices {
  readonly open?: string;
  readonly save?: string;
}

/** Answers the system's dialogs from now on: they are not the application's, and nothing can click in them. */
export const answerDialogs = ({ app }: RunningNamedesk, choices: Choices): Promise<void> =>
  app.evaluate(({ dialog }, { open, save }) => {
    dialog.showOpenDialog = () =>
      Promise.resolve({ canceled: open === undefined, filePaths: open === undefined ? [] : [open] });
    dialog.showSaveDialog = () => Promise.resolve({ canceled: save === undefined, filePath: save ?? '' });
  }, choices);
