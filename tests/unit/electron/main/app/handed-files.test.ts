import { describe, expect, it, vi } from 'vitest';
import { argumentsOfRestart, createHandedFiles } from '../../../../../electron/main/app/handed-files.ts';

describe('a file that a person opens with the application', () => {
  it.each([
    ['a table', ['namedesk', '/home/a/domains.csv'], 'domains', '/home/a/domains.csv'],
    ['a file of codes', ['namedesk', '/home/a/leaving.age'], 'codes', '/home/a/leaving.age'],
    ['a page of codes', ['namedesk', '/home/a/leaving.html'], 'codes', '/home/a/leaving.html'],
    ['a table in capitals', ['N.exe', '/home/a/DOMAINS.CSV'], 'domains', '/home/a/DOMAINS.CSV'],
    ['a relative path', ['namedesk', 'sub/of here.csv'], 'domains', '/files/sub/of here.csv'],
    [
      'a path beside switches',
      ['namedesk', '--user-data-dir=/x', '/a.csv', '--lang=de'],
      'domains',
      '/a.csv',
    ],
    ['the last of several', ['namedesk', '/a.csv', '/b.csv'], 'domains', '/b.csv'],
  ] as const)('waits for the page: %s', (_name, argv, kind, path) => {
    const files = createHandedFiles();
    files.takeArguments(argv, '/files');
    expect(files.waiting()).toBe(kind);
    expect(files.take(kind)).toBe(path);
    expect(files.take(kind), 'once').toBeNull();
    expect(files.waiting()).toBeNull();
  });

  it.each([
    ['no file', ['namedesk']],
    ['the program itself', ['/home/a/program.csv']],
    ['another kind of file', ['namedesk', '/home/a/domains.exe', '/a/b.csv.sh', '/a/csv']],
    ['a switch with such an ending', ['namedesk', '--user-data-dir=/x.csv', '-x.csv', ' --x.csv']],
    ['an address', ['namedesk', 'https://a.example/']],
    ['a command line', ['namedesk', '--', 'lookup', '--names', '/a.csv']],
  ])('is none: %s', (_name, argv) => {
    const files = createHandedFiles();
    const heard = vi.fn();
    files.onHanded(heard);
    files.takeArguments(argv, '/files');
    expect(files.waiting()).toBeNull();
    expect(heard).not.toHaveBeenCalled();
  });

  it('is not handed over again by a restart, which opens its window', () => {
    const argv = [
      '/opt/Namedesk/namedesk-runtime',
      '--user-data-dir=/x.csv',
      '/a b.csv',
      '--at-login',
      '/c.AGE',
    ];
    expect(argumentsOfRestart(argv)).toEqual(['--user-data-dir=/x.csv']);
    expect(argumentsOfRestart(['electron', '/files/app', '--inspect=0'])).toEqual([
      '/files/app',
      '--inspect=0',
    ]);
  });

  it('is given only to what opens its kind', () => {
    const files = createHandedFiles();
    files.takePath('/a.age');
    expect(files.take('domains')).toBeNull();
    expect(files.take('codes')).toBe('/a.age');
  });

  it('takes the place of one that still waits, and is told of', () => {
    const files = createHandedFiles();
    const heard = vi.fn();
    files.takePath('/a.age');
    files.onHanded(heard);
    files.takeArguments(['namedesk', '/b.csv'], '/');
    expect(heard).toHaveBeenCalledOnce();
    expect(files.take('codes')).toBeNull();
    expect(files.take('domains')).toBe('/b.csv');
  });
});
