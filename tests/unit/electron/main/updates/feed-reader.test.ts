import { describe, expect, it } from 'vitest';
import { notesText } from '../../../../../electron/main/updates/feed-reader.ts';

describe('release notes', () => {
  it.each([
    ['plain text', 'Faster.\nQuieter.', 'Faster.\nQuieter.'],
    ['HTML', '<h2>New</h2><ul><li>One</li><li>Two &amp; three</li></ul>', 'New\n- One\n- Two & three'],
    ['scripts', 'a<script>alert(1)</script>b<style>x</style>', 'ab'],
    ['an image with a handler', '<img src=x onerror="alert(1)">Hello', 'Hello'],
    [
      'Markdown',
      '## New\n\n* **Faster** [look-ups](https://x.example)\n* `age`',
      'New\n\n- Faster look-ups\n- age',
    ],
    ['marks that turn the writing round', 'a\u202Eb\u0007c\u200Dd', 'abcd'],
    ['empty lines without end', `a${'\n'.repeat(50)}b`, 'a\n\nb'],
    ['Windows lines', 'a\r\nb', 'a\nb'],
  ])('come out of %s as plain text', (_name, notes, text) => {
    expect(notesText(notes)).toBe(text);
  });

  it('are no longer than is shown', () => {
    expect(notesText('x'.repeat(200_000))).toHaveLength(20_000);
  });
});
