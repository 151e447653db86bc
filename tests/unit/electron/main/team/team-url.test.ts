import { createHash, createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Secret } from '../../../../../electron/main/system/secret.ts';
import { newPassword, scramVerifier } from '../../../../../electron/main/team/scram.ts';
import { isLoopback, parseTeamUrl, textOfTeamUrl } from '../../../../../electron/main/team/team-url.ts';

describe('the address of a team', () => {
  it.each([
    ['postgresql://db.example:6432/acme', { host: 'db.example', port: 6432, database: 'acme' }],
    ['postgres://db.example/acme', { host: 'db.example', port: 5432, database: 'acme' }],
    ['postgresql://[::1]:5432/acme', { host: '::1', port: 5432, database: 'acme' }],
    ['postgresql://db.example/our%20team', { host: 'db.example', port: 5432, database: 'our team' }],
  ])('is %s', (text, url) => {
    expect(parseTeamUrl(text)).toEqual({ ok: true, value: url });
    expect(parseTeamUrl(textOfTeamUrl(url))).toEqual({ ok: true, value: url });
  });

  it.each([
    ['https://db.example/acme', 'form'],
    ['db.example', 'form'],
    ['postgresql://ada:secret@db.example/acme', 'password'],
    ['postgresql://ada@db.example/acme', '--user'],
    ['postgresql://db.example/acme?sslmode=disable', 'set in the address'],
    ['postgresql://db.example/', 'database'],
    ['postgresql:///acme', 'host'],
    ['postgresql://db.example/%zz', 'written wrongly'],
  ])('is not %s', (text, why) => {
    const parsed = parseTeamUrl(text);
    expect(parsed.ok ? null : parsed.error).toContain(why);
    expect(parsed.ok ? null : parsed.error).not.toContain('secret');
  });

  it.each([
    ['localhost', true],
    ['127.0.0.1', true],
    ['127.255.3.4', true],
    ['::1', true],
    ['127.0.0.1.example.com', false],
    ['localhost.example.com', false],
    ['10.0.0.1', false],
    ['0.0.0.0', false],
  ])('at %s leaves this computer or does not', (host, expected) => {
    expect(isLoopback({ host, port: 5432, database: 'acme' })).toBe(expected);
  });
});

describe('a person’s password', () => {
  it('is verified by the example of RFC 7677', () => {
    // Section 3: user "user", password "pencil".
    const nonces = 'r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0';
    const salt = 'W22ZaJ0SNY7soEsUEjb6gQ==';
    const messages = `n=user,r=rOprNGfwEbeRWgbNEkqO,${nonces},s=${salt},i=4096,c=biws,${nonces}`;
    const proof = Buffer.from('dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ=', 'base64');
    const serverSignature = '6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=';

    const verifier = scramVerifier(new Secret('pencil'), Buffer.from(salt, 'base64'));
    const [, storedKey = '', serverKey = ''] =
      /^SCRAM-SHA-256\$4096:W22ZaJ0SNY7soEsUEjb6gQ==\$(.+):(.+)$/.exec(verifier) ?? [];
    const signedBy = (key: string) =>
      createHmac('sha256', Buffer.from(key, 'base64')).update(messages).digest();
    expect(signedBy(serverKey).toString('base64')).toBe(serverSignature);
    const clientKey = signedBy(storedKey).map((byte, at) => byte ^ (proof[at] ?? 0));
    expect(createHash('sha256').update(clientKey).digest('base64')).toBe(storedKey);
  });

  it('is five groups of five letters that nobody mistakes for others', () => {
    const passwords = Array.from({ length: 200 }, () => newPassword());
    for (const password of passwords) expect(password).toMatch(/^([a-km-z2-9]{5}-){4}[a-km-z2-9]{5}$/);
    expect(passwords.join('')).not.toMatch(/[lo01]/);
    expect(new Set(passwords).size).toBe(200);
  });
});
