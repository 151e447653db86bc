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
