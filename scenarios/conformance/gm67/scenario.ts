/** A scenario of this suite: it gets a host, and where the scanner cannot be brought to its beginning it decides nothing. */
import { hosted } from '../hosted';
import { GmHost, NotReady } from './host';

export const asked = hosted((bench) => GmHost.at(bench), NotReady);
