import type { TodoItem } from "@fairclick/core/operations/work";

export const todoOrders = ["age", "money"] as const;
export type TodoOrder = (typeof todoOrders)[number];

/** Sorts by age, oldest first, or by money, largest amount first; items without an amount come last. */
export function sortItems(items: readonly TodoItem[], order: TodoOrder): TodoItem[] {
  const byAge = (a: TodoItem, b: TodoItem) => a.waitsSince.localeCompare(b.waitsSince);
  if (order === "age") return [...items].sort(byAge);
  return [...items].sort((a, b) => Number(amount(b) - amount(a)) || byAge(a, b));
}

function amount({ micros }: TodoItem): bigint {
  return micros === null ? -1n : BigInt(micros);
}
