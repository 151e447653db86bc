import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { createOpenLink } from '../../../../../electron/main/windows/links.ts';

const ids = ['registration-lookup', 'international-names'];

it.each(ids)('A7 opens the link %s, over https', async (id) => {
  const openExternal = vi.fn<(url: string) => Promise<void>>(() => Promise.resolve());
  expect(await createOpenLink(openExternal)(id)).toMatchObject({ ok: true });
  expect(openExternal.mock.calls).toEqual([[expect.stringMatching(/^https:\/\//)]]);
});

it('A7 opens nothing for 10,000 other ids and addresses', async ({ annotate }) => {
  const openExternal = vi.fn<(url: string) => Promise<void>>(() => Promise.resolve());
  const openLink = createOpenLink(openExternal);
  const special = fc.constantFrom(
    '__proto__',
    'constructor',
    'toString',
    'file:///etc/passwd',
    'javascript:1',
    'Registration-Lookup',
    'registration-lookup ',
  );
  const other = fc.oneof(fc.webUrl(), fc.string(), special).filter((id) => !ids.includes(id));
  const property = fc.asyncProperty(other, async (id) => {
    expect(await openLink(id)).toMatchObject({ ok: false, error: { kind: 'invalid-input' } });
  });
  await fc.assert(property, { numRuns: 10_000 });
  expect(openExternal).not.toHaveBeenCalled();
  await annotate('figure: 10,000 ids and addresses, 0 opened');
});
