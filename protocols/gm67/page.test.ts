import { readFileSync } from 'node:fs';
import { pageLaws } from '../testing/page-laws';
import { gm67 } from './gm67';

pageLaws(readFileSync(`${__dirname}/README.md`, 'utf8'), gm67.suite.requirements, gm67.suite.parameters);
