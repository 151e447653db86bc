import { expect, it } from 'vitest';
import { encryptorOnThread } from '../../../../../../electron/main/codes/export/encrypted-file.ts';
import { Secret } from '../../../../../../electron/main/system/secret.ts';
import { threadUrl } from '../../../../../support/threads/thread-urls.ts';

const url = threadUrl('savings-worker');

/** An encryptor, and what it told. */
function anEncryptor() {
  const [pieces, failures]: [Uint8Array[], unknown[]] = [[], []];
  const encryptor = encryptorOnThread(url)(new Secret('a long passphrase'), {
    onPiece: (piece) => pieces.push(piece),
    onFailure: (thrown) => failures.push(thrown),
  });
  return { encryptor, pieces, failures };
}

it('tells of no failure once the last piece is out: it may still be on its way to the disk when the thread ends', async () => {
  const { encryptor, pieces, failures } = anEncryptor();
  encryptor.put(new Secret('domain,code\n'));
  await encryptor.finish();
  await encryptor.stop();
  expect(pieces.length).toBeGreaterThan(0);
  expect(failures).toEqual([]);
});

it('tells of a failure where the thread ends before the last piece is out', async () => {
  const { encryptor, failures } = anEncryptor();
  await encryptor.ready;
  await encryptor.stop();
  expect(failures).toEqual([new Error('The thread ended before its file had')]);
  await expect(encryptor.finish()).rejects.toThrow('before its file had');
});
