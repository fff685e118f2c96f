import type { Verdict } from "@fairclick/core/clicks/signal";

const words: Record<Verdict, string> = {
  valid: "VALID",
  invalid: "REFUSED",
  held: "HELD",
  pending: "PENDING",
  unpaid: "UNPAID",
};

type StampProps = { verdict: Verdict; reason?: string };

export function Stamp({ verdict, reason }: StampProps) {
  return (
    <span className="stamp" data-verdict={verdict}>
      {words[verdict]}
      {reason ? <span className="font-normal tracking-normal">· {reason}</span> : null}
    </span>
  );
}
