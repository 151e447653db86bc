import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CspEvaluator } from 'csp_evaluator';
import { Severity } from 'csp_evaluator/dist/finding.js';
import { CspParser } from 'csp_evaluator/dist/parser.js';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  answerFrom,
  type AppFiles,
  codePageFiles,
  contentSecurityPolicy,
  keyPageFiles,
  mainPageFiles,
} from '../../../../../electron/main/windows/app-protocol.ts';

describe('app protocol', () => {
  let folder = '';
  let files: AppFiles = new Map();

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'namedesk-protocol-'));
    writeFileSync(join(folder, 'index.html'), '<meta name="csp-nonce" content="__CSP_NONCE__" />');
    writeFileSync(join(folder, 'main.js'), 'const place = "__CSP_NONCE__";');
    writeFileSync(join(folder, 'outside.js'), 'canary');
    files = new Map([
      ['/', { absolutePath: join(folder, 'index.html'), contentType: 'text/html; charset=utf-8' }],
      ['/assets/main.js', { absolutePath: join(folder, 'main.js'), contentType: 'text/javascript' }],
    ]);
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  const ask = (url: string, method = 'GET') => answerFrom('main', files)({ url, method });

  describe('the answer to an app:// request', () => {
    it('A3 carries a nonce of its own in the document and in the policy', async () => {
      const answers = [await ask('app://main/'), await ask('app://main/')];
      const nonces = answers.map(({ data, headers }) => {
        const nonce = /content="([\w-]{22})"/.exec(data.toString())?.[1] ?? 'none';
        expect(headers['content-security-policy']).toContain(`style-src 'self' 'nonce-${nonce}'`);
        return nonce;
      });
      expect(nonces[0]).not.toBe(nonces[1]);
    });

    it('gives a file as it is, with its type and no guessing', async () => {
      const answer = await ask('app://main/assets/main.js');
      expect(answer.data.toString()).toBe('const place = "__CSP_NONCE__";');
      expect(answer.headers['content-type']).toBe('text/javascript');
      expect(answer.headers['x-content-type-options']).toBe('nosniff');
    });

    it('takes no notice of what stands behind #, which never leaves the page', async () => {
      expect((await ask('app://main/#label/../%2e%2e')).statusCode).toBe(200);
    });

    it.each([
      ['a path that is not in the map', 'app://main/outside.js'],
      ['the document by its file name', 'app://main/index.html'],
      ['climbing', 'app://main/assets/../outside.js'],
      ['climbing, encoded', 'app://main/assets/%2e%2e/outside.js'],
      ['climbing that leads to a file of the map', 'app://main/x/../assets/main.js'],
      ['a path of the map, encoded', 'app://main/assets/main%2ejs'],
      ['a backslash', 'app://main/assets\\main.js'],
      ['a query', 'app://main/assets/main.js?x'],
      ['a file with NUL behind it', 'app://main/assets/main.js%00'],
      ['a UNC path', 'app://main//server/share/main.js'],
      ['an absolute path', 'app://main//etc/passwd'],
      ['another host', 'app://key/'],
      ['a host that begins like ours', 'app://main.evil/'],
      ['a user name before the host', 'app://main@evil/'],
      ['a port', 'app://main:80/'],
      ['another scheme', 'file:///etc/passwd'],
      ['a host in capitals', 'app://MAIN/'],
    ])('A2 is 404 for %s', async (_case, url) => {
      const answer = await ask(url);
      expect(answer.statusCode).toBe(404);
      expect(answer.data).toHaveLength(0);
    });

    it.each(['POST', 'HEAD', 'PUT', 'OPTIONS', 'get'])('A2 is 404 for %s', async (method) => {
      expect((await ask('app://main/', method)).statusCode).toBe(404);
    });

    it('A2 is 404 for each of 200 generated paths', async () => {
      const piece = fc.constantFrom(
        '..',
        '.',
        '%2e%2e',
        '%2E%2e',
        '%00',
        '\\',
        '%5c',
        '/',
        '//',
        '%2f',
        'assets',
        'main.js',
        'C:',
        '?',
        ';',
      );
      const path = fc.array(piece, { minLength: 1, maxLength: 8 }).map((pieces) => `/${pieces.join('/')}`);
      const generated = path.filter((candidate) => !files.has(candidate));
      const property = fc.asyncProperty(generated, async (candidate) => {
        expect((await ask(`app://main${candidate}`)).statusCode).toBe(404);
      });
      await fc.assert(property, { numRuns: 200 });
    });
  });
});

