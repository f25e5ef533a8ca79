/** What is wrong with a lab, a job or a command about them, in one line: cause and remedy. */
export class LabError extends Error {
  override readonly name = 'LabError';
  constructor(
    message: string,
    /** 2: the command. 3: the lab or its boards. */
    readonly exitCode: 2 | 3 = 3,
  ) {
    super(message);
  }
}

/** Whether the connection failed, and not the command. */
export function isAway(error: unknown): boolean {
  return /Connection is closed|connection close|max retries per request|enableOfflineQueue|ECONN|EPIPE|LOADING/.test(
    String(error),
  );
}
