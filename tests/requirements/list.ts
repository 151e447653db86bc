// The numbered requirements of the design paper on security and reliability, and how far this machine can show each.

export interface Requirement {
  readonly number: string;
  readonly what: string;
  /**
   * `here`: a test that carries the number has to pass. `in part`: as well, and something is left that only another system or a
   * person can show. The others need no test.
   */
  readonly standing: 'here' | 'in part' | 'not here' | 'not applicable';
  readonly why: string;
}

const row =
  (standing: Requirement['standing']) =>
  (number: string, what: string, why = ''): Requirement => ({ number, what, standing, why });
const here = row('here');
const inPart = row('in part');
const notHere = row('not here');
const notApplicable = row('not applicable');

const windows = [
  here('A1', 'every window sandboxed, isolated, without Node'),
  here('A2', 'app:// from an exact map of files'),
  here('A3', 'policy: nothing but our own scripts, Trusted Types'),
  here('A4', 'escape attempts from the page'),
  here('A5', 'every permission and device refused'),
  here('A6', 'no new window, no navigation'),
  here('A7', 'links by id into a fixed table'),
  here('A8', 'no request but to the page’s own files'),
  here('A9', 'the session of a page is in memory'),
  here('A10', 'the preload is a frozen table of names'),
  here('A11', 'sender, size and shape of every call'),
  here('A12', 'no secret in an answer'),
  here('A13', 'nine fuses, each set'),
  here('A14', 'switches and variables that a release ignores'),
  here('A15', 'no developer tools, reload or source view'),
  inPart('A16', 'a changed app.asar does not start', 'Electron checks it on macOS and Windows alone'),
  here('A17', 'an ordinary user, with Chromium’s sandbox on'),
];

const secrets = [
  here('B1', 'a keychain that never answers freezes nothing'),
  here('B2', 'one call at a time; forgotten on lock, idleness, suspend'),
  here('B3', 'six states of the keychain, each with its words'),
  here('B4', 'no fallback but memory, when the user says so'),
  here('B5', 'absent, locked, unavailable and denied are four answers'),
  here('B6', 'a key that was saved is read back'),
  notApplicable('B7', 'moving keys to another store', 'there is one store; nothing moves'),
  inPart('B8', 'keys are not kept longer than needed', 'a JavaScript text cannot be zeroed'),
  here('B9', 'canaries: key, token, code, contacts in no file'),
  here('B10', 'the log takes declared fields alone'),
  here('B11', 'no name of a domain and no path in log or bundle'),
  here('B12', 'no crash reports, no core files'),
  here('B13', 'a code: confirmed, once for each click, 20 s'),
  here('B14', 'the process that showed a code ends within 1 s'),
  here('B15', 'the clipboard is cleared, if still ours'),
  inPart(
    'B16',
    'histories of clipboards are asked to leave it out',
    'needs Electron 44; said before copying',
  ),
  here('B17', 'the clipboard is compared by a salted hash'),
  inPart('B18', 'secret windows kept out of captures', 'Linux cannot; macOS and Windows not run'),
  here('B19', 'one instance; a second start opens nothing'),
];

const network = [
  here('C1', 'one place opens connections'),
  here('C2', 'at most one request for an attempt'),
  here('C3', 'redirects are never followed'),
  here('C4', 'a new connection for every write'),
  here('C5', 'the classifier never guesses'),
  here('C6', 'on disk before the socket opens'),
  here('C7', 'read back after a crash before anyone acts'),
  here('C8', 'never sent again by itself'),
  here('C9', 'reading back is a bounded read'),
  here('C10', 'what cannot be read back is settled by a person'),
  here('C11', 'a double click is one change'),
  here('C12', 'in doubt is never called failed'),
  here('C13', 'a refused registration may be our own'),
  here('C14', 'the token is made at sending'),
  here('C15', 'TLS without exceptions'),
  here('C16', 'limits of time, size and depth'),
  here('C17', 'available only by a real true'),
  here('C18', 'a session answers every row once'),
  here('C19', 'forms byte for byte'),
];

const storage = [
  here('D1', 'the window never waits for the disk'),
  inPart('D2', 'WAL, FULL, STRICT; a sync for each commit', 'checkpoint_fullfsync of macOS not run'),
  here('D3', 'killed again and again: nothing lost'),
  here('D4', 'every turned bit of the journal found'),
  here('D5', 'damaged files: set aside, restored, nothing deleted'),
  here('D6', 'backups: verified, seven kept, killed midway'),
  here('D7', 'migrations killed midway; newer files refused'),
  here('D8', 'a full disk: refused before sending'),
  here('D9', 'files for their owner alone; synced folders'),
  here('D10', 'personal texts go when the change closes'),
];

const supply = [
  here('E1', 'install scripts on a list'),
  here('E2', 'every package pinned with its digest'),
  notHere('E3', 'known holes of packages', 'npm audit needs its service; run by the release workflow'),
  here('E4', 'lint holds the walls'),
  notApplicable(
    'E5',
    'electronegativity',
    'no longer maintained; A1, A13 and A14 are read from the running program',
  ),
  here('E6', 'axe over every screen'),
  here('E7', 'random tests print a seed that replays them'),
  here('E8', 'a release takes the official runtime alone'),
];

