/** The operating system of this machine. No other file reads it. */

type System = 'linux' | 'macos' | 'windows' | 'other';

const SYSTEMS: Readonly<Partial<Record<NodeJS.Platform, System>>> = {
  linux: 'linux',
  darwin: 'macos',
  win32: 'windows',
};

export function currentSystem(): System {
  return SYSTEMS[process.platform] ?? 'other';
}

/** The text for journals: `linux x64, Node 22.1.0`. */
export function systemText(): string {
  return `${process.platform} ${process.arch}, Node ${process.versions.node}`;
}
