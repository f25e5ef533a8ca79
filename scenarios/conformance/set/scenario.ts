/** A scenario of this suite: it gets a host, and where no empty table can be had it decides nothing. */
import { hosted } from '../hosted';
import { NoEmptyTable, SetHost } from './host';

export const asked = hosted((bench) => new SetHost(bench), NoEmptyTable);