const money = [
  here('F1', 'one gate for every write; nothing is renewed twice by any way in'),
  here('F2', 'a no is one only where it is defined; a fallen credit contradicts it'),
  here('F3', 'a restore stops batches, withdraws what was planned, forgets nothing'),
  here('F4', 'a restore is told until somebody has looked'),
  here('F5', 'guards are of the login, not of the label'),
  here('F6', 'a write waits 30 s for a place at most'),
  here('F7', 'what is sent later is compared like what is sent at once'),
  here('F8', 'drafts are of their account, and written before the window closes'),
  inPart(
    'F9',
    'command line and host prove themselves before anything is sent',
    'the pipes of Windows not run',
  ),
  here('F10', 'an edited account is not asked about, nor sent, what another login was'),
  here('F11', 'a slow registry: not called not done for ten minutes'),
  here('F12', 'spending limits: by change, batch and day'),
  here('F13', 'a model of everything a person can do'),
  here('F14', 'premium prices or none; sentences and reads from one table'),
  here('F15', 'a change goes to the account of what it was begun from'),
  here('F16', 'removing an account tells what goes, and can be undone'),
  here('F17', 'one code a retrieval; a new request says that it is one'),
];

/** What the journal never heard, and what words can claim. */
const beyond = [
  here('G4', 'paid changes: guarded by account, by login and, as a warning, by domain at every service'),
  here('G7', 'a key is given to its own login alone'),
  here('G13', 'limits by login: the sum of its accounts, the strictest of their limits'),
  here('G8', 'answers of writes are kept masked, in entries of before as well; their chain still verifies'),
  here('G9', 'key and token are in no answer, in no spelling'),
  here('G12', 'no digest in journal or export can be tested against a guess of a contact'),
  here('G17', 'no value used as a name in deviations and bundle; a batch’s contacts go after 30 days'),
  here('G6', 'what is left of a batch that sent nothing for 12 hours is reviewed anew'),
  here('G11', 'limits count the larger of price and fall; a price is a day old at most'),
  here('G15', 'prices that cannot be read are compared by their raw text'),
  here('G2', 'the journals never move; what they do not prove is a doubt for its name'),
  here('G3', 'a file that is older than what was sent is noticed'),
  here('G10', 'what a foreign copy names is a doubt for each name'),
  here('G14', 'a restore keeps the stricter limits and the app lock, and says so'),
  inPart(
    'G16',
    'two workspaces of one user are told; of the desks of a team, one sends',
    'two computers without a team do not know of each other; README says so',
  ),
  here('G1', 'an answer that says yes and no at once is uncertain; a yes that is not charged says so'),
  here('G5', 'a no with a yes in it is uncertain; the credit is read at 0, 5 and 30 s after a paid no'),
];

/** What was believed of answers, registries, files and assistants. */
const belief = [
  here(
    'H1',
    'beside a yes only known words are silence; a paid yes that was not seen charged says so, whatever its price',
  ),
  here(
    'H2',
    'a registration is proven by its hour, its registrant and its registrar; evidence against it does not disappear',
  ),
  here(
    'H3',
    'after an answer is written down, nothing that fails leaves a change in sending; a registry’s odd answer is not understood',
  ),
  here('H4', 'a backup is of our own schema, or it is not restored; no name in it is part of a statement'),
  here(
    'H5',
    'a no in words about what comes after is doubted; a risen credit says nothing; after a no the registry is followed',
  ),
  here(
    'H6',
    'a renewal’s price is looked up right before it; a charge above what was agreed halts the batch, and is told',
  ),
  here('H7', 'marks of other workspaces are read right before each paid change'),
  here('H8', 'while a charge is outstanding, a fall of the credit is no other renewal’s'),
  here('H9', 'a batch excludes what is not in its account’s portfolio, and what its lookup finds free'),
  here('H10', 'a domain that a batch unlocked and left so is named, and urgent in Today, until it is locked'),
  here(
    'H11',
    'the values of a proposal stand above Apply; look-alikes are shown with their A-label and the caution',
  ),
  here('H12', 'an assistant learns of a row that it is ready or excluded, and nothing of contacts'),
  here('H13', 'an assistant’s words stay in their own box'),
  here('H14', 'the way back leads only to the login at which something was done'),
  here('H15', 'limits of a login outlive its accounts and a restore'),
  here('H16', 'undoing an import keeps names of the journal; an effect adds a name that is missing'),
  here('H17', 'sums count domains and one account’s money; practice is in none of them'),
  here('H18', 'look-ups of an assistant have a budget a day; the oldest of its sessions go'),
  here('H19', 'only the service’s own JSON words say that a domain is not found'),
  here('H20', 'what nobody typed stays as it was in a contact, or is not written'),
  here('H21', 'a transfer code is taken as it came, or not taken for one'),
  here('H22', 'premium prices are premium; an answer that does not know or contradicts itself is unknown'),
  here(
    'H23',
    'a page that blocks is not a refused key; the reason is shown; what was not read is said to be so',
  ),
  here(
    'H24',
    'amounts, lists, codings and dates are read where they can be one thing only, and shown where not',
  ),
];

/** Of a team. */
const team = [
  here('T1', 'what is charged is unique by the name alone, whatever the address and the user'),
  here('T2', 'after a move to another server, exclude and invite refuse until the owner has mended it'),
  here('T3', 'a reader locks nobody’s row; who holds the head is named, and ends with an exclusion'),
  here(
    'T4',
    'the database checks what desks read; a request that does not parse is counted, and keeps no other',
  ),
  here('T5', 'limits count the changes of a day, and read no history'),
  here('T6', 'what came of a statement is told by its SQLSTATE'),
  here('T8', 'a review of which the team was not asked says why, and so does sending it'),
  here('T9', 'on another server, timeline or dump nothing is claimed until an admin has accepted it'),
  here(
    'T7',
    'a colleague’s reading never replaces this desk’s own, and says by whom; more than 20 removals wait for a yes',
  ),
  here(
    'T10',
    'a change is of one desk; nobody is reset unasked; there is an admin; all of a person is released at once',
  ),
];

export const requirements: readonly Requirement[] = [
  ...windows,
  ...secrets,
  ...network,
  ...storage,
  ...supply,
  ...money,
  ...beyond,
  ...belief,
  ...team,
];
