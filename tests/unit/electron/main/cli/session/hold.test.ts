import { describe, expect, it } from 'vitest';
import type { AppError } from '#shared/app-error.ts';
import type { Session } from '#shared/domain/session.ts';
import { heldBy } from '../../../../../../electron/main/cli/session/hold.ts';

const going = new AbortController().signal;
const ended = AbortSignal.abort();
const patient = { isImpatient: false };
const aSession = (state: Session['state'], waitingFor: AppError | null = null): Session =>
  ({ state, waitingFor }) as Session; // nothing else is looked at

const offline: AppError = { kind: 'unreachable', why: 'offline' };
const refused = (why: 'server' | 'rate' | 'credentials'): AppError => ({
  kind: 'refused',
  why,
  status: 500,
  said: '',
});
const unreadable: AppError = { kind: 'unreadable', status: 200, why: 'not-json' };
const anHourMs = 3_600_000;

describe('a command line leaves its session', () => {
  it.each([
    ['when it is asked to end', aSession('running'), patient, 0, ended, 'ending'],
    ['when somebody else paused it', aSession('paused'), patient, 0, going, 'elsewhere'],
    [
      'at once when the key is refused',
      aSession('waiting', refused('credentials')),
      patient,
      0,
      going,
      'error',
    ],
    [
      'at once when the disk is full',
      aSession('waiting', { kind: 'storage', fault: 'full' }),
      patient,
      0,
      going,
      'error',
    ],
    [
      'at once without the network when it may not wait',
      aSession('waiting', offline),
      { isImpatient: true },
      0,
      going,
      'error',
    ],
    ['after a minute of errors', aSession('waiting', refused('server')), patient, 60_001, going, 'error'],
    [
      'after a minute of what nobody can read',
      aSession('waiting', unreadable),
      patient,
      60_001,
      going,
      'error',
    ],
  ])('%s', (_case, session, asked, waitedMs, ending, kind) => {
    expect(heldBy(session, asked, waitedMs, ending)?.kind).toBe(kind);
  });

  it.each([
    ['while it runs, however long', aSession('running'), anHourMs],
    ['without the network, however long', aSession('waiting', offline), anHourMs],
    ['where the service asks for a slower pace', aSession('waiting', refused('rate')), anHourMs],
    ['within the first minute of errors', aSession('waiting', refused('server')), 59_000],
  ])('not %s', (_case, session, waitedMs) => {
    expect(heldBy(session, patient, waitedMs, going)).toBeNull();
  });
});
