/** A failure injected into the next calls of one route. */
export type Fault = {
  /** The call as the contract names it: `POST /v1/transfers`. */
  call: string;
  /** `times` is how many calls it still hits; `skip` is how many it lets through first. */
  times: number;
  skip: number;
  /** Whether the call is executed before the failure. The caller cannot tell. */
  effect: "none" | "done";
  /** What the caller sees instead of the answer. `delay` returns the answer late. */
  shows:
    | { kind: "error"; status: number; code: string; message: string; stored: boolean }
    | { kind: "hang" }
    | { kind: "reset" }
    | { kind: "delay"; ms: number };
};

/**
 * Returns the fault that hits this call and counts it down. Returns null if the call goes through.
 */
export function consumeFault(faults: Fault[], call: string): Fault | null {
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
