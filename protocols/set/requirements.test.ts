import { readFileSync } from 'node:fs';
import { pageLaws } from '../testing/page-laws';
import { parameters, requirements } from './requirements';

pageLaws(readFileSync(`${__dirname}/README.md`, 'utf8'), requirements, parameters);
