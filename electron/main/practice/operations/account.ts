import { json } from '../answer.ts';
import { listedTlds } from '../findings/tlds.ts';
import { decimal } from '../money.ts';
import type { Handler } from './operation.ts';

// Source: Domain Reseller API v2.2, "Credits, TLDs, version".

export const credits: Handler = (_asked, world) => json(decimal(world.account.creditCents));

const tldsAnswer = json(listedTlds);
export const tldList: Handler = () => tldsAnswer;

const versionAnswer = json('2.2.0');
export const version: Handler = () => versionAnswer;
