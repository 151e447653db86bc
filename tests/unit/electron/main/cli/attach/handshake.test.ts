import { describe, expect, it } from 'vitest';
import {
  proofOf,
  type ReadableNote,
  type Role,
} from '../../../../../../electron/main/cli/attach/handshake.ts';

const note: ReadableNote = {
  protocol: 2,
  pid: 4_711,
  address: '/run/x/owner',
  secret: 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8',
};
const nonces = {
  visitor: Buffer.alloc(32, 0x11).toString('base64url'),
  host: Buffer.alloc(32, 0x22).toString('base64url'),
};

describe('the proof of a side of the handshake', () => {
  // By openssl dgst -sha256 -mac HMAC over ["namedesk-handover",2,ROLE,4711,"/run/x/owner",VISITOR,HOST] as JSON.
  it.each<[Role, string]>([
    ['host', 'wLgNvlBN4J5w3KRYBHL7A8cVjxwNaQFZLeHxzXmVEXo'],
    ['visitor', 'R5CLJvAP-S5bX29DYr6y8z5-DQWayC13t8hV02qVT0w'],
  ])('F9 is HMAC-SHA256 over its role, the owner file and both nonces: %s', (role, expected) => {
    expect(proofOf(note, role, nonces)).toBe(expected);
  });

  it('F9 is another one with any other role, nonce, secret, address or process', () => {
    const other = Buffer.alloc(32, 0x33).toString('base64url');
    const proofs = [
      proofOf(note, 'host', nonces),
      proofOf(note, 'visitor', nonces),
      proofOf(note, 'host', { ...nonces, visitor: other }),
      proofOf(note, 'host', { ...nonces, host: other }),
      proofOf(note, 'host', { visitor: nonces.host, host: nonces.visitor }),
      proofOf({ ...note, secret: other }, 'host', nonces),
      proofOf({ ...note, address: '/run/y/owner' }, 'host', nonces),
      proofOf({ ...note, pid: 4_712 }, 'host', nonces),
    ];
    expect(new Set(proofs).size).toBe(proofs.length);
  });
});
