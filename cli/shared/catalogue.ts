/** What is in the list of protocols, for `list` and completion. */
import type { Protocol } from '../../scenarios/protocol';
import { protocolIds, protocols } from '../../scenarios/protocols';
import { BUILT_CATALOGUE } from './built-catalogue';
import { PARTS, type CatalogueEntry } from './catalogue-entry';

export async function catalogue(ids: readonly string[] = protocolIds()): Promise<readonly CatalogueEntry[]> {
  const entries = protocolIds().map(async (id) => {
    if (!ids.includes(id)) return [];
    const built = BUILT_CATALOGUE.find(({ suite }) => suite.id === id);
    return built === undefined ? (await protocols([id])).map(entryOf) : [built];
  });
  return (await Promise.all(entries)).flat();
}

function entryOf({ suite, boards, ...parts }: Protocol): CatalogueEntry {
  const { id, title, links, requirements, parameters, scenarios } = suite;
  return {
    suite: {
      id,
      title,
      links,
      requirements,
      parameters,
      scenarios: scenarios.map((one) => ({ id: one.id, title: one.title, covers: one.covers })),
    },
    boards: boards.map((kind) => ({
      name: kind.name,
      title: kind.title,
      suite: kind.suite,
      links: kind.links,
      defects: kind.defects.map(({ name, breaks, text, parameters: shown }) => ({
        name,
        breaks,
        text,
        ...(shown === undefined ? {} : { parameters: shown }),
      })),
    })),
    parts: PARTS.filter((part) => parts[part] !== undefined),
  };
}
