// One example of the document: what is asked of the sample warehouse, and where its answer is printed.

export interface ExampleRequest {
  /** The operation, or the shared answer, under which the example is printed. */
  readonly place: string;
  /** Unique within its place. */
  readonly name: string;
  readonly summary: string;
  readonly status: number;
  readonly path: string;
  /** Whose token is sent: the owner's when absent. `free`, `spent`: of a new account on the free plan, all values left or none. */
  readonly token?: "none" | "unknown" | "free" | "spent";
  /** The example is the answer to the last of so many equal requests. */
  readonly times?: number;
}
