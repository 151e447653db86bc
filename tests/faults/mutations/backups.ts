import { edit, type Mutation } from './edit.ts';

/** Of backups, limits, ways back and imports. */
export const ofBackups: readonly Mutation[] = [
  {
    name: 'H4 names of tables',
    plot: 'spoiltBackup',
    takesOut: 'only tables of ours are restored, from a file with exactly our schema',
    edits: [
      edit(
        'workspace/bring-up.ts',
        'return schemaText(database) === text && (checksum === noted || checksum === 0) && hasOurSequences(database);',
        'return text.length > 0 && noted !== checksum + 1 && hasOurSequences(database);',
      ),
      edit(
        'workspace/backups/other-tables.ts',
        'of schemaOf(migrations, migrations.length).tables) {',
        "of database.prepare(\"SELECT name, (SELECT json_group_array(name) FROM pragma_table_info(s.name)) AS columns FROM copy.sqlite_schema s WHERE type = 'table' AND name NOT LIKE 'sqlite_%'\").all().map((row) => ({ name: String(row['name']), columns: JSON.parse(String(row['columns'])) as string[], ours: schemaOf(migrations, 1) }))) {",
      ),
      edit(
        'workspace/backups/other-tables.ts',
        '[quoted(name), columns.map(quoted)',
        '[name, columns.map(quoted)',
      ),
    ],
  },
  {
    name: 'H4 a restore that fails',
    plot: 'spoiltBackup',
    takesOut: 'a restore that fails takes its marker away',
    edits: [
      edit(
        'workspace/database.ts',
        "return storageFaultOf(thrown) === 'damaged' ? null : false;",
        "const fault = storageFaultOf(thrown);\n    if (fault === null) throw thrown;\n    return fault === 'damaged' ? null : false;",
      ),
    ],
  },
  {
    name: 'H4 list of registries',
    plot: 'spoiltBackup',
    takesOut: 'the list of registries is not taken from a file',
    edits: [
      edit(
        'workspace/backups/other-tables.ts',
        "put.run('registryBootstrap', JSON.stringify(before.settings.registryBootstrap));",
        '',
      ),
    ],
  },
  {
    name: 'H14 login',
    plot: 'undoneElsewhere',
    takesOut: 'only what was done at the login that the account has now is put back',
    edits: [
      edit(
        'workspace/batches/put-back.ts',
        'row.service === logins.ofAccount(row.change.accountId);',
        "row.service !== '' || logins === null;",
      ),
    ],
  },
  {
    name: 'H16 names of the journal',
    plot: 'undoneAfterOrder',
    takesOut: 'a name for which something was sent stays when an import is undone',
    edits: [
      edit(
        'workspace/repositories/domain-imports.ts',
        'children.length + drafts.length + changes(name, accountId) === 0',
        'children.length + drafts.length + 0 * changes(name, accountId) === 0',
      ),
    ],
  },
  {
    name: 'H16 effects',
    plot: 'undoneAfterOrder',
    takesOut: 'an effect adds its name where it is missing',
    edits: [edit('portfolio/observations.ts', '...(observed.isEffect === true && { effectAt: at }),', '')],
  },
  {
    name: 'H15 limits by login',
    takesOut: 'the limits of an account that a backup does not have stay with its login',
    edits: [
      edit(
        'workspace/backups/other-tables.ts',
        'if (logins.limits.keep(login, limits)) isStricter = true;',
        "if (login === '' && limits !== null) isStricter = true;",
      ),
    ],
  },
  {
    name: 'H15 removed for good',
    takesOut: 'the limits of an account that is removed for good stay with its login',
    edits: [
      edit(
        'workspace/repositories/accounts.ts',
        'if (removed !== null) logins.limits.keep(logins.of(serviceOf(removed)), removed.options.limits);',
        'void removed;',
      ),
    ],
  },
];
