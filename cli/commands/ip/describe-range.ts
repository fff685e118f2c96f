type Range = {
  range: string;
  effect: "allow" | "deny";
  reason: string;
  operator: string;
  decidedAt: string;
};

export function describeRange({ range, effect, reason, operator, decidedAt }: Range): string {
  const decided = effect === "allow" ? "allowed" : "denied";
  return `${range} is ${decided} by ${operator} since ${decidedAt.slice(0, 10)}: ${reason}`;
}
