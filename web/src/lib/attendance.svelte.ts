// Attendance: who is at a table, for whom a bot plays, and how the players vote about that.

import type { Company } from './moves';
import { comings, type LogLine } from './words';
import type { Ballot, Presence } from './wire';

export class Attendance {
  presence = $state.raw<Presence | null>(null);
  heardAt = $state(0); // when the clocks were told
  goneSince = $state.raw<number[]>([]); // of each seat whose player is not there
  private people: string[] = []; // the people of whom the last presence told
  private unseen: boolean[] = []; // those who were not here yet since this browser came
  private expected: boolean[] = []; // those who have taken a seat, and whose browser has not connected yet

  /** Take what the house tells. Return who has come and gone, in lines for the log. */
  hear(presence: Presence, company: Company): LogLine[] {
    const before = this.presence;
    const names = (company.table?.seats ?? []).map(({ name = '', kind }) => (kind === 'person' ? name : ''));
    const same = (seat: number) => names[seat] !== '' && names[seat] === this.people[seat];
    const heardAt = Date.now();
    this.goneSince = presence.here.map((here, seat) =>
      here || !before || !same(seat) ? 0 : this.goneSince[seat] || heardAt,
    );
    this.presence = presence;
    this.heardAt = heardAt;
    const first = (seat: number) => !!presence.here[seat] && !!this.expected[seat];
    const told = before ? comings(before, presence, company, this.unseen) : [];
    const lines = told.filter(({ seat }) => same(seat) && !first(seat));
    this.expected = names.map((_, seat) => !!before && !presence.here[seat] && (!same(seat) || !!this.expected[seat]));
    this.unseen = presence.here.map((here, seat) => !here && (!before || !!this.unseen[seat]));
    this.people = names;
    return lines;
  }

  /** Whether a bot plays for this seat, until its player comes back. */
  isAway(seat: number): boolean {
    return !!this.presence?.away[seat];
  }

  /** How the others vote about this seat, if they do. */
  votesAbout(seat: number): Ballot | null {
    const ballot = this.presence?.votes[String(seat)];
    return ballot?.by.length ? ballot : null;
  }

  /** The votes in which this seat can take part: those about others. */
  ballotsFor(seat: number): (Ballot & { seat: number })[] {
    const all = Object.entries(this.presence?.votes ?? {}).map(([about, ballot]) => ({
      ...ballot,
      seat: Number(about),
    }));
    return this.isAway(seat) ? [] : all.filter((ballot) => ballot.seat !== seat);
  }
}
