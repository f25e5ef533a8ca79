/**
 * The catalogue of the protocols of wirejig. The build puts their entries in place of none (house/build.mjs), so that names and texts
 * are shown without loading the protocols, which takes longer than all else. Where the sources run, each is loaded.
 */
import type { CatalogueEntry } from './catalogue-entry';

export const BUILT_CATALOGUE: readonly CatalogueEntry[] = [];
