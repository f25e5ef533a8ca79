import { readFileSync } from 'node:fs';
import { pageLaws } from '../testing/page-laws';
import { DURAK_PARAMETERS, DURAK_REQUIREMENTS } from './requirements';

pageLaws(readFileSync(`${__dirname}/README.md`, 'utf8'), DURAK_REQUIREMENTS, DURAK_PARAMETERS);
