import type { Todo } from "@fairclick/core/operations/work";
import type { ListedTodo } from "@fairclick/services/operations/todo";

export function presentTodo({ at, problems, sums, items, hidden }: ListedTodo): Todo {
  return {
    at: at.toISOString(),
    problems,
    sums: sums.map((sum) => ({ ...sum, waitsSince: sum.waitsSince.toISOString() })),
    items: items.map(({ kind, id, since, micros, who, campaign, about }) => ({
      ...{ kind, id, who, campaign, about },
      waitsSince: since.toISOString(),
      micros: micros === null ? null : micros.toString(),
    })),
    hidden,
  };
}
