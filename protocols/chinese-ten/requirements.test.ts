import { readFileSync } from 'node:fs';
import { pageLaws } from '../testing/page-laws';
import { CHINESE_TEN_PARAMETERS, CHINESE_TEN_REQUIREMENTS } from './requirements';

pageLaws(readFileSync(`${__dirname}/README.md`, 'utf8'), CHINESE_TEN_REQUIREMENTS, CHINESE_TEN_PARAMETERS);
