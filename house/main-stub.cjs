#!/usr/bin/env node
// Node 22.8 and later keep what they have compiled.
require('node:module').enableCompileCache?.();
const main = require('CHUNK');
module.exports = main;
if (require.main === module) main.start(__filename);
