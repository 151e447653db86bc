import { assertNever } from '../assert-never.ts';
import type { AppError, KeychainFault, StorageFault } from '../app-error.ts';
import { changeSentences, isChangeError } from './change-error-sentences.ts';
import { type ErrorSentences, nothingChanged, type Remedy } from './sentence.ts';
import { isServiceError, serviceSentences } from './service-sentences.ts';

/** The sentences for a failure. Closed over `AppError`: a new kind does not compile until it has its own. */
export function sentencesFor(error: AppError): ErrorSentences {
  if (isServiceError(error)) return serviceSentences(error);
  if (isChangeError(error)) return changeSentences(error);
  switch (error.kind) {
    case 'invalid-input':
      return said(sentence(error.reason), 'Correct it and try again.', []);
    case 'no-account':
      return said('There is no account to ask with.', 'Add an account, or take the practice account.', [
        'add-account',
      ]);
    case 'no-key':
      return said('This account has no API key.', 'Enter the key once; the keychain keeps it.', [
        'enter-key',
      ]);
    case 'keychain':
      return keychainSentences(error.fault);
    case 'storage':
      return storageSentences(error.fault);
    case 'cancelled':
      return said('This was stopped before it ended.', 'Ask again whenever you like.', ['try-again']);
    case 'bug':
      return said(
        `This is a mistake in Namedesk, kept in its log as incident ${error.incidentId}.`,
        'Try again. If it comes back, report the incident number.',
        ['try-again'],
      );
    default:
      return assertNever(error);
  }
}

const said = (happened: string, next: string, remedies: readonly Remedy[]): ErrorSentences => ({
  happened,
  changed: nothingChanged,
  next,
  remedies,
});

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

function keychainSentences(fault: KeychainFault): ErrorSentences {
  const [happened, next] = keychainWords[fault];
  return said(happened, next, ['try-again', 'keep-in-memory']);
}

const keychainWords: Readonly<Record<KeychainFault, readonly [happened: string, next: string]>> = {
  'no-bus': [
    'The keychain cannot be reached: this session has no message bus (D-Bus).',
    'Start Namedesk from a desktop session, or with dbus-run-session.',
  ],
  'no-service': [
    'This system has no keychain service running.',
    'Install and start one, such as GNOME Keyring or KWallet, then try again.',
  ],
  'no-collection': [
    'The keychain is there, but has no default keyring to keep a key in.',
    'Create a default keyring in your system’s password manager, then try again.',
  ],
  locked: [
    'The keychain is locked, and its request to unlock it could not be shown.',
    'Unlock it in your system’s password manager, then try again.',
  ],
  'no-answer': [
    'The keychain did not answer within three seconds.',
    'It may be waiting for you in another window. Answer it there, or restart the keychain service, then try again.',
  ],
  denied: [
    'The keychain refused: access was denied.',
    'Allow Namedesk in your system’s password manager, then try again.',
  ],
};

function storageSentences(fault: StorageFault): ErrorSentences {
  const [happened, next] = storageWords[fault];
  return said(happened, next, ['try-again']);
}

const storageWords: Readonly<Record<StorageFault, readonly [happened: string, next: string]>> = {
  full: ['The disk is full, so this could not be kept.', 'Free some space, then try again.'],
  'read-only': [
    'The workspace cannot be written to.',
    'Check the permissions of the workspace folder; Settings shows where it is.',
  ],
  'newer-version': [
    'The workspace was written by a newer Namedesk.',
    'Use that version, or open another workspace.',
  ],
  damaged: [
    'The workspace file is damaged. It was set aside, not deleted.',
    'Restart Namedesk; it says what could be restored.',
  ],
  busy: [
    'The workspace is in use by another Namedesk, such as a command line.',
    'It opens by itself as soon as that one has ended.',
  ],
};
