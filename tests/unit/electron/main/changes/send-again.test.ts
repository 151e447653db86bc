import { describe, expect, it } from 'vitest';
import { asks, ChangingDesk, domain } from '../../../../support/changes/a-changing-desk.ts';
import { valueOf } from '../../../../support/workspace/a-workspace.ts';

describe('sending a planned change', () => {
  async function unsent(kind: keyof typeof asks): Promise<{ desk: ChangingDesk; id: string }> {
    const desk = new ChangingDesk();
    if (kind === 'register') desk.service.free(domain);
    desk.service.behaviours.push({ outcome: 'not-sent', isApplied: false });
    const { id } = await desk.settled(asks[kind]);
    return { desk, id };
  }

  it.each(Object.keys(asks) as (keyof typeof asks)[])(
    'of %s sends it as it was written down',
    async (kind) => {
      const { desk, id } = await unsent(kind);
      expect(valueOf(await desk.changes.send(id))).toMatchObject({ state: 'sending', attempts: 2 });
      await desk.quiet();
      expect((await desk.find(id)).state).toBe('confirmed');
      expect(desk.service.writes).toHaveLength(1);
    },
  );

  it('pressed twice sends it once', async () => {
    const { desk, id } = await unsent('renew');
    const both = await Promise.all([desk.changes.send(id), desk.changes.send(id)]);
    await desk.quiet();
    expect(both.map(({ ok }) => ok)).toEqual([true, true]);
    expect(desk.service.writes).toHaveLength(1);
  });

  it('stops where it is otherwise than before the attempt', async () => {
    const { desk, id } = await unsent('nameservers');
    desk.service.there(domain).nameservers = ['other.example.net', 'more.example.net'];
    expect(await desk.changes.send(id)).toEqual({
      ok: false,
      error: { kind: 'changed-since', what: 'nameservers' },
    });
  });

  it('stops where other fields would go out than were written down', async () => {
    const { desk, id } = await unsent('register');
    desk.options = { ...desk.options, postcodeField: 'zipcode' };
    expect(await desk.changes.send(id)).toMatchObject({ error: { kind: 'changed-since', what: 'review' } });
    expect(await desk.changes.prepareAgain(id)).toMatchObject({
      error: { kind: 'invalid-input', field: 'id' },
    });
  });

  it('cannot send what the keychain did not seal, and says so', async () => {
    const desk = new ChangingDesk();
    desk.keychainWorks = false;
    desk.service.behaviours.push({ outcome: 'not-sent', isApplied: false });
    const { id } = await desk.settled(asks.contacts);
    desk.keychainWorks = true;
    expect(await desk.changes.send(id)).toMatchObject({ error: { kind: 'invalid-input', field: 'id' } });
    expect(valueOf(await desk.changes.personal(id))).toBeNull();
  });

  it('waits for a keychain that does not open now', async () => {
    const { desk, id } = await unsent('contacts');
    desk.keychainWorks = false;
    expect(await desk.changes.send(id)).toMatchObject({ error: { kind: 'keychain' } });
  });

  it('shows what would be sent to the person who asks, until it is over', async () => {
    const { desk, id } = await unsent('contacts');
    expect(valueOf(await desk.changes.personal(id))).toEqual(asks.contacts.roles);
    valueOf(await desk.changes.withdraw(id));
    expect(valueOf(await desk.changes.personal(id))).toBeNull();
  });

  it('finds no change where there is none', async () => {
    const desk = new ChangingDesk();
    const id = crypto.randomUUID();
    for (const failed of [
      await desk.changes.send(id),
      await desk.changes.readBack(id),
      await desk.changes.settle(id, 'applied', ''),
      await desk.changes.withdraw(id),
      await desk.changes.find(id),
    ]) {
      expect(failed).toMatchObject({ error: { kind: 'invalid-input', field: 'id' } });
    }
  });
});
