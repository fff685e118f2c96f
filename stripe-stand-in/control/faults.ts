/** A failure that waits for the next calls to one route. */
export type Fault = {
  /** As in the contract: `POST /v1/transfers`. */
  call: string;
  /** How many calls it still hits, and how many it lets through before. */
  times: number;
  skip: number;
  /** Whether Stripe did the work all the same: the outcome that the caller cannot know. */
  effect: "none" | "done";
  /** What the caller sees instead of the answer. `delay` answers in the end. */
  shows:
    | { kind: "error"; status: number; code: string; message: string; stored: boolean }
    | { kind: "hang" }
    | { kind: "reset" }
    | { kind: "delay"; ms: number };
};

/** The fault that hits this call, counted off; null when the call goes through. */
export function takeFault(faults: Fault[], call: string): Fault | null {
  const index = faults.findIndex((fault) => fault.call === call);
  const fault = faults[index];
  if (!fault) return null;
  if (fault.skip > 0) {
    fault.skip -= 1;
    return null;
  }
  fault.times -= 1;
  if (fault.times === 0) faults.splice(index, 1);
  return fault;
}
