import type { RunningNamedesk } from '../support/application/launch-namedesk.ts';
import type { Reseller } from '../support/application/reseller.ts';

/** The domains of the practice service's own account, as a person types them. */
export const names = [
  'harbour-books.com',
  'harbour-books.net',
  'lindenhof-garten.de',
  'bäckerei-schmidt.de',
  'northwind-cycles.co.uk',
  'cape-coffee.co.za',
  'sunstone-surf.com.au',
  'quiet-harbor.org',
  'orbit-hosting.net',
  'paperplane.studio',
  'oakline.io',
  'old-lighthouse.info',
];

/** Enters when each domain expires, as a person who has the dates from the provider's own pages. */
export const tellExpiries = (
  { page }: RunningNamedesk,
  accountId: string,
  { service }: Reseller,
): Promise<void> =>
  page.evaluate(
    async (all) => {
      for (const each of all) {
        const saved = await window.namedesk.request.domains.setExpiry(each);
        if (!saved.ok) throw new Error(JSON.stringify(saved.error));
      }
    },
    service.domains().map(({ name, expiryOn }) => ({ accountId, domain: name, expiresOn: expiryOn })),
  );
