import { expect, it, vi } from 'vitest';
import { createEmit } from '../../../../../electron/main/app/events.ts';
import { aListeningLog } from '../../../../support/ipc/listening-log.ts';

const searchId = '1f7d4f8e-9d0c-4b1e-8a44-0d7f0f3c5a11';

it('A12 tells the page what the event’s schema names, and leaves the rest behind', () => {
  const send = vi.fn();
  const announce = createEmit(() => ({ send }), aListeningLog().log);
  announce('search.finished', { searchId, failures: [], cancelled: false, ...{ apiKey: 'canary' } });
  expect(send).toHaveBeenCalledExactlyOnceWith('namedesk-event:search.finished', {
    searchId,
    failures: [],
    cancelled: false,
  });
});

it('does not send what is outside its schema, and logs that as a bug', () => {
  const send = vi.fn();
  const { log, bugs } = aListeningLog();
  createEmit(() => ({ send }), log)('search.finished', { searchId: 'x', failures: [], cancelled: false });
  expect(send).not.toHaveBeenCalled();
  expect(bugs).toHaveLength(1);
});

it('is silent without a window', () => {
  const { log, bugs } = aListeningLog();
  createEmit(() => null, log)('accounts.changed', {});
  expect(bugs).toEqual([]);
});
