import { settings } from '#shared/areas/common-schemas.ts';
import { registryLearns } from '#shared/domain/registry.ts';
import type { QuietHours } from '#shared/domain/watching.ts';
import type { ServicesCall } from '../cli-command.ts';
import { json } from '../options.ts';
import { row } from '../rows.ts';
import { sayList } from '../terminal.ts';
import { didYouMean } from '../words.ts';

/**
 * The settings that a terminal may change, under their names there. Not those that protect: the app lock, limits of spending, how long a
 * code stays in the clipboard.
 */
const named = {
  'registry.enabled': ['registryEnabled', 'asks registries for the expiry of your domains: true or false'],
  'registry.bootstrap': [
    'registryBootstrap',
    'where the list of registries is: https, or plain http on this computer',
  ],
  'nameservers.check': [
    'checkNameservers',
    'checks nameservers before a domain is sent to them: true or false',
  ],
  'assistants.enabled': [
    'assistantsEnabled',
    'lets assistants read and propose over "namedesk mcp": true or false',
  ],
  'domains.refresh-on-open': ['refreshOnOpen', 'refreshes a domain when it is opened: true or false'],
  'search.keep-days': ['keepFindingsDays', 'for how many days search results are kept; 0: until removed'],
  'window.colours': ['colourScheme', 'system, light or dark'],
  'window.density': ['density', 'comfortable or compact'],
  'window.notifications': [
    'notifications',
    'tells of long work that ends, expiries, registries and watched names: true or false',
  ],
  'watching.refresh': ['backgroundRefresh', 'refreshes domains while the application runs: true or false'],
  'watching.quiet-hours': ['quietHours', 'hours in which nothing is told of, such as 22-7, or none'],
} as const satisfies Readonly<Record<string, readonly [keyof typeof settings.shape, string]>>;

type Name = keyof typeof named;
// The names of a constant object are the names of its type.
const names = Object.keys(named) as readonly Name[];

export const noun = row('', {
  about: `Settings that are safe to change from a terminal: ${names.join(', ')}.`,
  rows: [
    row('get [NAME]', {
      summary: 'prints a setting, or all of them',
      options: [json],
      words: {
        NAME: (word) => Object.assign(word.default(''), { description: 'which one; default: all of them' }),
      },
      does(call, { json: asJson }, typed = '') {
        const chosen = typed === '' ? names : [meant(call, typed)];
        const read = call.services.workspace.settings.read();
        const all = chosen.map((name) => ({ name, value: read[named[name][0]] }));
        if (asJson) return { json: Object.fromEntries(all.map(({ name, value }) => [name, value])) };
        if (typed !== '') return { out: all.map(({ value }) => textOf(value)).join('\n') };
        return sayList(call.terminal, undefined, {
          all,
          none: '',
          titles: ['NAME', 'VALUE', 'WHAT'],
          row: ({ name, value }) => [name, textOf(value), named[name][1]],
        });
      },
    }),
    row('set <NAME> <VALUE>', {
      summary: 'changes a setting',
      about: `Changes a setting. With registry.enabled, the registries of your domains' TLDs are asked for their expiry over RDAP, and IANA for the list of registries. ${registryLearns}`,
      does(call, _options, typed, text) {
        const name = meant(call, typed);
        const [key, what] = named[name];
        const parsed = settings.partial().safeParse({ [key]: valueIn(text) });
        if (!parsed.success) return call.refuse(`${name} cannot be “${text}”. Use: ${what}.`);
        const written = call.services.workspace.settings.write(parsed.data);
        return { err: `${name} is ${textOf(written[key])} now.` };
      },
    }),
  ],
});

/** The setting that is meant, or the command ends with those that there are. */
function meant({ refuse }: ServicesCall, typed: string): Name {
  const name = names.find((each) => each === typed.toLowerCase());
  return (
    name ?? refuse(`There is no setting ${typed}.${didYouMean(typed, names)} There are: ${names.join(', ')}.`)
  );
}

type Value = string | number | boolean | QuietHours;

function valueIn(text: string): Value {
  if (text === 'true' || text === 'false') return text === 'true';
  if (text === 'none') return null;
  const [, from, to] = /^(\d{1,2})-(\d{1,2})$/.exec(text) ?? [];
  if (from !== undefined && to !== undefined) return { from: Number(from), to: Number(to) };
  return /^\d+$/.test(text) ? Number(text) : text;
}

/** As it is typed. */
function textOf(value: Value): string {
  if (value === null) return 'none';
  return typeof value === 'object' ? `${value.from}-${value.to}` : String(value);
}
