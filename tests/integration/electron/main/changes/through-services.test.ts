import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Services } from '../../../../../electron/main/app/services.ts';
import { openServices } from '../../../../support/services/open-services.ts';
import { type ADirectory, aDirectory, valueOf } from '../../../../support/workspace/a-workspace.ts';

const domain = 'harbour-books.com';

let directory: ADirectory;
let services: Services;
beforeEach(async () => {
  directory = aDirectory();
  services = await openServices(directory.path);
});
afterEach(async () => {
  await services.close();
  directory.remove();
});

describe('the application as it is put together', () => {
  it('changes a domain of the practice account, and the portfolio knows', async () => {
    const { changes, portfolio, accounts } = services;
    const { id: accountId } = valueOf(await accounts.addPractice());
    valueOf(await portfolio.add(accountId, domain, [], 'typed'));
    await changes.recover();
    const review = valueOf(await changes.prepare(accountId, domain, { kind: 'lock', state: 'unlocked' }));
    expect(review).toMatchObject({ isPractice: true, domain, kind: 'lock' });
    const consent = { typedName: null, premiumAccepted: false, typedLimit: null };
    const { id } = valueOf(await changes.apply(review.reviewId, consent));
    await expect.poll(async () => valueOf(await changes.find(id)).change.state).toBe('confirmed');
    await expect
      .poll(async () => valueOf(await portfolio.find(accountId, domain)).lock)
      .toMatchObject({ value: 'unlocked', source: 'change' });
  });
});
