/** The purpose for which a transfer code is requested: the clipboard, the code window, or an encrypted file. */
export const requestActions = ['copy', 'reveal', 'save'] as const;

/**
 * What is done with a transfer code. Without a request to the service: `copy-shown`, the code shown in the code window
 * was copied; `show-saved`, a code from an encrypted file was shown there.
 */
export const codeActions = [...requestActions, 'copy-shown', 'show-saved'] as const;

/** In what many codes are saved: for age tools, or as a page that any browser opens. The ending of the file says which. */
export const codeFormats = ['age', 'html'] as const;
export const isCodePage = (path: string): boolean => /\.html$/i.test(path);

/**
 * The outcome of requesting a code. `emailed`: the service said that it was sent to the registrant. `unclear`: an
 * answer without a recognisable code. `no-answer`: requested, without a complete answer; `not-sent`: not a byte left.
 */
export const codeOutcomes = ['code', 'emailed', 'refused', 'unclear', 'no-answer', 'not-sent'] as const;
