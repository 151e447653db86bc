import { randomUUID } from 'node:crypto';
import type { TeamConnection, TeamFunction } from '../../../electron/main/team/connection.ts';
import type { ATeam, Person, TeamRole } from './a-team.ts';

/** A person at a desk. */
export interface Desk {
  readonly id: string;
  readonly person: Person;
  readonly connection: TeamConnection;
  readonly ask: (name: TeamFunction, p: object) => Promise<Record<string, unknown>>;
}

export async function aDesk(team: ATeam, role: TeamRole = 'buyer'): Promise<Desk> {
  const person = await team.person(role);
  const [id, connection] = [randomUUID(), team.connectionOf(person)];
  return {
    id,
    person,
    connection,
    async ask(name, p) {
      const answer = await connection.call(name, { desk: id, ...p });
      if (!answer.ok) throw new Error(`${name}: ${JSON.stringify(answer.error)}`);
      return answer.value as Record<string, unknown>; // An object, by the contract of the functions.
    },
  };
}
