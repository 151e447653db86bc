import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build, type Rolldown } from 'vite';

// Made while the application is built: its bundle has the text alone (scripts/lib/code-page.mjs). From a checkout it is made when a
// page is written.

const page = fileURLToPath(new URL('../../../../renderer/', import.meta.url));

async function made(): Promise<string> {
  const [output] = [
    await build({
      configFile: false,
      logLevel: 'warn',
      root: page,
      build: {
        write: false,
        minify: true,
        lib: { entry: 'src/code-file/code-file.ts', formats: ['iife'], name: 'codeFile' },
        rolldownOptions: { output: { comments: false } },
      },
    }),
  ].flat() as readonly Rolldown.RolldownOutput[]; // It is not watched.
  const files = output?.output ?? [];
  const script = files.flatMap((file) => (file.type === 'chunk' ? [file.code] : [])).join('');
  const style = files.flatMap((file) => (file.type === 'asset' ? [String(file.source)] : [])).join('');
  const modules = files.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
  if (/<\/|<!--|\r/.test(script) || /<\/|\r/.test(style))
    throw new Error('A browser would end the page early');
  const head = [
    `<meta http-equiv="Content-Security-Policy" content="${policyOf(script, style)}" />`,
    `<style>${style}</style>`,
    `<script>${script}</script>`,
  ].join('\n    ');
  return readFileSync(`${page}code-file.html`, 'utf8')
    .replace(/<link rel="stylesheet".*\n.*<script type="module".*/, () => head)
    .replace(
      / *<\/body>\s*<\/html>\s*$/,
      () => `${licencesOf(modules)}<script type="application/age" id="file">\n`,
    );
}

const policyOf = (script: string, style: string): string =>
  [
    "default-src 'none'",
    `script-src ${digestOf(script)}`,
    `style-src ${digestOf(style)}`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ');

const digestOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Of the packages whose code is in the page, which goes to people who have no other file of ours. */
function licencesOf(modules: readonly string[]): string {
  const folders = modules.map((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+\//.exec(id)?.[0] ?? '');
  const texts = [...new Set(folders)]
    .filter((folder) => folder !== '')
    .map((folder) => readFileSync(`${folder}LICENSE`, 'utf8'));
  return `<!--\n${texts.join('\n')}-->\n`;
}

/**
 * The page that asks for the passphrase of a file of codes in a browser, up to where the file begins in it. It stands alone: its
 * styles, its script with the library that decrypts, and a policy that lets it run these two and ask for nothing.
 */
export const codePage = await made();
