import type { LogLine } from '#shared/domain/diagnostics.ts';

type Fields = LogLine['fields'];
type Say = (fields: Fields) => string;

const word = (fields: Fields, name: string): string => String(fields[name] ?? 'unknown').replaceAll('-', ' ');

const kinds: Readonly<Record<string, string>> = {
  register: 'A registration',
  renew: 'A renewal',
  contacts: 'A change of contacts',
  lock: 'A change of the registrar lock',
  nameservers: 'A change of nameservers',
  'child-register': 'A new child nameserver',
  'child-modify': 'A change of a child nameserver',
  'child-delete': 'The removal of a child nameserver',
  sync: 'A sync',
};

const kind = (fields: Fields): string => kinds[String(fields['what'])] ?? 'A change';

const outcomes: Readonly<Record<string, string>> = {
  code: 'and came',
  emailed: 'and was e-mailed to the registrant',
  refused: 'and the service refused it',
  unclear: 'and the answer was unclear',
  'no-answer': 'and no answer came',
  'not-sent': 'and nothing was sent',
  'not-asked': 'and nothing was asked',
};

const deeds: Readonly<Record<string, string>> = {
  copy: 'to copy it',
  reveal: 'to show it',
  save: 'for a file',
};

const reason = (fields: Fields): string =>
  fields['why'] === undefined || fields['why'] === 'none' ? '' : ` (${word(fields, 'why')})`;

const connections: Readonly<Record<string, string>> = {
  unknown: 'The service was not asked yet',
  online: 'The service answers',
  offline: 'The service cannot be reached',
  refused: 'The service refuses the login',
  'no-key': 'The account has no key',
};

/** What each event of the log means, in words. A test holds it against the list of events that main can write. */
export const eventWords: Readonly<Record<string, Say>> = {
  'app.started': (fields) => `Namedesk ${word(fields, 'app')} was started`,
  'app.stopped': () => 'Namedesk was closed',
  'ipc.refused': (fields) => `A request of the page was refused (${word(fields, 'guard')})`,
  'keychain.failed': (fields) => `The keychain did not answer (${word(fields, 'fault')})`,
  'storage.opened': () => 'The workspace was opened',
  'storage.failed': (fields) => `The workspace could not be opened (${word(fields, 'fault')})`,
  'storage.set-aside': () => 'The workspace was damaged and was set aside',
  'storage.restored': () => 'The workspace was restored from a backup, not acknowledged yet',
  'storage.acknowledged': () => 'The restore was acknowledged',
  'connection.changed': (fields) =>
    `${connections[String(fields['connection'])] ?? 'The connection changed'}${reason(fields)}`,
  'change.moved': (fields) => `${kind(fields)}: ${word(fields, 'state')}`,
  'change.uncertain': (fields) => `${kind(fields)} may or may not have happened`,
  'code.taken': (fields) =>
    `A transfer code was asked for ${deeds[String(fields['deed'])] ?? ''} ${outcomes[String(fields['outcome'])] ?? ''}`.trim(),
  'codes.saved': (fields) => `Codes were saved to a file: ${word(fields, 'state')}`,
  'backup.made': (fields) => `A backup was made (${word(fields, 'reason')})`,
  'backup.failed': (fields) => `No backup could be made (${word(fields, 'fault')})`,
  'update.moved': (fields) => `Updates: ${word(fields, 'status')}`,
  'update.failed': (fields) => `An update came to nothing (${word(fields, 'fault')})`,
  'practice.started': () => 'The practice service was started',
  bug: (fields) => `A mistake in Namedesk, incident ${String(fields['incidentId'] ?? 'without a number')}`,
};

/** One line in words; an event that this version does not know under its own name. */
export const wordsOf = ({ event, fields }: Pick<LogLine, 'event' | 'fields'>): string =>
  eventWords[event]?.(fields) ?? event;
