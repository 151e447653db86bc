import { Client, CLIENT_INFO_META_KEY } from '@modelcontextprotocol/client';
import { Client as EarlierClient } from '@modelcontextprotocol/sdk/client/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { expect, onTestFinished } from 'vitest';
import { hostOver } from '../../../electron/main/cli/host.ts';
import { runCommandLine } from '../../../electron/main/cli/run.ts';
import { createInput } from '../../../electron/main/cli/terminal.ts';
import type { Services } from '../../../electron/main/services/services.ts';
import { aTerminal } from './a-command-line.ts';

/** Of the protocol: each has a client of its own SDK, 2.x and 1.x. */
export const revisions = ['2026-07-28', '2025-11-25'] as const;
export type Revision = (typeof revisions)[number];

/** A client of the SDK, connected to `namedesk mcp` over these services. */
export interface Assistant {
  readonly client: Client | EarlierClient;
  /**
   * Calls a tool; its result, parsed, or what it says went wrong.
   *
   * @param as What this very request says who sends it, where that is another than the session's.
   */
  readonly ask: (
    tool: string,
    input?: Readonly<Record<string, unknown>>,
    as?: string,
  ) => Promise<{ readonly isOk: boolean; readonly value: unknown }>;
  /** Writes a line as it is. */
  readonly say: (line: string) => void;
  /** The messages that came back. */
  readonly heard: readonly JSONRPCMessage[];
}

export async function anAssistant(
  services: Services,
  name = 'Test assistant',
  revision: Revision = '2026-07-28',
): Promise<Assistant> {
  const toServer = new TransformStream<Uint8Array, Uint8Array>(
    undefined,
    { highWaterMark: 1_000 },
    { highWaterMark: 1_000 },
  );
  const writer = toServer.writable.getWriter();
  const say = (line: string): void => void writer.write(Buffer.from(`${line}\n`));
  const heard: JSONRPCMessage[] = [];
  const transport: Transport = {
    start: () => Promise.resolve(),
    send(message: JSONRPCMessage) {
      say(JSON.stringify(message));
      return Promise.resolve();
    },
    async close() {
      await writer.close();
      transport.onclose?.();
    },
  };
  const terminal = {
    ...aTerminal(),
    input: createInput(toServer.readable),
    write(bytes: Uint8Array) {
      for (const line of Buffer.from(bytes).toString('utf8').trim().split('\n')) {
        const message = JSON.parse(line) as JSONRPCMessage;
        heard.push(message);
        transport.onmessage?.(message);
      }
      return Promise.resolve();
    },
  };
  const served = runCommandLine(
    ['mcp'],
    terminal,
    hostOver(services, (thrown) => String(thrown)),
  );
  const client = await connected(name, revision, transport);
  onTestFinished(async () => {
    await client.close();
    await served;
  });
  return {
    ...{ client, say, heard },
    async ask(tool, input = {}, as) {
      const asAnother = as === undefined ? {} : { [CLIENT_INFO_META_KEY]: { name: as, version: '1.0.0' } };
      try {
        const called = await client.callTool({ name: tool, arguments: { ...input }, _meta: asAnother });
        const [first] = called.content as readonly { readonly text: string }[];
        const text = first?.text ?? '';
        if (called.isError === true) return { isOk: false, value: text };
        expect(called.structuredContent).toEqual(JSON.parse(text));
        return { isOk: true, value: called.structuredContent };
      } catch (thrown) {
        return { isOk: false, value: String(thrown) };
      }
    },
  };
}

/** It knows the tools: what they give is checked against the schemas that they have. */
async function connected(
  name: string,
  revision: Revision,
  transport: Transport,
): Promise<Client | EarlierClient> {
  const about = { name, version: '1.0.0' };
  const client =
    revision === '2026-07-28'
      ? new Client(about, { versionNegotiation: { mode: { pin: revision } } })
      : new EarlierClient(about);
  await client.connect(transport);
  await client.listTools();
  return client;
}
