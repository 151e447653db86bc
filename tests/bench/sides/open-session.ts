// Opens a workspace and its session, up to the typed arrays that are handed to whoever looks at it.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openServices } from '../../support/services/open-services.ts';
import { valueOf } from '../../support/workspace/a-workspace.ts';
import { askedOfSide, tellTaken } from '../framework/side-process.ts';

const { folder, cells } = askedOfSide() as { readonly folder: string; readonly cells: number }; // all-figures.ts

/** What was found lies in the system's memory as it does when the application is started again; the first run would pay for it. */
const workspace = join(folder, 'workspace');
for (const name of existsSync(workspace) ? readdirSync(workspace) : []) readFileSync(join(workspace, name));

const startedAt = performance.now();
const services = await openServices(workspace);
const workspaceAt = performance.now();
const [session] = valueOf(await services.sessions.list());
if (session === undefined) throw new Error('There is no session in the workspace');
const listedAt = performance.now();
const opened = valueOf(await services.sessions.open(session.id, () => undefined));
const openedAt = performance.now();
if (opened.codes.length !== cells || opened.codes.includes(0)) throw new Error('The session is not whole');
opened.close();
await services.close();
tellTaken({
  value: openedAt - startedAt,
  also: {
    'workspace ms': workspaceAt - startedAt,
    'list ms': listedAt - workspaceAt,
    'open ms': openedAt - listedAt,
  },
});
