import { readFileSync } from 'node:fs';
import { pageLaws } from '../testing/page-laws';
import { durak } from './durak';

pageLaws(readFileSync(`${__dirname}/README.md`, 'utf8'), durak.suite.requirements, durak.suite.parameters);
