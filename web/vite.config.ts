import tailwind from "@tailwindcss/vite";
import { tanstackRouter } from "@tanstack/router-plugin/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { limitFirstLoad } from "./build/limit-first-load.ts";
import { preloadFonts } from "./build/preload-fonts.ts";
import { keepSonnerFromInjectingStyles } from "./build/sonner-styles.ts";

const apiUrl = process.env.FAIRCLICK_API ?? "http://localhost:3000";

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    tanstackRouter({
      target: "react",
      autoCodeSplitting: true,
      routesDirectory: "src/routes",
      generatedRouteTree: "src/routeTree.gen.ts",
      quoteStyle: "double",
      semicolons: true,
    }),
    react(),
    tailwind(),
    keepSonnerFromInjectingStyles(),
    preloadFonts(["schibsted-grotesk-latin-wght", "spline-sans-mono-latin-wght"]),
    limitFirstLoad({
      kilobytes: 130,
      routes: {
        "/": ["routes/index.tsx"],
        "/app/creator-hub": [
          "routes/app.tsx",
          "routes/app/_signed-in.tsx",
          "routes/app/_signed-in/creator-hub.tsx",
        ],
      },
    }),
  ],
  build: {
    outDir: "dist",
    emptyOutDir: true,
    // The content security policy allows no `data:` addresses.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  server: { proxy: { "/api": apiUrl, "/r": apiUrl } },
});
