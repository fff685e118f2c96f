import { expect, it } from "vitest";
import { stripSonnerStyles } from "./plugins";
import { buildSite } from "./testing/build-site";

const build = (name: string, code: string) =>
  buildSite({
    plugin: stripSonnerStyles(),
    files: {
      "index.html": `<!doctype html><script type="module" src="/main.js"></script>`,
      "main.js": `import "./${name}";`,
      [name]: code,
    },
  });

const injecting = `const __insertCSS = (css) => document.head.append(css);
__insertCSS("[data-sonner-toaster]{color:red}");
console.log("toast");`;

it("removes the injected stylesheet from sonner and keeps the rest", async () => {
  const code = String(await (await build("sonner/dist/index.mjs", injecting)).read("index.js"));
  expect(code).not.toContain("data-sonner-toaster");
  expect(code).toContain("toast");
});

it("does not change other modules", async () => {
  const code = String(await (await build("other/dist/index.mjs", injecting)).read("index.js"));
  expect(code).toContain("data-sonner-toaster");
});

it("fails the build if sonner no longer injects its stylesheet this way", async () => {
  await expect(build("sonner/dist/index.mjs", `console.log("toast");`)).rejects.toThrow(
    "sonner no longer injects its styles the way this removes",
  );
});
