import MagicString from "magic-string";
import type { Plugin } from "vite";

type Declaration = { init: { type: string; start: number; end: number } | null };
type Statement = {
  type: string;
  kind?: string;
  declaration?: Statement;
  declarations?: Declaration[];
};

/**
 * Lets the bundler drop constants of `core` that a page does not use. A schema is the result of calls,
 * which the bundler has to keep unless it knows that they change nothing: in `core` none does.
 */
export function dropUnusedConstants(): Plugin {
  return {
    name: "drop-unused-constants",
    enforce: "post",
    apply: "build",
    transform(code, id) {
      if (!/\/core\/[^?]*\.ts(\?late)?$/.test(id)) return null;
      const text = new MagicString(code);
      const { body } = this.parse(code) as unknown as { body: Statement[] };
      for (const statement of body) {
        const { declarations } = statement.declaration ?? statement;
        for (const { init } of declarations ?? []) {
          if (init === null || /Function|Literal|Identifier/.test(init.type)) continue;
          text.appendLeft(init.start, "/*#__PURE__*/ (() => (").appendRight(init.end, "))()");
        }
      }
      return { code: text.toString(), map: null };
    },
  };
}
