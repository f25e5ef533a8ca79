/** The time of the command is used up: the rest is not tried. */
export class TimeUsedUp extends Error {
  override readonly name = 'TimeUsedUp';
}
