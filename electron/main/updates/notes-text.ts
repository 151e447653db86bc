/** As long as is shown. */
const mostCharacters = 20_000;

/**
 * Release notes as plain text, whatever they were written in: tags are taken out, the marks of Markdown too, links keep their
 * words. What is left is shown as text, never as markup.
 */
export const notesText = (notes: string): string =>
  withoutMarkdown(withoutTags(notes))
    // Control characters and marks that turn the direction of writing would let a text look like another one.
    .replaceAll(/[[\p{Cc}\p{Cf}]--\n]/gv, '')
    .replaceAll(/[ \t]+\n/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
    .slice(0, mostCharacters);

const withoutTags = (text: string): string =>
  text
    .replaceAll('\r\n', '\n')
    .replaceAll(/<(script|style)\b[^>]*>[\s\S]*?<\/\1\s*>/gi, '')
    .replaceAll(/<li\b[^>]*>/gi, '- ')
    .replaceAll(/<(?:br|\/p|\/h[1-6]|\/li|\/ul|\/ol|\/div)\b[^>]*>/gi, '\n')
    .replaceAll(/<\/?[a-z!][^>]*>/gi, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');

const withoutMarkdown = (text: string): string =>
  text
    .replaceAll(/!?\[([^\]\n]*)\]\([^)\n]*\)/g, '$1')
    .replaceAll(/^#{1,6}[ \t]+/gm, '')
    .replaceAll(/^[ \t]*[*+][ \t]+/gm, '- ')
    .replaceAll(/(\*\*|__|`)(.+?)\1/g, '$2');
