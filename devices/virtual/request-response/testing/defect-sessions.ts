/** A short session for each defect of a protocol that shows in one. */
import type { AnyRequestResponse } from '../../../../protocols/request-response/definition';
import { random } from '../../../random';
import { findDefectSession, shownIn, type DefectSession, type Suspect } from '../defect-session';
import { DefectCatalogue } from '../defects';
import { Stage } from '../stage';
import { RequestPool } from '../request-pool';
import { defaultsOf } from './bench';

const SEED = 1;

/** By the names of defects. */
export function defectSessions(protocol: AnyRequestResponse): ReadonlyMap<string, DefectSession> {
  const stage = new Stage(protocol.at(defaultsOf(protocol)), protocol.link, SEED);
  const pool = new RequestPool(stage.session, random(SEED));
  return new Map(
    new DefectCatalogue(protocol).all().flatMap((defect) => {
      const shown = findDefectSession(stage, pool, defect);
      return shown === undefined ? [] : [[defect.name, minimise(stage, defect, shown)] as const];
    }),
  );
}

/** Removes each step that is not needed to break the same clause. */
function minimise(stage: Stage, suspect: Suspect, found: DefectSession): DefectSession {
  let { steps } = found;
  for (let i = steps.length - 1; i >= 0 && steps.length > 1; i--) {
    const fewer = steps.toSpliced(i, 1);
    if (shownIn(stage, suspect, fewer)?.clause === found.clause) steps = fewer;
  }
  return { steps, clause: found.clause };
}
