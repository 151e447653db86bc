import { settings } from '#shared/areas/startup-schemas.ts';
import { registryLearns } from '#shared/domain/registry.ts';
import type { QuietHours } from '#shared/domain/watching.ts';
import { type CliCommand, type ServicesCall, valueOf } from '../cli-command.ts';
import { jsonOption, type ListingOptions } from '../options.ts';
import { type ExitCode, exitCodes, sayList } from '../terminal.ts';
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

export function describeSettings(command: CliCommand): void {
  command.description(`Settings that are safe to change from a terminal: ${names.join(', ')}.`);
  command
    .command('get')
    .argument('[NAME]', 'which one; default: all of them', '')
    .summary('prints a setting, or all of them')
    .addOption(jsonOption())
    .doesInWorkspace(get);
  command
    .command('set <NAME> <VALUE>')
    .summary('changes a setting')
    .description(
      `Changes a setting. With registry.enabled, the registries of your domains' TLDs are asked for their expiry over RDAP, and IANA for the list of registries. ${registryLearns}`,
    )
    .doesInWorkspace(set);
}

/** The setting that is meant, or the command ends with those that there are. */
function meant({ refuse }: ServicesCall, typed: string): Name {
  const name = names.find((each) => each === typed.toLowerCase());
  return (
    name ?? refuse(`There is no setting ${typed}.${didYouMean(typed, names)} There are: ${names.join(', ')}.`)
  );
}

async function get(call: ServicesCall, { json }: ListingOptions, typed: string): Promise<ExitCode> {
  const { services, terminal } = call;
  const chosen = typed === '' ? names : [meant(call, typed)];
  const read = valueOf(await services.workspace.settings.read());
  const shown = (name: Name): Value => read[named[name][0]];
  if (json === true) {
    terminal.out(JSON.stringify(Object.fromEntries(chosen.map((name) => [name, shown(name)])), null, 2));
    return exitCodes.done;
  }
  if (typed !== '') {
    for (const name of chosen) terminal.out(textOf(shown(name)));
    return exitCodes.done;
  }
  return sayList(terminal, undefined, {
    all: chosen,
    none: '',
    titles: ['NAME', 'VALUE', 'WHAT'],
    row: (name) => [name, textOf(shown(name)), named[name][1]],
  });
}

async function set(call: ServicesCall, _options: object, typed: string, text: string): Promise<ExitCode> {
  const name = meant(call, typed);
  const [key, what] = named[name];
  const parsed = settings.partial().safeParse({ [key]: valueIn(text) });
  if (!parsed.success) return call.refuse(`${name} cannot be “${text}”. Use: ${what}.`);
  const written = valueOf(await call.services.workspace.settings.write(parsed.data));
  call.terminal.err(`${name} is ${textOf(written[key])} now.`);
  return exitCodes.done;
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
