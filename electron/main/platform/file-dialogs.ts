import { type BrowserWindow, dialog } from 'electron';

/** Asks for a file with names; its path, or null where the dialog was closed without one. */
export const createAskForFile = (parent: BrowserWindow) => async (): Promise<string | null> => {
  const { canceled, filePaths } = await dialog.showOpenDialog(parent, {
    title: 'Open a list of names',
    properties: ['openFile'],
    filters: [
      { name: 'Lists and tables', extensions: ['txt', 'csv', 'tsv', 'xlsx'] },
      { name: 'All files', extensions: ['*'] },
    ],
  });
  return canceled ? null : (filePaths[0] ?? null);
};

/** Asks where a file is to be put; its path with the format's ending, or null where the dialog was closed. */
export const createAskWhereTo =
  (parent: BrowserWindow) =>
  async (suggestedName: string, ending: string): Promise<string | null> => {
    const { canceled, filePath } = await dialog.showSaveDialog(parent, {
      title: 'Export',
      defaultPath: `${suggestedName}.${ending}`,
      filters: [{ name: ending.toUpperCase(), extensions: [ending] }],
    });
    if (canceled || filePath === '') return null;
    return filePath;
  };
