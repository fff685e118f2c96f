import type { Plugin } from "vite";

/**
 * sonner puts its stylesheet into the page as a `<style>` element when it is imported, which
 * `style-src 'self'` refuses. The same rules are imported from its `styles.css` instead.
 */
export function stripSonnerStyles(): Plugin {
  return {
    name: "sonner-without-injected-styles",
    enforce: "pre",
    transform(code, id) {
      if (!/[\\/]sonner[\\/]dist[\\/]index\.m?js/.test(id)) return null;
      const stripped = code.replace(/^__insertCSS\(".*$/m, "");
      if (stripped === code) this.error("sonner no longer injects its styles the way this removes");
      return { code: stripped, map: null };
    },
  };
}
