// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the translated scripts contain templates
import { plural, provideLanguage, t } from "@fairclick/core/language/t";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { translateScript } from "./translate-pages";

const catalogue = {
  Save: "Guardar",
  "{0} joined {1}": "A {1} se unió {0}",
  "Read {0}.": "Lee {0}.",
  "the terms": "los términos",
  "Read it and decide.": "Léelo y decide.",
  "Costs ${0}": "Cuesta ${0}",
  Odd: "`\\${1+1}\\`",
  "# clicks": { one: "# clic", many: "# de clics", other: "# clics" },
};

/** Translates an expression and evaluates it as a page in Spanish does. */
function read(expression: string): unknown {
  const { code } = translateScript(expression, catalogue);
  return new Function("e", "n", `return ${code}`)(t, plural);
}

let undo = () => {};
beforeAll(() => {
  undo = provideLanguage(() => "es");
});
afterAll(() => undo());

describe("a script in Spanish", () => {
  it.each([
    ["e`Save`", "Guardar"],
    ["(0,e)`Save`", "Guardar"],
    ["e`${`Ana`} joined ${`Obby`}`", "A Obby se unió Ana"],
    ["e`Read ${e`the terms`}.`", "Lee los términos."],
    ["[`é`,e`Read ${[1].map(()=>e`the terms`).join()}.`].join()", "é,Lee los términos."],
    ["e`Read it\n   and decide.`", "Léelo y decide."],
    ["e`Costs $${5}`", "Cuesta $5"],
    ["e`Odd`", "`\\${1+1}\\`"],
    ["n(1,`# click`,`# clicks`)", "1 clic"],
    ['n(2,"# click","# clicks")', "2 clics"],
    ["n(1e6,`# click`,`# clicks`)", "1,000,000 de clics"],
    ["n(e`Save`.length,`# click`,`# clicks`)", "7 clics"],
  ])("evaluates %j to %j", (expression, text) => {
    expect(read(expression)).toBe(text);
  });

  it.each([
    "e`Other`",
    "`Save`",
    '"Save"',
    "e`constructor`",
    "n(2,a,`# clicks`)",
    "n(2,`# clicks`)",
    "n(2,`x`,`toString`)",
    "import{a}from'./a.js';var b={a,c:a};export{a,b as c}",
    "var{a,b:c=1,...d}=e,f=({a})=>{}",
  ])("keeps %j as it is", (code) => {
    expect(translateScript(code, catalogue)).toEqual({ code, keys: new Set() });
  });

  it("returns the keys of all its texts", () => {
    const { keys } = translateScript("x(e`Read ${e`the terms`}.`,n(2,``,`# clicks`))", catalogue);
    expect([...keys]).toEqual(["Read {0}.", "the terms", "# clicks"]);
  });
});
