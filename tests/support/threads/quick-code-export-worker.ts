// The thread that encrypts code exports, with a key that is derived in a moment: for tests of anything but the encryption.
import { Encrypter } from 'age-encryption';

type SetPassphrase = (this: Encrypter, passphrase: string) => void;
const setPassphrase: SetPassphrase = Reflect.get(Encrypter.prototype, 'setPassphrase');
Encrypter.prototype.setPassphrase = function quickly(passphrase) {
  setPassphrase.call(this, passphrase);
  this.setScryptWorkFactor(10);
};
await import('../../../electron/main/codes/export/code-export-worker.ts');
