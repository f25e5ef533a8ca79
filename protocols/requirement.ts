/** A clause of a wire page, as data. */

/** The level of a clause: MUST decides the verdict, SHOULD is reported. */
export type Level = 'MUST' | 'SHOULD';

/**
 * documented: the original says it; implied: its listing does it; profile: the page decides it; family: SSI says it.
 */
export type Origin = 'documented' | 'implied' | 'profile' | 'family';

/** One clause of a specification. */
export interface Requirement {
  /** Never changes: `OV-FR-03`. */
  readonly id: string;
  readonly level: Level;
  readonly origin: Origin;
  /** The clause's group in the specification: `Framing and checksum`. */
  readonly group: string;
  readonly text: string;
}

/** A value of the specification that a team may choose differently. */
export interface Parameter {
  readonly name: string;
  readonly unit?: string;
  readonly text: string;
  readonly default: number | string;
  /** Bounds of a numeric parameter, inclusive. */
  readonly min?: number;
  readonly max?: number;
  /** The allowed words of a textual parameter. */
  readonly choices?: readonly string[];
}

/** Parameter values of one board, by name: every parameter of the suite has one. */
export type Parameters = Readonly<Record<string, number | string>>;

const CLAUSE =
  /^(?<id>\S+) (?<level>MUST|SHOULD) (?<origin>documented|implied|profile|family) (?:—|–|--?) (?<text>.+)$/;

/** The clauses of one group, as its page writes them: `OV-FR-03 MUST profile — a frame that …`. Throws for other lines. */
export function clauses(group: string, lines: readonly string[]): readonly Requirement[] {
  return lines.map((line) => {
    const { id, level, origin, text } = CLAUSE.exec(line)?.groups ?? {};
    if (id === undefined || text === undefined)
      throw new Error(
        `page: '${line}' is no clause: write - ID MUST documented — text (or SHOULD; documented, implied or profile)`,
      );
    return { id, level: level as Level, origin: origin as Origin, group, text };
  });
}
