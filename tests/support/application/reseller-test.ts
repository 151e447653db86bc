import { test as base } from './namedesk-test.ts';
import { type Reseller, startReseller } from './reseller.ts';

/** A test against the real application with a service outside of it, which ends with the test. */
export const test = base.extend<{ readonly reseller: Reseller }>({
  reseller: async ({}, lend) => {
    const reseller = await startReseller();
    await lend(reseller);
    await reseller.service.stop();
  },
});

export { expect } from './namedesk-test.ts';
