/** How a command ends: its exit code is the process's. */

/** Runs the command; what it rejects with is for `main` to show. */
export async function setExitCode(work: () => Promise<number>): Promise<void> {
  process.exitCode = await work();
}
