/** The options of `wirejig lab`, for all its actions. */
export interface LabRequestOptions {
  readonly boards: readonly string[];
  readonly lab?: string | undefined;
  readonly config?: string | undefined;
  readonly virtual?: string | undefined;
  readonly tags: readonly string[];
  readonly for?: string | undefined;
  readonly port?: string | undefined;
  readonly dir?: string | undefined;
  readonly out: string;
  readonly json?: boolean | undefined;
}
