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
        'return schemaText(database) === text && schemaNotedIn(database) === noted && hasOurSequences(database);',
        'return text.length > 0 && noted !== 1 && hasOurSequences(database);',
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
];