describe('A3 the content security policy', () => {
  const directives = new Map(
    contentSecurityPolicy('abc')
      .split('; ')
      .map((directive) => {
        const [name = '', ...values] = directive.split(' ');
        return [name, values.join(' ')];
      }),
  );

  it.each([
    ['default-src', "'none'"],
    ['script-src', "'self'"],
    ['style-src', "'self' 'nonce-abc'"],
    ['img-src', "'self'"],
    ['font-src', "'self'"],
    ['base-uri', "'none'"],
    ['form-action', "'none'"],
    ['frame-ancestors', "'none'"],
    ['require-trusted-types-for', "'script'"],
    ['trusted-types', 'default'],
  ])('says %s %s', (name, value) => {
    expect(directives.get(name)).toBe(value);
  });

  it('gives a checker of policies nothing to complain of but that `self` is as good as our own files', async ({
    annotate,
  }) => {
    const findings = findingsOf(contentSecurityPolicy('0123456789abcdef'));
    expect(findings.filter(({ severity }) => severity < Severity.MEDIUM_MAYBE)).toEqual([]);
    expect(findings.map(({ directive, value }) => `${directive} ${value ?? ''}`)).toEqual([
      "script-src 'self'",
    ]);
    expect(findingsOf("script-src 'unsafe-inline'")[0]?.severity).toBe(Severity.HIGH);
    await annotate(`figure: csp_evaluator: ${findings.length} remark, 0 findings`);
  });

  it('says nothing else, and nothing unsafe', () => {
    expect(directives.size).toBe(10);
    expect(contentSecurityPolicy('abc')).not.toMatch(/unsafe|\*|https?:|data:|blob:/);
  });

  const findingsOf = (policy: string) => new CspEvaluator(new CspParser(policy).csp).evaluate();
});

describe('app files', () => {
  let folder = '';

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'namedesk-pages-'));
    mkdirSync(join(folder, 'assets'));
    const keyMarkup = '<script src="./assets/key-1.js"></script><link href="./assets/key-2.css">';
    const files = {
      'index.html': '',
      'key.html': keyMarkup,
      'code.html': '<script src="./assets/code-1.js"></script>',
      'notes.md': '',
      'assets/main-1.js': '',
      'assets/key-1.js': '',
      'assets/code-1.js': '',
    };
    for (const [path, text] of Object.entries({ ...files, 'assets/key-2.css': '', 'assets/inter.woff2': '' }))
      writeFileSync(join(folder, path), text);
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  describe('A2 the map of files', () => {
    it('of the main page has what was built, its document at /, without the pages of other windows and unknown kinds of files', () => {
      const paths = [...mainPageFiles(folder).keys()].sort();
      expect(paths).toEqual([
        '/',
        '/assets/code-1.js',
        '/assets/inter.woff2',
        '/assets/key-1.js',
        '/assets/key-2.css',
        '/assets/main-1.js',
      ]);
    });

    it('of the key page has its document, what the markup names, and the faces', () => {
      const paths = [...keyPageFiles(folder).keys()].sort();
      expect(paths).toEqual(['/', '/assets/inter.woff2', '/assets/key-1.js', '/assets/key-2.css']);
    });

    it('of the code page has its document, what the markup names, and the faces', () => {
      const paths = [...codePageFiles(folder).keys()].sort();
      expect(paths).toEqual(['/', '/assets/code-1.js', '/assets/inter.woff2']);
    });

    it('knows where each file is and what it is', () => {
      expect(mainPageFiles(folder).get('/assets/main-1.js')).toEqual({
        absolutePath: join(folder, 'assets/main-1.js'),
        contentType: 'text/javascript; charset=utf-8',
      });
    });
  });
});
