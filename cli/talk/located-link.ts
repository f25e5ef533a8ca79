/** The link that a person means: a URL, `name=URL`, or a board of the configuration by its name. */
import type { LinkTarget } from '../../devices/link-url';
import { SUITES } from '../../scenarios/suites';
import { loadConfig } from '../config/config';
import { configuredBoard } from '../config/configured-board';
import { suiteNamed } from '../run-plan';
import { linkTarget } from '../stations';
import { UsageError } from '../usage-error';
import { DIALECTS } from './dialects';

export interface LocatedLink {
  readonly name: string;
  readonly target: LinkTarget;
  readonly suite: string | undefined;
}

const NAME = /^[A-Za-z][\w-]*$/;

/** The URLs of a configured board's links as `[name=]URL`, and its suite; undefined where `text` names none. */
export async function boardLinks(
  text: string,
  config: string | undefined,
): Promise<{ readonly links: readonly string[]; readonly suite?: string } | undefined> {
  if (!NAME.test(text) || (await loadConfig(config))?.boards[text] === undefined) return undefined;
  return configuredBoard(text, { config });
}

/** Rejects with {@link UsageError}. `baud`: that of a link of no suite. */
export async function locatedLink(
  text: string,
  { suite: asked, config }: { readonly suite?: string | undefined; readonly config?: string | undefined },
): Promise<LocatedLink> {
  const known = await boardLinks(text, config);
  const suite = asked ?? known?.suite;
  const spoken = suite === undefined ? undefined : knownSuite(suite);
  const given = known?.links[0] ?? text;
  const [, named, rest] = /^([A-Za-z][\w-]*)=(.*)$/s.exec(given) ?? [];
  const name = named ?? spoken?.[0]?.name ?? 'main';
  const link = spoken?.find((one) => one.name === name);
  if (spoken !== undefined && link === undefined)
    throw new UsageError(
      `suite ${suite ?? ''} has no link '${name}': its links are ${spoken.map((one) => one.name).join(', ')}`,
    );
  return { name, target: linkTarget(name, rest ?? given, link?.baud ?? 115_200), suite };
}

/** The links of a suite, or of a protocol that has no suite yet. */
function knownSuite(suite: string): readonly { readonly name: string; readonly baud: number }[] {
  if (SUITES.some(({ id }) => id === suite)) return suiteNamed(suite).links;
  const own = DIALECTS.filter((one) => one.suite === suite);
  if (own.length === 0) return suiteNamed(suite).links;
  return own.map(({ link }) => ({ name: link, baud: 115_200 }));
}
